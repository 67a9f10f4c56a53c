package dev.prioritize.core.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Comparator;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Goal: sorted blocks hold what a tree holds. Method: the same random changes to both. */
class SortedBlocksTest {
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldHoldWhatATreeHolds(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    SortedBlocks<Integer> blocks = new SortedBlocks<>(Comparator.<Integer>naturalOrder());
    TreeSet<Integer> tree = new TreeSet<>();
    for (int step = 0; step < 20_000; step++) {
      // Grows for the first half of the run, then shrinks to nothing.
      boolean grows = random.nextInt(4) < (step < 10_000 ? 3 : 1);
      int item = random.nextInt(5_000);
      if (!grows) {
        assertThat(blocks.remove(item)).as("seed %s", seed).isEqualTo(tree.remove(item));
      } else if (tree.add(item)) {
        blocks.add(item);
      }
      assertThat(blocks.isEmpty()).isEqualTo(tree.isEmpty());
      if (step % 500 == 0) {
        assertThat(blocks).as("seed %s", seed).containsExactlyElementsOf(tree);
      }
    }
    while (!tree.isEmpty()) {
      assertThat(blocks.first()).as("seed %s", seed).isEqualTo(tree.first());
      blocks.remove(tree.pollFirst());
    }
    assertThat(blocks.isEmpty()).isTrue();
  }

  @Test
  void shouldEndItsWalkLikeEveryIterator() {
    SortedBlocks<Integer> blocks = new SortedBlocks<>(Comparator.<Integer>naturalOrder());
    blocks.add(1);
    Iterator<Integer> walk = blocks.iterator();
    walk.next();

    assertThat(walk.hasNext()).isFalse();
    assertThatThrownBy(walk::next).isInstanceOf(NoSuchElementException.class);
  }
}
