package dev.prioritize.core.state;

import dev.prioritize.core.model.NodeFacts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** A registered node with its GPUs, sorted by index. */
public final class Node {
  private static final Comparator<Gpu> BY_INDEX =
      Comparator.comparingInt((Gpu gpu) -> gpu.facts().index()).thenComparing(Gpu::uuid);

  private final int index;
  private NodeFacts facts;
  private final List<Gpu> gpus = new ArrayList<>();

  Node(int index, NodeFacts facts) {
    this.index = index;
    this.facts = facts;
  }

  /** Its place in the order of registration, from 0. */
  public int index() {
    return index;
  }

  /** Its id, unique over all pools. */
  public String id() {
    return facts.nodeId();
  }

  /** What it last told of itself. */
  public NodeFacts facts() {
    return facts;
  }

  /** Its GPUs by index, with those that vanished while held. */
  public List<Gpu> gpus() {
    return Collections.unmodifiableList(gpus);
  }

  /** How many GPUs {@link #gpus} has. */
  public int gpuCount() {
    return gpus.size();
  }

  void report(NodeFacts newFacts) {
    facts = newFacts;
  }

  void add(Gpu gpu) {
    gpus.add(gpu);
    gpus.sort(BY_INDEX);
  }

  void remove(Gpu gpu) {
    gpus.remove(gpu);
  }

  void sortGpus() {
    gpus.sort(BY_INDEX);
  }
}
