package dev.prioritize.core.state;

import dev.prioritize.core.model.NodeFacts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** A registered node with its GPUs, sorted by index. */
public final class Node {
  private static final Comparator<Gpu> BY_INDEX =
      Comparator.comparingInt((Gpu gpu) -> gpu.facts().index()).thenComparing(Gpu::uuid);

  private final int order;
  private int index;
  private NodeFacts facts;
  private NodeStanding standing;
  private final List<Gpu> gpus = new ArrayList<>();

  Node(int order, NodeFacts facts, NodeStanding standing) {
    this.order = order;
    this.facts = facts;
    this.standing = standing;
  }

  /** Counts registrations; above that of every node registered before. */
  public int order() {
    return order;
  }

  /** Its place among the nodes that there are, by {@link #order()}, from 0. */
  public int index() {
    return index;
  }

  /** What keeps new work from it. */
  public NodeStanding standing() {
    return standing;
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

  /** The node as it is stored. */
  public NodeEntry entry() {
    return new NodeEntry(order, facts, standing);
  }

  void report(NodeFacts newFacts) {
    facts = newFacts;
  }

  void stand(NodeStanding newStanding) {
    standing = newStanding;
  }

  void moveTo(int newIndex) {
    index = newIndex;
  }

  /** True if a job holds any of its GPUs. */
  public boolean isHeld() {
    return gpus.stream().anyMatch(gpu -> gpu.holderJobId() != null);
  }

  /** The jobs that hold GPUs of it, each once, by GPU index. */
  public List<String> holders() {
    return gpus.stream().map(Gpu::holderJobId).filter(Objects::nonNull).distinct().toList();
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
