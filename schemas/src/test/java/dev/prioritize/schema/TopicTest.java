package dev.prioritize.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

class TopicTest {

  @Test
  void shouldGiveAllPoolKeyedTopicsTheSamePartitions() {
    assertThat(Arrays.stream(Topic.values()).filter(topic -> topic.key() == Topic.Key.POOL))
        .hasSize(6)
        .allMatch(topic -> topic.defaultPartitions() == Topic.DEFAULT_POOL_PARTITIONS);
  }

  @Test
  void shouldKeepLogLongestAndCompactStates() {
    assertThat(Topic.SCHEDULER_COMMANDS.retention()).isEqualTo(Duration.ofDays(400));
    assertThat(Topic.SCHEDULER_COMMANDS.configs())
        .containsAllEntriesOf(Map.of("cleanup.policy", "delete", "retention.ms", "34560000000"));
    assertThat(Topic.JOB_STATES.configs())
        .containsEntry("cleanup.policy", "compact")
        .doesNotContainKey("retention.ms");
  }

  @Test
  void shouldLetNoProducersClockDecide() {
    for (Topic topic : Topic.values()) {
      assertThat(topic.configs()).containsEntry("message.timestamp.type", "LogAppendTime");
    }
  }

  @Test
  void shouldFindTopicByName() {
    for (Topic topic : Topic.values()) {
      assertThat(Topic.named(topic.topicName())).isSameAs(topic);
    }
    assertThatThrownBy(() -> Topic.named("jobs")).hasMessage("no topic is named jobs");
  }

  @Test
  void shouldCarryEveryRecordTypeOnOneTopicOnly() {
    assertThat(RecordTypes.ALL.stream().map(Schema::getName)).doesNotHaveDuplicates();
    assertThat(Topic.SCHEDULER_COMMANDS.carries(new TickCommand("p", 1L, 1L))).isTrue();
    assertThat(Topic.SCHEDULER_EVENTS.carries(new TickCommand("p", 1L, 1L))).isFalse();
  }
}
