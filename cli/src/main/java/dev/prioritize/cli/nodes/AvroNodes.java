package dev.prioritize.cli.nodes;

import dev.prioritize.core.command.Command.ReportTask;
import dev.prioritize.core.model.AttemptRef;
import dev.prioritize.core.model.Inventory;
import dev.prioritize.core.model.TaskState;
import dev.prioritize.schema.AssignmentAction;
import dev.prioritize.schema.GpuReading;
import dev.prioritize.schema.GpuTelemetry;
import dev.prioritize.schema.LabelValue;
import dev.prioritize.schema.NodeHeartbeat;
import dev.prioritize.schema.ReportedTaskState;
import dev.prioritize.schema.RunningAttempt;
import dev.prioritize.schema.TaskAssignment;
import dev.prioritize.schema.TaskReport;
import dev.prioritize.simulator.FaultPlan;
import dev.prioritize.simulator.FaultTimes;
import dev.prioritize.simulator.FaultyNode;
import dev.prioritize.simulator.FaultyNodes;
import dev.prioritize.simulator.NodeFault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * {@link FaultyNodes} as the topics know them: they read assignments and write reports, heartbeats
 * and telemetry. The same assignments at the same times give the same records.
 *
 * <p>Not thread-safe.
 */
public final class AvroNodes {
  /** The model of their GPUs, which no real GPU has. */
  public static final String MODEL = "SIM-80GB";

  /** What their ids begin with unless something else is asked for. */
  public static final String PREFIX = "node";

  private static final long MEMORY_BYTES = 80L << 30;
  private static final int NODES_PER_RACK = 4;

  /** Fallen off the bus. */
  private static final int XID = 79;

  /** What was told of a node's GPUs last. */
  private record GpusTold(int boots, Set<String> broken) {}

  private final String pool;
  private final ToLongFunction<TaskAssignment> taskMillis;
  private final NodeOutput output;
  private final FaultyNodes nodes;
  private final Map<String, String> racks = new HashMap<>();
  private final Map<String, Inventory> inventoriesTold = new HashMap<>();
  private final Map<String, GpusTold> gpusTold = new HashMap<>();

  /**
   * Nodes that run nothing yet.
   *
   * @param prefix what their ids begin with
   * @param taskMillis how long a task runs, at least 1
   */
  public AvroNodes(
      String pool,
      String prefix,
      int nodeCount,
      int gpusPerNode,
      FaultPlan plan,
      FaultTimes times,
      ToLongFunction<TaskAssignment> taskMillis,
      NodeOutput output) {
    this.pool = pool;
    this.taskMillis = taskMillis;
    this.output = output;
    Map<String, List<String>> gpusByNode = new TreeMap<>();
    for (int index = 0; index < nodeCount; index++) {
      String nodeId = nodeId(prefix, index);
      List<String> uuids = new ArrayList<>();
      for (int gpu = 0; gpu < gpusPerNode; gpu++) {
        uuids.add("GPU-" + nodeId + "-" + gpu);
      }
      gpusByNode.put(nodeId, uuids);
      racks.put(nodeId, "rack-" + index / NODES_PER_RACK);
    }
    this.nodes = new FaultyNodes(gpusByNode, plan, times, new Told());
  }

  /** The id of the node of this index, from 0. */
  public static String nodeId(String prefix, int index) {
    return "%s-%04d".formatted(prefix, index);
  }

  private final class Told implements FaultyNodes.Output {
    @Override
    public void report(ReportTask report, long atMillis) {
      output.report(
          new TaskReport(
              pool,
              report.jobId(),
              report.attempt(),
              report.epoch(),
              report.nodeId(),
              ReportedTaskState.valueOf(report.state().name()),
              report.exitCode(),
              report.message(),
              atMillis));
    }

    @Override
    public void silence(String nodeId, boolean silent, long atMillis) {
      output.silence(nodeId, silent, atMillis);
    }
  }

  /** How many faults of each kind have come about; kinds that have not are missing. */
  public Map<NodeFault, Integer> injected() {
    return nodes.injected();
  }

  /** Tasks that still ran when a newer START came for their GPUs. */
  public int overtaken() {
    return nodes.overtaken();
  }

  /** When the nodes do something by themselves next, or Long.MAX_VALUE. */
  public long nextActionMillis() {
    return nodes.nextActionMillis();
  }

  /** Does all that is due by now. */
  public void advanceTo(long atMillis) {
    nodes.advanceTo(atMillis);
  }

  /**
   * An assignment has come; a node that is not up reads it later, and one for others is nothing.
   */
  public void take(TaskAssignment assignment) {
    if (!racks.containsKey(assignment.getNodeId())) {
      return;
    }
    nodes.take(
        assignment.getAction() == AssignmentAction.START
            ? new FaultyNodes.Start(
                assignment.getNodeId(),
                assignment.getJobId(),
                assignment.getAttempt(),
                assignment.getEpoch(),
                assignment.getGpuUuids(),
                taskMillis.applyAsLong(assignment),
                TaskState.SUCCEEDED)
            : new FaultyNodes.Stop(
                assignment.getNodeId(), assignment.getJobId(), assignment.getEpoch()));
  }

  /** Every node that is up tells what it runs; {@code onlyIfNew}: if that has changed. */
  public void sendHeartbeats(boolean onlyIfNew) {
    for (FaultyNode node : nodes.nodes()) {
      Inventory inventory = node.inventory();
      if (node.isUp() && !(onlyIfNew && inventory.equals(inventoriesTold.get(node.id())))) {
        inventoriesTold.put(node.id(), inventory);
        output.heartbeat(heartbeat(node.id(), inventory));
      }
    }
  }

  private NodeHeartbeat heartbeat(String nodeId, Inventory inventory) {
    List<RunningAttempt> attempts = new ArrayList<>();
    for (AttemptRef attempt : inventory.attempts()) {
      attempts.add(new RunningAttempt(attempt.jobId(), attempt.attempt(), attempt.epoch()));
    }
    return new NodeHeartbeat(
        nodeId,
        pool,
        nodeId + ".demo",
        List.of(new LabelValue("rack", racks.get(nodeId))),
        inventory.launcherId(),
        attempts,
        nodes.nowMillis());
  }

  /** Every node that is up reads its GPUs; {@code onlyIfNew}: if their health has changed. */
  public void sendTelemetry(boolean onlyIfNew) {
    for (FaultyNode node : nodes.nodes()) {
      GpusTold last = gpusTold.get(node.id());
      boolean isNew = last == null || !last.broken().equals(node.brokenGpus());
      if (node.isUp() && (isNew || !onlyIfNew)) {
        output.telemetry(telemetry(node, last));
        gpusTold.put(node.id(), new GpusTold(node.boots(), Set.copyOf(node.brokenGpus())));
      }
    }
  }

  private GpuTelemetry telemetry(FaultyNode node, GpusTold last) {
    List<GpuReading> readings = new ArrayList<>();
    for (String uuid : node.gpuUuids()) {
      boolean told = last != null && last.boots() == node.boots() && last.broken().contains(uuid);
      readings.add(
          GpuReading.newBuilder()
              .setUuid(uuid)
              .setIndex(readings.size())
              .setModel(MODEL)
              .setMemoryTotalBytes(MEMORY_BYTES)
              .setXids(node.brokenGpus().contains(uuid) && !told ? List.of(XID) : List.of())
              .build());
    }
    return new GpuTelemetry(
        node.id(), pool, nodes.nowMillis(), node.id() + "-boot-" + node.boots(), readings);
  }
}
