package dev.prioritize.simulator;

import dev.prioritize.core.model.Limits;
import java.util.List;

/**
 * The nodes of a cluster, in the order in which they register.
 *
 * @param groups at least one; 1 to {@value #MAX_NODES} nodes in all
 */
public record ClusterShape(List<NodeGroup> groups) {
  /** Nodes of a cluster. */
  public static final int MAX_NODES = 10_000;

  /**
   * Nodes alike.
   *
   * @param count how many, at least 1
   * @param gpusPerNode 1 to {@link Limits#MAX_GPUS_PER_NODE}
   */
  public record NodeGroup(int count, int gpusPerNode) {
    /** Checks the ranges. */
    public NodeGroup {
      if (count < 1
          || count > MAX_NODES
          || gpusPerNode < 1
          || gpusPerNode > Limits.MAX_GPUS_PER_NODE) {
        throw new IllegalArgumentException(
            "a group has 1 to "
                + MAX_NODES
                + " nodes of 1 to "
                + Limits.MAX_GPUS_PER_NODE
                + " GPUs, not "
                + count
                + " of "
                + gpusPerNode);
      }
    }
  }

  /** Checks the number of nodes. */
  public ClusterShape {
    groups = List.copyOf(groups);
    int nodes = groups.stream().mapToInt(NodeGroup::count).sum();
    if (nodes < 1 || nodes > MAX_NODES) {
      throw new IllegalArgumentException(
          "a cluster has 1 to " + MAX_NODES + " nodes, not " + nodes);
    }
  }

  /** A cluster of nodes all alike. */
  public static ClusterShape of(int nodes, int gpusPerNode) {
    return new ClusterShape(List.of(new NodeGroup(nodes, gpusPerNode)));
  }

  /** How many nodes. */
  public int nodes() {
    return groups.stream().mapToInt(NodeGroup::count).sum();
  }

  /** GPUs of the whole cluster. */
  public int totalGpus() {
    return groups.stream().mapToInt(group -> group.count() * group.gpusPerNode()).sum();
  }

  /** GPUs of each node if all have as many, else 0. */
  public int gpusPerNode() {
    int first = groups.get(0).gpusPerNode();
    return groups.stream().allMatch(group -> group.gpusPerNode() == first) ? first : 0;
  }

  /** For people, such as "112 nodes of 8 GPUs" or "321 nodes of 2 and 231 of 8 GPUs". */
  public String inWords() {
    StringBuilder words = new StringBuilder();
    for (NodeGroup group : groups) {
      words.append(words.isEmpty() ? "" : " and ").append(group.count());
      words.append(words.indexOf("nodes") < 0 ? " nodes of " : " of ").append(group.gpusPerNode());
    }
    return words.append(" GPUs").toString();
  }
}
