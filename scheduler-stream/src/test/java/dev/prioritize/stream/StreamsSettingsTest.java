package dev.prioritize.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.stream.config.SchedulerConfig;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Goal: our defaults hold, and the user's own settings go before them where that is safe. */
class StreamsSettingsTest {
  private static Map<String, Object> settings(Map<String, String> options) {
    return StreamsSettings.of(SchedulerConfig.load(null, Map.of(), options), "me");
  }

  @Test
  void shouldTimeOutTheTransactionOfDeadInstanceBeforeItsSession() {
    assertThat(settings(Map.of()))
        .containsEntry("consumer.group.instance.id", "me")
        .containsEntry("consumer.session.timeout.ms", 6_000)
        .containsEntry("producer.transaction.timeout.ms", 5_010);
    assertThat(settings(Map.of("commit.interval", "1m")))
        .containsEntry("producer.transaction.timeout.ms", 65_000);
  }

  @Test
  void shouldLeaveTimeoutsToTheUser() {
    assertThat(
            settings(
                Map.of(
                    "kafka.session.timeout.ms",
                    "30000",
                    "kafka.producer.transaction.timeout.ms",
                    "20000")))
        .containsEntry("session.timeout.ms", "30000")
        .doesNotContainKey("consumer.session.timeout.ms")
        .containsEntry("producer.transaction.timeout.ms", "20000");
  }
}
