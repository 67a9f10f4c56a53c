package dev.prioritize.core.state;

import dev.prioritize.core.model.GpuFacts;
import dev.prioritize.core.model.NodeFacts;
import dev.prioritize.core.model.Shape;
import dev.prioritize.core.placement.CapacityView;
import dev.prioritize.core.placement.NodeShare;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The one book of GPUs: by UUID, who holds each. The counts that placement works on are views of
 * it, recounted node by node from the GPUs themselves at each change.
 */
public final class GpuLedger {
  private static final CapacityView NOTHING = new CapacityView();

  private final List<Node> nodes = new ArrayList<>();
  private final Map<String, Node> nodesById = new HashMap<>();
  private final Map<String, Gpu> gpus = new HashMap<>();
  private final Map<String, List<List<Gpu>>> gpusByHolder = new HashMap<>();
  private final TreeMap<String, CapacityView> views = new TreeMap<>();
  private final TreeMap<String, Integer> registeredGpus = new TreeMap<>();

  private final TreeSet<String> heldBackNodeIds = new TreeSet<>();

  GpuLedger() {
    views.put(Shape.ANY_MODEL, new CapacityView());
  }

  /** All nodes in order of registration. */
  public List<Node> nodes() {
    return Collections.unmodifiableList(nodes);
  }

  /** The node with this id, or null. */
  public Node node(String nodeId) {
    return nodesById.get(nodeId);
  }

  /** Nodes in a cool-down or a quarantine, sorted. */
  public SortedSet<String> heldBackNodeIds() {
    return Collections.unmodifiableSortedSet(heldBackNodeIds);
  }

  /** Nodes in quarantine now. */
  public int quarantinedNodes() {
    int quarantined = 0;
    for (String nodeId : heldBackNodeIds) {
      quarantined += nodesById.get(nodeId).standing().quarantinedUntilMillis() != 0 ? 1 : 0;
    }
    return quarantined;
  }

  /** The GPU with this UUID, or null. */
  public Gpu gpu(String uuid) {
    return gpus.get(uuid);
  }

  /**
   * What is in service and free of a model.
   *
   * @param model a model, or {@link Shape#ANY_MODEL}
   * @return a live view; callers must not change it
   */
  public CapacityView view(String model) {
    return views.getOrDefault(model, NOTHING);
  }

  /** GPUs of a model on all registered nodes, whatever their health. */
  public int registeredGpus(String model) {
    return registeredGpus.getOrDefault(model, 0);
  }

  /**
   * The very GPUs that a placement would take: of each node the free ones of the lowest index.
   *
   * @param shares a placement found on {@link #view} of the same model
   */
  public List<List<Gpu>> pick(List<NodeShare> shares, String model) {
    List<List<Gpu>> picked = new ArrayList<>(shares.size());
    for (NodeShare share : shares) {
      List<Gpu> onNode = new ArrayList<>(share.gpus());
      for (Gpu gpu : nodes.get(share.nodeIndex()).gpus()) {
        if (onNode.size() < share.gpus() && isFree(gpu) && gpu.isOfModel(model)) {
          onNode.add(gpu);
        }
      }
      picked.add(onNode);
    }
    return picked;
  }

  private static boolean isFree(Gpu gpu) {
    return gpu.takesWork() && gpu.holderJobId() == null;
  }

  void register(NodeFacts facts) {
    int order = nodes.isEmpty() ? 0 : nodes.get(nodes.size() - 1).order() + 1;
    restore(new NodeEntry(order, facts, NodeStanding.GOOD));
  }

  /** Adds a node after all that are there. */
  void restore(NodeEntry entry) {
    NodeFacts facts = entry.facts();
    NodeFacts nothing = new NodeFacts(facts.nodeId(), "", List.of(), List.of());
    Node node = new Node(entry.order(), nothing, entry.standing());
    node.moveTo(nodes.size());
    if (entry.standing().isHeldBack()) {
      heldBackNodeIds.add(facts.nodeId());
    }
    nodes.add(node);
    nodesById.put(facts.nodeId(), node);
    update(facts);
  }

  void stand(String nodeId, NodeStanding standing) {
    Node node = nodesById.get(nodeId);
    countRegistered(node, -1);
    node.stand(standing);
    countRegistered(node, 1);
    if (standing.isHeldBack()) {
      heldBackNodeIds.add(nodeId);
    } else {
      heldBackNodeIds.remove(nodeId);
    }
    recount(node);
    dropIfRemoved(node);
  }

  /** A removed node leaves once nothing of it is held; those after it move up. */
  private void dropIfRemoved(Node node) {
    if (!node.standing().removed() || node.isHeld()) {
      return;
    }
    nodes.remove(node.index());
    nodesById.remove(node.id());
    node.gpus().forEach(gpu -> gpus.remove(gpu.uuid()));
    views.replaceAll((model, view) -> new CapacityView());
    for (int index = 0; index < nodes.size(); index++) {
      nodes.get(index).moveTo(index);
      recount(nodes.get(index));
    }
  }

  void update(NodeFacts facts) {
    Node node = nodesById.get(facts.nodeId());
    countRegistered(node, -1);
    node.report(facts);
    countRegistered(node, 1);
    for (GpuFacts gpuFacts : facts.gpus()) {
      Gpu known = gpus.get(gpuFacts.uuid());
      if (known == null) {
        addGpu(node, gpuFacts);
      } else {
        known.report(gpuFacts);
      }
    }
    for (Gpu gpu : List.copyOf(node.gpus())) {
      if (!facts.gpus().contains(gpu.facts())) {
        gpu.vanish();
        dropIfGone(gpu);
      }
    }
    node.sortGpus();
    recount(node);
  }

  private Gpu addGpu(Node node, GpuFacts facts) {
    Gpu gpu = new Gpu(node, facts);
    gpus.put(gpu.uuid(), gpu);
    node.add(gpu);
    return gpu;
  }

  private void dropIfGone(Gpu gpu) {
    if (gpu.vanished() && gpu.holderJobId() == null) {
      gpu.node().remove(gpu);
      gpus.remove(gpu.uuid());
    }
  }

  private void countRegistered(Node node, int sign) {
    if (node.standing().removed()) {
      return;
    }
    for (GpuFacts gpu : node.facts().gpus()) {
      registeredGpus.merge(Shape.ANY_MODEL, sign, Integer::sum);
      registeredGpus.merge(gpu.model(), sign, Integer::sum);
    }
  }

  /** The GPUs that a job holds, task by task; null if it holds none. */
  public List<List<Gpu>> heldBy(String jobId) {
    return gpusByHolder.get(jobId);
  }

  void hold(Job job) {
    List<List<Gpu>> held = new ArrayList<>(job.attempt().tasks().size());
    for (TaskRun task : job.attempt().tasks()) {
      Node node = nodesById.get(task.nodeId());
      List<Gpu> onNode = new ArrayList<>(task.gpuUuids().size());
      for (String uuid : task.gpuUuids()) {
        Gpu gpu = gpus.get(uuid);
        if (gpu == null) {
          gpu = addVanished(node, uuid);
        }
        gpu.hold(job.id());
        onNode.add(gpu);
      }
      held.add(onNode);
      recount(node);
    }
    gpusByHolder.put(job.id(), held);
  }

  /** A GPU that left its node while held: known only from the attempt after a restart. */
  private Gpu addVanished(Node node, String uuid) {
    Gpu gpu = addGpu(node, new GpuFacts(uuid, Integer.MAX_VALUE, "vanished", 0, false));
    gpu.vanish();
    return gpu;
  }

  void release(Job job) {
    for (List<Gpu> onNode : gpusByHolder.remove(job.id())) {
      for (Gpu gpu : onNode) {
        gpu.release(job.id());
        dropIfGone(gpu);
      }
      Node node = onNode.get(0).node();
      recount(node);
      dropIfRemoved(node);
    }
  }

  private void recount(Node node) {
    for (Gpu gpu : node.gpus()) {
      views.computeIfAbsent(gpu.facts().model(), model -> new CapacityView());
    }
    for (Map.Entry<String, CapacityView> view : views.entrySet()) {
      int capacity = 0;
      int free = 0;
      for (Gpu gpu : node.gpus()) {
        if (gpu.takesWork() && gpu.isOfModel(view.getKey())) {
          capacity++;
          free += gpu.holderJobId() == null ? 1 : 0;
        }
      }
      view.getValue().set(node.index(), capacity, free);
    }
  }
}
