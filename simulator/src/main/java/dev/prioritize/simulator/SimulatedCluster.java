package dev.prioritize.simulator;

import dev.prioritize.core.model.GpuFacts;
import dev.prioritize.core.model.NodeFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The nodes of a workload's cluster, in the order in which they register. */
public final class SimulatedCluster {
  /** Model of every GPU. */
  public static final String GPU_MODEL = "SIM";

  private static final long MEMORY_UNKNOWN = 0;

  private SimulatedCluster() {}

  /** The nodes: node-000, node-001 and so on. */
  public static List<NodeFacts> nodes(Workload workload) {
    List<NodeFacts> nodes = new ArrayList<>(workload.nodes());
    for (ClusterShape.NodeGroup group : workload.cluster().groups()) {
      for (int i = 0; i < group.count(); i++) {
        int node = nodes.size();
        String nodeId = String.format(Locale.ROOT, "node-%03d", node);
        nodes.add(new NodeFacts(nodeId, nodeId, List.of(), gpus(node, group.gpusPerNode())));
      }
    }
    return nodes;
  }

  private static List<GpuFacts> gpus(int node, int count) {
    List<GpuFacts> gpus = new ArrayList<>(count);
    for (int index = 0; index < count; index++) {
      String uuid = String.format(Locale.ROOT, "GPU-%08x-0000-0000-0000-%012x", node, index);
      gpus.add(new GpuFacts(uuid, index, GPU_MODEL, MEMORY_UNKNOWN, true));
    }
    return gpus;
  }
}
