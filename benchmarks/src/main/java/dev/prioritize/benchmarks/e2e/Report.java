package dev.prioritize.benchmarks.e2e;

/** Output: the table on stdout, what goes on on stderr. */
final class Report {
  private Report() {}

  static void progress(String text) {
    System.err.println(text);
  }

  static void line(String text) {
    System.out.println(text);
  }

  static String verdict(boolean met) {
    return met ? "met" : "MISSED";
  }
}
