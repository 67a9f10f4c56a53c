package dev.prioritize.simulator;

import dev.prioritize.core.model.Limits;
import dev.prioritize.simulator.ClusterShape.NodeGroup;
import dev.prioritize.simulator.WorkloadException.Reason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A JSON file with a cluster of unequal nodes, such as {@code {"groups": [{"nodes": 321,
 * "gpus_per_node": 2}, {"nodes": 231, "gpus_per_node": 8}]}}. They register in this order.
 */
public final class ClusterFile {
  private ClusterFile() {}

  /**
   * Reads the cluster.
   *
   * @throws WorkloadException if the file is missing or malformed
   */
  public static ClusterShape read(Path file) {
    List<NodeGroup> groups = new ArrayList<>();
    long nodes = 0;
    for (JsonFields group : JsonFields.read(file).objects("groups")) {
      int count = (int) group.integer("nodes", 1, ClusterShape.MAX_NODES);
      groups.add(
          new NodeGroup(count, (int) group.integer("gpus_per_node", 1, Limits.MAX_GPUS_PER_NODE)));
      nodes += count;
    }
    if (nodes > ClusterShape.MAX_NODES) {
      throw new WorkloadException(
          Reason.JSON_MALFORMED,
          file + ": " + nodes + " nodes are too many; use at most " + ClusterShape.MAX_NODES);
    }
    return new ClusterShape(groups);
  }
}
