package dev.prioritize.simulator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** What somebody may have meant by a name that is not known. */
public final class Nearest {
  private static final int NAMES_SUGGESTED = 3;

  private Nearest() {}

  /** The known names of least edit distance, at most three, the nearest first. */
  public static List<String> to(String name, Collection<String> known) {
    LevenshteinDistance distance = LevenshteinDistance.getDefaultInstance();
    List<String> names = new ArrayList<>(known);
    names.sort(
        Comparator.comparingInt((String candidate) -> distance.apply(name, candidate))
            .thenComparing(Comparator.naturalOrder()));
    return List.copyOf(names.subList(0, Math.min(NAMES_SUGGESTED, names.size())));
  }
}
