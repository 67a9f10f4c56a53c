package dev.prioritize.stream.query;

import dev.prioritize.core.state.Gpu;
import dev.prioritize.core.state.Node;
import dev.prioritize.core.state.NodeStanding;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A node with its GPUs counted.
 *
 * @param node its state
 * @param inService GPUs that jobs may get, now or once they are free; none if something keeps work
 *     from the node
 * @param free of these, those that no job holds
 * @param gpusByHolder GPUs that each job holds here
 * @param models of its GPUs
 */
public record NodeView(
    Node node,
    int inService,
    int free,
    SortedMap<String, Integer> gpusByHolder,
    SortedSet<String> models) {

  /** What may keep new work from a node. */
  public enum Obstacle {
    /** It is gone for good; jobs still hold GPUs of it. */
    REMOVED,
    /** It is not heard. */
    SILENT,
    /** An operator keeps work from it. */
    DRAINED,
    /** Too many jobs failed on it; ends by itself. */
    QUARANTINED,
    /** It refused a task or did not answer; ends by itself. */
    COOLING_DOWN
  }

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
      if (gpu.takesWork()) {
        inService++;
        free += gpu.holderJobId() == null ? 1 : 0;
      }
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

  /** True if an operator keeps work from it. */
  public boolean isDrained() {
    return node.standing().drainReason() != null;
  }

  /** What keeps new work from the node; empty if nothing does. */
  public SortedSet<Obstacle> obstacles() {
    NodeStanding standing = node.standing();
    TreeSet<Obstacle> obstacles = new TreeSet<>();
    if (standing.removed()) {
      obstacles.add(Obstacle.REMOVED);
    }
    if (standing.silent()) {
      obstacles.add(Obstacle.SILENT);
    }
    if (isDrained()) {
      obstacles.add(Obstacle.DRAINED);
    }
    if (standing.quarantinedUntilMillis() != 0) {
      obstacles.add(Obstacle.QUARANTINED);
    }
    if (standing.cooledDownUntilMillis() != 0) {
      obstacles.add(Obstacle.COOLING_DOWN);
    }
    return obstacles;
  }
}
