package dev.prioritize.cli.demo;

/** Lengths of time for people: the two largest units that matter. */
final class HumanTime {
  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  private HumanTime() {}

  /** Such as {@code 45s}, {@code 12m 05s}, {@code 3h 20m}, {@code 2d 04h}. */
  static String of(long seconds) {
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
}
