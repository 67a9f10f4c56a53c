package dev.prioritize.stream.config;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them: {@code 10ms}, {@code 30s}, {@code 5m}, {@code 24h}, {@code 7d}.
 */
public final class Durations {
  private static final Pattern DURATION = Pattern.compile("([0-9]+)(ms|s|m|h|d)");

  /** From the largest to the smallest, so that the first that divides a duration suits it best. */
  private enum Unit {
    DAYS("d", 24 * 3_600_000),
    HOURS("h", 3_600_000),
    MINUTES("m", 60_000),
    SECONDS("s", 1_000),
    MILLIS("ms", 1);

    private final String symbol;
    private final long millis;

    Unit(String symbol, long millis) {
      this.symbol = symbol;
      this.millis = millis;
    }

    static Unit of(String symbol) {
      for (Unit unit : values()) {
        if (unit.symbol.equals(symbol)) {
          return unit;
        }
      }
      throw new IllegalArgumentException("no unit is called " + symbol);
    }
  }

  private Durations() {}

  /**
   * Reads a whole number with its unit, without space; zero needs a unit too.
   *
   * @throws IllegalArgumentException if it is none, with a text for the user
   */
  public static Duration parse(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "\""
              + text
              + "\" is no duration: write a whole number and its unit (ms, s, m, h or d), such as"
              + " 30s");
    }
    try {
      long count = Long.parseLong(matcher.group(1));
      return Duration.ofMillis(Math.multiplyExact(count, Unit.of(matcher.group(2)).millis));
    } catch (ArithmeticException | NumberFormatException e) {
      throw new IllegalArgumentException("\"" + text + "\" is too long a duration", e);
    }
  }

  /**
   * Writes a duration in the largest unit that keeps it whole, so that {@link #parse} gives it
   * back: 90 s is {@code 90s}, 24 h is {@code 1d}. Fractions of a millisecond are dropped.
   *
   * @param duration not negative
   */
  public static String format(Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException("a duration must not be negative, was " + duration);
    }
    long millis = duration.toMillis();
    if (millis == 0) {
      return "0ms";
    }
    for (Unit unit : Unit.values()) {
      if (millis % unit.millis == 0) {
        return millis / unit.millis + unit.symbol;
      }
    }
    throw new AssertionError("every whole number of milliseconds has a unit: " + millis);
  }
}
