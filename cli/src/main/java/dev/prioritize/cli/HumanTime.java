package dev.prioritize.cli;

import java.util.Locale;

/** Lengths of time for people: the two largest units that matter. */
public final class HumanTime {
  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  private static final long MILLIS_PER_SECOND = 1_000;
  private static final long MILLIS_PER_TENTH = 100;
  private static final long TEN_SECONDS_MILLIS = 10 * MILLIS_PER_SECOND;

  private HumanTime() {}

  /** Such as {@code 45s}, {@code 12m 05s}, {@code 3h 20m}, {@code 2d 04h}. */
  public static String of(long seconds) {
    if (seconds < MINUTE) {
      return seconds + "s";
    }
    if (seconds < HOUR) {
      return "%dm %02ds".formatted(seconds / MINUTE, seconds % MINUTE);
    }
    if (seconds < DAY) {
      return "%dh %02dm".formatted(seconds / HOUR, seconds % HOUR / MINUTE);
    }
    return "%dd %02dh".formatted(seconds / DAY, seconds % DAY / HOUR);
  }

  /** As {@link #of}, below ten seconds with a tenth: {@code 0.4s}. Fractions are cut off. */
  public static String ofMillis(long millis) {
    if (millis < TEN_SECONDS_MILLIS) {
      return String.format(Locale.ROOT, "%.1fs", Math.floorDiv(millis, MILLIS_PER_TENTH) / 10.0);
    }
    return of(millis / MILLIS_PER_SECOND);
  }
}
