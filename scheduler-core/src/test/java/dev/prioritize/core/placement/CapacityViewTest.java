package dev.prioritize.core.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prioritize.core.model.PlacementRule;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Goal: gangs go where the class comment says. Method: a table of node sets, and random ones. */
class CapacityViewTest {
  /** "8/8 3/8" means a node with 8 of 8 free and one with 3 of 8. */
  private static CapacityView view(String nodes) {
    CapacityView view = new CapacityView();
    String[] all = nodes.split(" ", -1);
    for (int i = 0; i < all.length; i++) {
      String[] parts = all[i].split("/", -1);
      view.set(i, Integer.parseInt(parts[1]), Integer.parseInt(parts[0]));
    }
    return view;
  }

  private static String text(List<NodeShare> shares) {
    if (shares == null) {
      return "none";
    }
    return String.join(" ", shares.stream().map(s -> s.nodeIndex() + "×" + s.gpus()).toList());
  }

  @ParameterizedTest(name = "{1} GPUs on {0} go to {2}, spread to {3}")
  @CsvSource({
    // equal nodes: q free nodes first, the rest best fit
    "8/8 3/8 8/8 5/8,   1, 1×1,            1×1",
    "8/8 3/8 8/8 5/8,   4, 3×4,            3×4",
    "8/8 3/8 8/8 5/8,   8, 0×8,            0×8",
    "8/8 3/8 8/8 5/8,  11, 0×8 1×3,        0×8 1×3",
    "8/8 3/8 8/8 5/8,  12, 0×8 3×4,        0×8 3×4",
    "8/8 3/8 8/8 5/8,  14, 0×8 2×6,        0×8 2×6",
    "8/8 3/8 8/8 5/8,  19, 0×8 2×8 1×3,    0×8 2×8 1×3",
    "8/8 3/8 8/8 5/8,  22, none,           0×8 2×8 3×5 1×1",
    "8/8 3/8 8/8 5/8,  25, none,           none",
    // ties go to the lowest index
    "2/4 2/4 4/4 4/4,   2, 0×2,            0×2",
    "2/4 2/4 4/4 4/4,   4, 2×4,            2×4",
    // scattered
    "3/4 3/4,           4, none,           0×3 1×1",
    // unequal nodes: one that holds all, else whole nodes by size
    "4/4 8/8,           4, 0×4,            0×4",
    "4/4 8/8,           6, 1×6,            1×6",
    "4/4 8/8 2/2,      12, 1×8 0×4,        1×8 0×4",
    "2/2 4/4 8/8,      13, 2×8 1×4 0×1,    2×8 1×4 0×1",
    "2/2 4/4 5/8,       6, 1×4 0×2,        1×4 0×2",
    "4/4 4/4 9/16,      8, 2×8,            2×8",
    // nodes without a GPU of the model or out of service
    "0/0 4/4 0/0,       4, 1×4,            1×4",
    "0/0 4/4 0/0,       5, none,           none",
  })
  void shouldPlaceAGang(String nodes, int gpus, String consolidated, String spread) {
    CapacityView view = view(nodes);

    assertThat(text(view.place(gpus, PlacementRule.CONSOLIDATED))).isEqualTo(consolidated);
    assertThat(text(view.place(gpus, PlacementRule.SPREAD))).isEqualTo(spread);
    assertThat(view.fits(gpus, PlacementRule.CONSOLIDATED)).isEqualTo(!consolidated.equals("none"));
    assertThat(view.fits(gpus, PlacementRule.SPREAD)).isEqualTo(!spread.equals("none"));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldPlaceExactlyWhatFitsAndNeverFitBetterWithLess(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 300; round++) {
      CapacityView view = new CapacityView();
      int nodes = 1 + random.nextInt(6);
      for (int node = 0; node < nodes; node++) {
        int capacity = random.nextInt(9);
        view.set(node, capacity, random.nextInt(capacity + 1));
      }
      CapacityView less = view.copy();
      int shrunk = random.nextInt(nodes);
      less.set(shrunk, less.capacity(shrunk), random.nextInt(less.free(shrunk) + 1));
      for (PlacementRule rule : PlacementRule.values()) {
        for (int gpus = 1; gpus <= view.totalFree() + 1; gpus++) {
          List<NodeShare> shares = view.place(gpus, rule);
          assertThat(shares != null).as("seed %s", seed).isEqualTo(view.fits(gpus, rule));
          if (shares != null) {
            assertThat(shares.stream().mapToInt(NodeShare::gpus).sum()).isEqualTo(gpus);
            assertThat(shares).allMatch(s -> s.gpus() > 0 && s.gpus() <= view.free(s.nodeIndex()));
            assertThat(shares.stream().map(NodeShare::nodeIndex)).doesNotHaveDuplicates();
          } else {
            assertThat(less.fits(gpus, rule)).as("seed %s", seed).isFalse();
          }
        }
      }
    }
  }

  @Test
  void shouldRefuseMoreFreeThanThereAre() {
    CapacityView view = view("2/4");

    assertThatThrownBy(() -> view.addFree(0, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("5 free of 4");
  }
}
