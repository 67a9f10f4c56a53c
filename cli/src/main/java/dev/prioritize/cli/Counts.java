package dev.prioritize.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** How often things came about, by the constants that stand for them. */
public final class Counts {
  private Counts() {}

  /** For people: "3 start timeout, 1 task failed", or "none". */
  public static String words(Map<?, Integer> counts) {
    return counts.isEmpty()
        ? "none"
        : counts.entrySet().stream()
            .map(count -> count.getValue() + " " + lowerCase(count.getKey()).replace('_', ' '))
            .collect(Collectors.joining(", "));
  }

  /** For machines: a number by the lower-case name of each. */
  public static void addTo(ObjectNode json, Map<?, Integer> counts) {
    counts.forEach((what, count) -> json.put(lowerCase(what), count));
  }

  private static String lowerCase(Object what) {
    return what.toString().toLowerCase(Locale.ROOT);
  }
}
