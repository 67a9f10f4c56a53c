package dev.prioritize.benchmarks.e2e;

/** Output: the table on stdout, what goes on on stderr. */
final class Report {
  private Report() {}

  static void progress(String format, Object... arguments) {
    System.err.println(format.formatted(arguments));
  }

  static void line(String format, Object... arguments) {
    System.out.println(format.formatted(arguments));
  }

  static String verdict(boolean met) {
    return met ? "met" : "MISSED";
  }
}
