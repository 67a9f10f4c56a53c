package dev.prioritize.stream.config;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * Reads the format of {@link Properties} entry by entry, because {@code Properties} by itself knows
 * no line numbers and takes the last of two equal keys in silence.
 */
final class PropertiesText {
  /**
   * An entry.
   *
   * @param line where it starts, from 1
   * @param malformed true if its escapes are broken; key and value are empty then
   */
  record Entry(String key, String value, int line, boolean malformed) {}

  private PropertiesText() {}

  /** The entries in their order. */
  static List<Entry> parse(String text) {
    List<Entry> entries = new ArrayList<>();
    StringBuilder entry = new StringBuilder();
    int start = 1;
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      if (entry.isEmpty()) {
        start = number;
      }
      boolean comment = entry.isEmpty() && isComment(line);
      entry.append(line).append('\n');
      if (comment || !isContinued(line)) {
        read(entry.toString(), start, entries);
        entry.setLength(0);
      }
    }
    read(entry.toString(), start, entries);
    return entries;
  }

  private static void read(String text, int line, List<Entry> entries) {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(text));
    } catch (IllegalArgumentException e) {
      entries.add(new Entry("", "", line, true));
    } catch (IOException e) {
      throw new AssertionError("a string can be read", e);
    }
    for (Map.Entry<Object, Object> property : properties.entrySet()) {
      entries.add(
          new Entry(property.getKey().toString(), property.getValue().toString(), line, false));
    }
  }

  private static boolean isComment(String line) {
    String content = line.stripLeading();
    return content.startsWith("#") || content.startsWith("!");
  }

  /** An odd number of backslashes at its end: two are one that was escaped. */
  private static boolean isContinued(String line) {
    int backslashes = 0;
    while (backslashes < line.length() && line.charAt(line.length() - 1 - backslashes) == '\\') {
      backslashes++;
    }
    return backslashes % 2 == 1;
  }
}
