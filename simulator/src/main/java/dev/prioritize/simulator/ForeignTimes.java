package dev.prioritize.simulator;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Times of day as foreign traces write them, in local time: 2017-10-09 07:02:14. */
final class ForeignTimes {
  private static final int LENGTH = "yyyy-MM-dd HH:mm:ss".length();

  private ForeignTimes() {}

  /** Seconds since 1970 as if local time were UTC, fractions and zone cut off; null for no time. */
  static Long seconds(String text) {
    if (text.length() < LENGTH || (text.charAt(10) != ' ' && text.charAt(10) != 'T')) {
      return null;
    }
    try {
      return LocalDateTime.parse(text.substring(0, 10) + "T" + text.substring(11, LENGTH))
          .toEpochSecond(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      return null;
    }
  }
}
