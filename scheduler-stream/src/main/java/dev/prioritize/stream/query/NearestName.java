package dev.prioritize.stream.query;

import java.util.Collection;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** The name that somebody may have meant. */
public final class NearestName {
  /** A name that differs in more than a third of its characters was not meant. */
  private static final int CHARS_PER_MISTAKE = 3;

  private NearestName() {}

  /**
   * The known name most like a mistyped one.
   *
   * @return null if none is like it; of several the first
   */
  public static String of(String typed, Collection<String> known) {
    int most = Math.max(1, typed.length() / CHARS_PER_MISTAKE);
    String nearest = null;
    for (String name : known) {
      int distance = new LevenshteinDistance(most).apply(typed, name);
      if (distance >= 0) {
        nearest = name;
        most = distance - 1;
      }
      if (most < 0) {
        break;
      }
    }
    return nearest;
  }
}
