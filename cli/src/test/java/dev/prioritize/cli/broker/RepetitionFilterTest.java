package dev.prioritize.cli.broker;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.spi.FilterReply;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Goal: a message that Kafka repeats is shown once in a while, and nothing else is hidden. */
final class RepetitionFilterTest {
  private static final String CLIENT = "org.apache.kafka.clients.NetworkClient";
  private static final long NOW = 1_700_000_000_000L;

  private final RepetitionFilter filter = new RepetitionFilter();

  @BeforeEach
  void startFilter() {
    filter.setContext(new LoggerContext());
    filter.setLoggers("org.apache.kafka.");
    filter.setSeconds(60);
    filter.start();
  }

  private FilterReply decide(String logger, String message, long millis) {
    LoggingEvent event = new LoggingEvent();
    event.setLoggerName(logger);
    event.setLevel(Level.WARN);
    event.setMessage(message);
    event.setInstant(Instant.ofEpochMilli(millis));
    return filter.decide(event);
  }

  @Test
  void shouldShowRepeatedMessageOnceInTheTimeWhicheverClientItIsFrom() {
    assertThat(decide(CLIENT, "[Consumer id=1] Node {} is away", NOW))
        .isEqualTo(FilterReply.NEUTRAL);
    assertThat(decide(CLIENT, "[Consumer id=1] Node {} is away", NOW + 1))
        .isEqualTo(FilterReply.DENY);
    assertThat(decide(CLIENT, "[Producer id=2] Node {} is away", NOW + 59_999))
        .isEqualTo(FilterReply.DENY);
    assertThat(decide(CLIENT, "[Producer id=2] Node {} is away", NOW + 60_000))
        .isEqualTo(FilterReply.NEUTRAL);
  }

  @Test
  void shouldShowOtherMessagesAndOtherLoggers() {
    decide(CLIENT, "Node {} is away", NOW);

    assertThat(decide(CLIENT, "Node {} is back", NOW)).isEqualTo(FilterReply.NEUTRAL);
    assertThat(decide("org.apache.kafka.X", "Node {} is away", NOW)).isEqualTo(FilterReply.NEUTRAL);
    for (int i = 0; i < 2; i++) {
      assertThat(decide("dev.prioritize.X", "pool {} is new", NOW)).isEqualTo(FilterReply.NEUTRAL);
    }
  }

  @Test
  void shouldRememberOnlySoManyMessages() {
    decide(CLIENT, "the first", NOW);
    for (int i = 0; i < 500; i++) {
      decide(CLIENT, "another " + i, NOW);
    }

    assertThat(decide(CLIENT, "the first", NOW)).isEqualTo(FilterReply.NEUTRAL);
    assertThat(decide(CLIENT, "another 499", NOW)).isEqualTo(FilterReply.DENY);
  }
}
