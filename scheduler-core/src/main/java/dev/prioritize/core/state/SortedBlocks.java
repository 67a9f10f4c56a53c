package dev.prioritize.core.state;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * A sorted collection made to be walked: short sorted arrays, one after another. Adding and
 * removing cost about what they do in a tree, but a walk reads references that lie side by side,
 * where a tree waits for the memory at each step; with thousands of items it is several times as
 * fast.
 */
final class SortedBlocks<T> implements Iterable<T> {
  /** Large enough that blocks are few, small enough that moving half of one costs little. */
  private static final int MAX_BLOCK_SIZE = 256;

  private final Comparator<T> order;

  /** None is empty. */
  private final List<List<T>> blocks = new ArrayList<>();

  /**
   * @param order total
   */
  SortedBlocks(Comparator<T> order) {
    this.order = order;
  }

  boolean isEmpty() {
    return blocks.isEmpty();
  }

  /** The first item; there must be one. */
  T first() {
    return blocks.get(0).get(0);
  }

  void add(T item) {
    if (blocks.isEmpty()) {
      blocks.add(new ArrayList<>(List.of(item)));
      return;
    }
    int index = Math.min(blockOf(item), blocks.size() - 1);
    List<T> block = blocks.get(index);
    int at = Collections.binarySearch(block, item, order);
    block.add(at < 0 ? -1 - at : at, item);
    if (block.size() > MAX_BLOCK_SIZE) {
      split(index);
    }
  }

  /** Removes an item; false if it is not here. */
  boolean remove(T item) {
    int index = blockOf(item);
    if (index == blocks.size()) {
      return false;
    }
    List<T> block = blocks.get(index);
    int at = Collections.binarySearch(block, item, order);
    if (at < 0) {
      return false;
    }
    block.remove(at);
    if (block.isEmpty()) {
      blocks.remove(index);
    }
    return true;
  }

  /** The first block that does not end before the item, or the number of blocks. */
  private int blockOf(T item) {
    int low = 0;
    int high = blocks.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      List<T> block = blocks.get(middle);
      if (order.compare(block.get(block.size() - 1), item) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void split(int index) {
    List<T> block = blocks.get(index);
    List<T> tail = block.subList(block.size() / 2, block.size());
    blocks.add(index + 1, new ArrayList<>(tail));
    tail.clear();
  }

  @Override
  public Iterator<T> iterator() {
    return new Iterator<>() {
      private int block;
      private int at;

      @Override
      public boolean hasNext() {
        return block < blocks.size();
      }

      @Override
      public T next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        List<T> items = blocks.get(block);
        T item = items.get(at);
        at++;
        if (at == items.size()) {
          block++;
          at = 0;
        }
        return item;
      }
    };
  }
}
