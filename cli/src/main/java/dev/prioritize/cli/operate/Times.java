package dev.prioritize.cli.operate;

import dev.prioritize.cli.HumanTime;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Instants for people, in this machine's time zone, which is always named. */
final class Times {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ssXXX", Locale.ROOT);

  private Times() {}

  /** Such as {@code 2026-03-01 14:05:09+01:00}. */
  static String of(long millis) {
    return FORMAT.format(Instant.ofEpochMilli(millis).atZone(ZoneId.systemDefault()));
  }

  /** The instant and how far it is from now: {@code … (in 2h 05m)}, {@code … (3m 10s ago)}. */
  static String of(long millis, long nowMillis) {
    String distance = HumanTime.ofMillis(Math.abs(millis - nowMillis));
    return of(millis) + (millis < nowMillis ? " (" + distance + " ago)" : " (in " + distance + ")");
  }
}
