package dev.prioritize.cli.broker;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;

/**
 * Drops one message of one logger from the log. Named and set up in {@code logback.xml}; raising
 * the logger's level instead would hide its other warnings, which mean something.
 */
public final class KnownNoiseFilter extends Filter<ILoggingEvent> {
  private String logger = "";
  private String containing = "";

  /** The full name of the logger, as in {@code <logger>org.apache.kafka.X</logger>}. */
  public void setLogger(String logger) {
    this.logger = logger;
  }

  /** A part of the formatted message, as in {@code <containing>some words</containing>}. */
  public void setContaining(String containing) {
    this.containing = containing;
  }

  @Override
  public void start() {
    if (logger.isBlank() || containing.isBlank()) {
      addError("a noise filter needs <logger> and <containing>");
      return;
    }
    super.start();
  }

  @Override
  public FilterReply decide(ILoggingEvent event) {
    boolean noise =
        isStarted()
            && event.getLoggerName().equals(logger)
            && event.getFormattedMessage().contains(containing);
    return noise ? FilterReply.DENY : FilterReply.NEUTRAL;
  }
}
