package dev.prioritize.core.placement;

import dev.prioritize.core.model.Limits;
import dev.prioritize.core.model.PlacementRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How many GPUs of one wanted model each node has in service and free: all that decides whether and
 * where a gang fits. The ledger keeps one for each model; a reservation works on a copy.
 *
 * <p>Goals, in order: all or nothing; as few nodes as possible; leave whole nodes free.
 *
 * <p>Algorithm for a gang of n GPUs:
 *
 * <ol>
 *   <li>One node that holds all n: the one with the fewest free GPUs (best fit).
 *   <li>Else whole free nodes, the largest first, none larger than what is still missing; then the
 *       rest r on one other node, best fit.
 *   <li>Else, if the gang may be spread: the nodes with the most free GPUs first.
 * </ol>
 *
 * Ties go to the lowest node index, the order of registration. On equal nodes of g GPUs this is
 * {@code n = q × g + r}: the q first free nodes, and best fit for r.
 *
 * <p>Example, nodes of 8 with 8, 3, 8, 5 free: n = 4 goes to node 3; n = 11 to nodes 0 and 1 (3 are
 * just enough for the rest); n = 19 to nodes 0, 2 and 1; n = 22 does not fit unless spread.
 *
 * <p>If a gang does not fit, it does not fit with fewer GPUs free either; a pass relies on it.
 * {@link #fits} costs O(GPUs per node), {@link #place} O(nodes). What this does not try to do: know
 * racks or NVLink domains.
 */
public final class CapacityView {
  private int[] capacity = new int[16];
  private int[] free = new int[16];
  private int nodeCount;
  private final int[] nodesByFree = new int[Limits.MAX_GPUS_PER_NODE + 1];
  private final int[] partlyFreeNodesByFree = new int[Limits.MAX_GPUS_PER_NODE + 1];
  private int totalCapacity;
  private int totalFree;
  private int wholeFreeGpus;

  /** No node ever had more GPUs than this; bounds the search by size. */
  private int largestNode;

  /** A view of no nodes. */
  public CapacityView() {}

  private CapacityView(CapacityView other) {
    capacity = Arrays.copyOf(other.capacity, other.capacity.length);
    free = Arrays.copyOf(other.free, other.free.length);
    nodeCount = other.nodeCount;
    System.arraycopy(other.nodesByFree, 0, nodesByFree, 0, nodesByFree.length);
    System.arraycopy(
        other.partlyFreeNodesByFree, 0, partlyFreeNodesByFree, 0, partlyFreeNodesByFree.length);
    totalCapacity = other.totalCapacity;
    totalFree = other.totalFree;
    wholeFreeGpus = other.wholeFreeGpus;
    largestNode = other.largestNode;
  }

  /** A copy that changes by itself. */
  public CapacityView copy() {
    return new CapacityView(this);
  }

  /** GPUs in service, free or not. */
  public int totalCapacity() {
    return totalCapacity;
  }

  /** GPUs in service and free. */
  public int totalFree() {
    return totalFree;
  }

  /** GPUs on nodes that are wholly free. */
  public int wholeFreeGpus() {
    return wholeFreeGpus;
  }

  /** The most GPUs that a node ever had in service. */
  public int largestNode() {
    return largestNode;
  }

  /** Free GPUs of a node, 0 if the view does not know it. */
  public int free(int nodeIndex) {
    return nodeIndex < nodeCount ? free[nodeIndex] : 0;
  }

  /** GPUs in service of a node, 0 if the view does not know it. */
  public int capacity(int nodeIndex) {
    return nodeIndex < nodeCount ? capacity[nodeIndex] : 0;
  }

  /** Sets what a node has; unknown nodes below the index have nothing. */
  public void set(int nodeIndex, int newCapacity, int newFree) {
    if (newFree < 0 || newFree > newCapacity || newCapacity > Limits.MAX_GPUS_PER_NODE) {
      throw new IllegalArgumentException(
          "node " + nodeIndex + ": " + newFree + " free of " + newCapacity + " GPUs");
    }
    growTo(nodeIndex + 1);
    largestNode = Math.max(largestNode, newCapacity);
    count(nodeIndex, -1);
    capacity[nodeIndex] = newCapacity;
    free[nodeIndex] = newFree;
    count(nodeIndex, 1);
  }

  /** Takes free GPUs of a node (delta below 0) or gives them back (above 0). */
  public void addFree(int nodeIndex, int delta) {
    set(nodeIndex, capacity(nodeIndex), free(nodeIndex) + delta);
  }

  private void growTo(int nodes) {
    if (nodes > capacity.length) {
      int size = Math.max(nodes, 2 * capacity.length);
      capacity = Arrays.copyOf(capacity, size);
      free = Arrays.copyOf(free, size);
    }
    while (nodeCount < nodes) {
      count(nodeCount, 1);
      nodeCount++;
    }
  }

  private void count(int nodeIndex, int sign) {
    int gpus = capacity[nodeIndex];
    int idle = free[nodeIndex];
    nodesByFree[idle] += sign;
    totalCapacity += sign * gpus;
    totalFree += sign * idle;
    if (idle == gpus) {
      wholeFreeGpus += sign * idle;
    } else {
      partlyFreeNodesByFree[idle] += sign;
    }
  }

  /** True if {@link #place} would find a place. */
  public boolean fits(int gpus, PlacementRule rule) {
    if (gpus > totalFree) {
      return false;
    }
    return rule == PlacementRule.SPREAD
        || gpus <= wholeFreeGpus
        || anyFrom(nodesByFree, gpus)
        || anyFrom(partlyFreeNodesByFree, gpus - wholeFreeGpus);
  }

  private boolean anyFrom(int[] nodesBy, int least) {
    return smallestFrom(nodesBy, least) >= 0;
  }

  private int smallestFrom(int[] nodesBy, int least) {
    for (int gpus = least; gpus <= largestNode; gpus++) {
      if (nodesBy[gpus] > 0) {
        return gpus;
      }
    }
    return -1;
  }

  /**
   * Where a gang would go now; changes nothing.
   *
   * @param gpus at least 1
   * @return its shares by node rank, or null if it does not fit
   */
  public List<NodeShare> place(int gpus, PlacementRule rule) {
    if (!fits(gpus, rule)) {
      return null;
    }
    int bestFit = smallestFrom(nodesByFree, gpus);
    if (bestFit >= 0) {
      return List.of(new NodeShare(firstWithFree(bestFit), gpus));
    }
    List<NodeShare> shares = placeOnWholeNodes(gpus);
    return shares != null ? shares : placeSpread(gpus);
  }

  private int firstWithFree(int wanted) {
    int node = 0;
    while (free[node] != wanted) {
      node++;
    }
    return node;
  }

  private List<NodeShare> placeOnWholeNodes(int gpus) {
    List<NodeShare> shares = new ArrayList<>();
    boolean[] taken = new boolean[nodeCount];
    int missing = gpus;
    for (int size = Math.min(missing, largestNode); size > 0; size--) {
      if (nodesByFree[size] == 0) {
        continue;
      }
      for (int node = 0; node < nodeCount && size <= missing; node++) {
        if (free[node] == size && capacity[node] == size) {
          shares.add(new NodeShare(node, size));
          taken[node] = true;
          missing -= size;
        }
      }
    }
    if (missing == 0) {
      return shares;
    }
    int rest = bestFitExcept(taken, missing);
    if (rest < 0) {
      return null;
    }
    shares.add(new NodeShare(rest, missing));
    return shares;
  }

  private int bestFitExcept(boolean[] taken, int gpus) {
    int best = -1;
    for (int node = 0; node < nodeCount; node++) {
      if (!taken[node] && free[node] >= gpus && (best < 0 || free[node] < free[best])) {
        best = node;
      }
    }
    return best;
  }

  private List<NodeShare> placeSpread(int gpus) {
    List<NodeShare> shares = new ArrayList<>();
    int missing = gpus;
    for (int size = largestNode; missing > 0; size--) {
      if (nodesByFree[size] == 0) {
        continue;
      }
      for (int node = 0; node < nodeCount && missing > 0; node++) {
        if (free[node] == size) {
          int share = Math.min(size, missing);
          shares.add(new NodeShare(node, share));
          missing -= share;
        }
      }
    }
    return shares;
  }
}
