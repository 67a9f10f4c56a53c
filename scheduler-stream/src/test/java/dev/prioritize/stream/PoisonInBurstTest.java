package dev.prioritize.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.model.ClockMode;
import dev.prioritize.core.model.Limits;
import dev.prioritize.schema.ClockAdvance;
import dev.prioritize.schema.DeadLetter;
import dev.prioritize.schema.DeadLetterReason;
import dev.prioritize.schema.JobSubmission;
import dev.prioritize.schema.PlacementRuleValue;
import dev.prioritize.schema.Topic;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: what cannot be taken changes nothing of what is decided. Method: the same burst with and
 * without ten poison records of ten kinds in its middle; commands, events and assignments must be
 * the same, record by record.
 */
class PoisonInBurstTest {
  private static final String POOL = TopologyHarness.POOL;
  private static final int HALF = 50;

  @TempDir private Path stateDir;

  @Test
  void shouldDecideTheSameWithTenPoisonRecordsInTheMiddleOfABurst() {
    try (TopologyHarness clean = harness("clean");
        TopologyHarness poisoned = harness("poisoned")) {
      burst(clean, 0);
      burst(clean, HALF);
      burst(poisoned, 0);
      poison(poisoned);
      burst(poisoned, HALF);

      for (Topic topic :
          List.of(Topic.SCHEDULER_COMMANDS, Topic.SCHEDULER_EVENTS, Topic.ASSIGNMENTS)) {
        assertThat(poisoned.records(topic)).as("%s", topic).isEqualTo(clean.records(topic));
      }
      assertThat(clean.assignments()).hasSize(2 * HALF);
      assertThat(clean.deadLetters()).isEmpty();
      assertThat(poisoned.deadLetters())
          .extracting(DeadLetter::getReason)
          .containsExactly(
              DeadLetterReason.NOT_AVRO,
              DeadLetterReason.UNKNOWN_SCHEMA,
              DeadLetterReason.UNEXPECTED_RECORD_TYPE,
              DeadLetterReason.KEY_MISMATCH,
              DeadLetterReason.UNKNOWN_POOL,
              DeadLetterReason.ILL_FORMED_ID,
              DeadLetterReason.TOO_LONG,
              DeadLetterReason.OUT_OF_RANGE,
              DeadLetterReason.UNKNOWN_ENUM_VALUE,
              DeadLetterReason.CLOCK_NOT_VIRTUAL);
    }
  }

  private TopologyHarness harness(String name) {
    return new TopologyHarness(
        stateDir.resolve(name), Map.of(POOL, TopologyHarness.config(ClockMode.WALL)));
  }

  private static void burst(TopologyHarness harness, int from) {
    harness.registerNode("n" + from, HALF);
    for (int i = from; i < from + HALF; i++) {
      harness.submit(TopologyHarness.job("job-" + i));
    }
    harness.advanceWallClock(20);
  }

  private static void poison(TopologyHarness harness) {
    byte[] unknown = harness.encode(bad().build());
    unknown[4] ^= 0x55;
    harness.sendRaw(Topic.JOB_SUBMISSIONS, POOL, "no Avro".getBytes(StandardCharsets.UTF_8));
    harness.sendRaw(Topic.JOB_SUBMISSIONS, POOL, unknown);
    harness.send(Topic.JOB_SUBMISSIONS, POOL, new ClockAdvance(POOL, 1L, ""));
    harness.send(Topic.JOB_SUBMISSIONS, "other", bad().build());
    harness.send(Topic.JOB_SUBMISSIONS, "nowhere", bad().setPool("nowhere").build());
    harness.submit(bad().setJobId("a b"));
    harness.submit(bad().setName("x".repeat(Limits.MAX_TEXT_CHARS + 1)));
    harness.submit(bad().setGpus(-1));
    harness.submit(bad().setPlacement(PlacementRuleValue.UNKNOWN));
    harness.send(Topic.ADMIN_REQUESTS, POOL, new ClockAdvance(POOL, 1L, ""));
  }

  private static JobSubmission.Builder bad() {
    return TopologyHarness.job("bad");
  }
}
