package dev.prioritize.simulator;

/** Keeps foreign text from spoiling a one-line message. */
final class OneLine {
  private static final int MAX_VALUE_CHARS = 60;

  private OneLine() {}

  /** The text with control characters, line ends among them, made visible as '?'. */
  static String of(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }

  /** A value of the user's in quotes, shortened. */
  static String quoted(String value) {
    String shown =
        value.length() <= MAX_VALUE_CHARS ? value : value.substring(0, MAX_VALUE_CHARS) + "...";
    return '"' + of(shown) + '"';
  }
}
