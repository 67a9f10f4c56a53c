package dev.prioritize.cli.broker;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Lets a message of Kafka's through once in a while, whatever its parameters and whichever client
 * it comes from: each of them warns several times a second while a broker is away. Set up in {@code
 * logback.xml}. Thread-safe.
 */
public final class RepetitionFilter extends Filter<ILoggingEvent> {
  /** Some messages are put together before they get here, so their number has no bound. */
  private static final int MAX_REMEMBERED = 500;

  /** What a client puts first: {@code [Consumer clientId=…, groupId=…] }. */
  private static final Pattern CLIENT = Pattern.compile("^(\\[[^]]*] )+");

  private static final long MILLIS_PER_SECOND = 1_000;

  private final Map<String, Long> lastMillis = new LinkedHashMap<>();
  private String loggers = "";
  private int seconds;

  /** How the names of the loggers begin, as in {@code <loggers>org.apache.kafka.</loggers>}. */
  public void setLoggers(String loggers) {
    this.loggers = loggers;
  }

  /** For how long a message is not let through again, 1 or more. */
  public void setSeconds(int seconds) {
    this.seconds = seconds;
  }

  @Override
  public void start() {
    if (loggers.isBlank() || seconds < 1) {
      addError("a repetition filter needs <loggers> and <seconds>");
      return;
    }
    super.start();
  }

  @Override
  public synchronized FilterReply decide(ILoggingEvent event) {
    if (!isStarted() || !event.getLoggerName().startsWith(loggers)) {
      return FilterReply.NEUTRAL;
    }
    String message = event.getMessage() == null ? "" : event.getMessage();
    String key = event.getLoggerName() + " " + CLIENT.matcher(message).replaceFirst("");
    Long last = lastMillis.get(key);
    if (last != null && event.getTimeStamp() - last < seconds * MILLIS_PER_SECOND) {
      return FilterReply.DENY;
    }
    lastMillis.remove(key);
    lastMillis.put(key, event.getTimeStamp());
    if (lastMillis.size() > MAX_REMEMBERED) {
      lastMillis.remove(lastMillis.keySet().iterator().next());
    }
    return FilterReply.NEUTRAL;
  }
}
