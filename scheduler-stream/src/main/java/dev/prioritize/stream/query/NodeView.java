package dev.prioritize.stream.query;

import dev.prioritize.core.state.Gpu;
import dev.prioritize.core.state.Node;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A node with its GPUs counted.
 *
 * @param node its state
 * @param inService GPUs that work, free or not
 * @param free of these, those that nobody holds
 * @param gpusByHolder GPUs that each job holds here
 * @param models of its GPUs
 */
public record NodeView(
    Node node,
    int inService,
    int free,
    SortedMap<String, Integer> gpusByHolder,
    SortedSet<String> models) {

  static NodeView of(Node node) {
    int inService = 0;
    int free = 0;
    TreeMap<String, Integer> gpusByHolder = new TreeMap<>();
    TreeSet<String> models = new TreeSet<>();
    for (Gpu gpu : node.gpus()) {
      models.add(gpu.facts().model());
      if (gpu.holderJobId() != null) {
        gpusByHolder.merge(gpu.holderJobId(), 1, Integer::sum);
      }
      inService += gpu.inService() ? 1 : 0;
      free += gpu.inService() && gpu.holderJobId() == null ? 1 : 0;
    }
    return new NodeView(node, inService, free, gpusByHolder, models);
  }

  /** The node's id. */
  public String id() {
    return node.id();
  }

  /** GPUs registered, and those that vanished while held. */
  public int gpus() {
    return node.gpus().size();
  }

  /** Whether new work may go there, in a word. */
  public String state() {
    return "ok";
  }
}
