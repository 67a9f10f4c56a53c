package dev.prioritize.cli.evaluate;

import dev.prioritize.stream.query.NearestName;
import java.util.Collection;

/** Tells of a name that is not known, with the one that was perhaps meant. */
final class NearestKnown {
  private NearestKnown() {}

  /** One line, or null if the name is known. */
  static String problem(String name, Collection<String> known) {
    if (known.contains(name)) {
      return null;
    }
    String nearest = NearestName.of(name, known);
    return name
        + ": "
        + (nearest == null ? "" : "did you mean " + nearest + "? ")
        + "Use one of "
        + String.join(", ", known);
  }
}
