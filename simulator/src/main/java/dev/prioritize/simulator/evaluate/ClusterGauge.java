package dev.prioritize.simulator.evaluate;

import dev.prioritize.core.event.Event;
import dev.prioritize.core.model.NodeFacts;
import dev.prioritize.core.model.TaskPlacement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which GPUs are held at the moment, as the events tell. */
final class ClusterGauge {
  private final Map<String, Integer> nodeIndexes = new HashMap<>();
  private final List<Integer> gpusByNode = new ArrayList<>();
  private final Map<String, List<TaskPlacement>> running = new HashMap<>();
  private int[] held = new int[0];
  private int totalGpus;
  private int heldGpus;
  private int freeOnPartlyUsedNodes;
  private int waiting;

  /** Takes in the next event. */
  void apply(Event event) {
    if (event instanceof Event.JobPlaced placed) {
      running.put(placed.jobId(), placed.tasks());
      placed.tasks().forEach(task -> hold(task, 1));
    } else if (event instanceof Event.JobFinished finished) {
      release(finished.jobId());
    } else if (event instanceof Event.JobRequeued requeued) {
      release(requeued.jobId());
    } else if (event instanceof Event.PassFinished pass) {
      waiting = pass.pendingJobs();
    } else if (event instanceof Event.NodeRegistered node) {
      register(node.facts());
    }
  }

  /** A node that was removed and comes again keeps its place and its GPUs. */
  private void register(NodeFacts node) {
    if (nodeIndexes.putIfAbsent(node.nodeId(), gpusByNode.size()) == null) {
      gpusByNode.add(node.gpus().size());
      totalGpus += node.gpus().size();
      held = Arrays.copyOf(held, gpusByNode.size());
    }
  }

  private void release(String jobId) {
    List<TaskPlacement> tasks = running.remove(jobId);
    if (tasks != null) {
      tasks.forEach(task -> hold(task, -1));
    }
  }

  private void hold(TaskPlacement task, int sign) {
    int node = nodeIndexes.get(task.nodeId());
    int gpus = sign * task.gpuUuids().size();
    freeOnPartlyUsedNodes -= freeIfPartlyUsed(node);
    held[node] += gpus;
    heldGpus += gpus;
    freeOnPartlyUsedNodes += freeIfPartlyUsed(node);
  }

  private int freeIfPartlyUsed(int node) {
    return held[node] == 0 ? 0 : gpusByNode.get(node) - held[node];
  }

  int nodes() {
    return held.length;
  }

  int gpusOf(int node) {
    return gpusByNode.get(node);
  }

  int heldOn(int node) {
    return held[node];
  }

  int totalGpus() {
    return totalGpus;
  }

  int heldGpus() {
    return heldGpus;
  }

  int freeOnPartlyUsedNodes() {
    return freeOnPartlyUsedNodes;
  }

  /** Jobs that waited after the last pass. */
  int waiting() {
    return waiting;
  }
}
