package dev.prioritize.stream.config;

/**
 * Where a value came from.
 *
 * @param text for "from …"
 * @param place for "in …"
 */
record Origin(String text, String place) {
  static final Origin OPTION = new Origin("option", "an option");

  static Origin shipped(int line) {
    return new Origin("default", "the shipped defaults:" + line);
  }

  static Origin file(String file, int line) {
    return new Origin("file " + file + ":" + line, file + ":" + line);
  }

  static Origin environment(String variable) {
    return new Origin("env " + variable, "the environment");
  }
}
