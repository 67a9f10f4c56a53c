package dev.prioritize.cli.broker;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.spi.FilterReply;
import org.junit.jupiter.api.Test;

final class KnownNoiseFilterTest {
  @Test
  void shouldDropTheNamedMessageOfTheNamedLoggerOnly() {
    KnownNoiseFilter filter = filter("org.apache.kafka.X", "means nothing");

    assertThat(decide(filter, "org.apache.kafka.X", "[id=1] this means nothing."))
        .isEqualTo(FilterReply.DENY);
    assertThat(decide(filter, "org.apache.kafka.X", "the disk is full"))
        .isEqualTo(FilterReply.NEUTRAL);
    assertThat(decide(filter, "org.apache.kafka.Y", "this means nothing."))
        .isEqualTo(FilterReply.NEUTRAL);
  }

  @Test
  void shouldDropNothingWhenHalfConfigured() {
    KnownNoiseFilter filter = filter("org.apache.kafka.X", "");

    assertThat(filter.isStarted()).isFalse();
    assertThat(decide(filter, "org.apache.kafka.X", "the disk is full"))
        .isEqualTo(FilterReply.NEUTRAL);
  }

  private static KnownNoiseFilter filter(String logger, String containing) {
    KnownNoiseFilter filter = new KnownNoiseFilter();
    filter.setContext(new LoggerContext());
    filter.setLogger(logger);
    filter.setContaining(containing);
    filter.start();
    return filter;
  }

  private static FilterReply decide(KnownNoiseFilter filter, String logger, String message) {
    LoggingEvent event = new LoggingEvent();
    event.setLoggerName(logger);
    event.setLevel(Level.WARN);
    event.setMessage(message);
    return filter.decide(event);
  }
}
