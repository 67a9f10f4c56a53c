package dev.prioritize.benchmarks.e2e;

import dev.prioritize.schema.GpuReading;
import dev.prioritize.schema.GpuTelemetry;
import dev.prioritize.schema.NodeHeartbeat;
import dev.prioritize.schema.ReportedTaskState;
import dev.prioritize.schema.RunningAttempt;
import dev.prioritize.schema.TaskAssignment;
import dev.prioritize.schema.TaskReport;
import dev.prioritize.schema.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The nodes, each a launcher and an exporter in name: they tell what they are and run, and report
 * what their tasks do. For one thread.
 */
final class Launchers {
  /** How often each node sends its telemetry and its heartbeat. */
  static final Duration BEAT_INTERVAL = Duration.ofSeconds(10);

  private static final String MODEL = "SIM-80GB";
  private static final long MEMORY_BYTES = 80L << 30;

  private final Outbox outbox;
  private final List<List<GpuReading>> gpusByNode = new ArrayList<>();
  private final List<Map<String, RunningAttempt>> attemptsByNode = new ArrayList<>();
  private long firstBeatNanos;
  private long beats;

  Launchers(Outbox outbox, int nodes, int gpusPerNode) {
    this.outbox = outbox;
    for (int node = 0; node < nodes; node++) {
      List<GpuReading> gpus = new ArrayList<>();
      for (int index = 0; index < gpusPerNode; index++) {
        gpus.add(
            GpuReading.newBuilder()
                .setUuid("GPU-" + nodeId(node) + "-" + index)
                .setIndex(index)
                .setModel(MODEL)
                .setMemoryTotalBytes(MEMORY_BYTES)
                .setXids(List.of())
                .build());
      }
      gpusByNode.add(gpus);
      attemptsByNode.add(new LinkedHashMap<>());
    }
  }

  private static String nodeId(int node) {
    return "node-%04d".formatted(node);
  }

  private static int nodeOf(TaskAssignment task) {
    return Integer.parseInt(task.getNodeId().substring("node-".length()));
  }

  /** Every node tells what it is, which registers it. */
  void register() {
    firstBeatNanos = System.nanoTime();
    beats = gpusByNode.size();
    for (int node = 0; node < gpusByNode.size(); node++) {
      beat(node);
    }
  }

  /** Telemetry and heartbeats that have become due, evenly spread over the interval. */
  void beatWhenDue() {
    int nodes = gpusByNode.size();
    long since = System.nanoTime() - firstBeatNanos;
    long due = nodes + (long) ((double) since / BEAT_INTERVAL.toNanos() * nodes);
    for (; beats < due; beats++) {
      beat((int) (beats % nodes));
    }
  }

  private void beat(int node) {
    String id = nodeId(node);
    long now = System.currentTimeMillis();
    outbox.send(
        Topic.GPU_TELEMETRY,
        id,
        new GpuTelemetry(id, BenchCluster.POOL, now, "", gpusByNode.get(node)));
    outbox.send(
        Topic.NODE_HEARTBEATS,
        id,
        new NodeHeartbeat(
            id,
            BenchCluster.POOL,
            id + ".bench",
            List.of(),
            "",
            new ArrayList<>(attemptsByNode.get(node).values()),
            now));
  }

  /** The task runs. */
  void started(TaskAssignment task) {
    attemptsByNode
        .get(nodeOf(task))
        .put(
            task.getJobId(),
            new RunningAttempt(task.getJobId(), task.getAttempt(), task.getEpoch()));
    report(task, ReportedTaskState.STARTED);
  }

  /** The task has ended well. */
  void succeeded(TaskAssignment task) {
    attemptsByNode.get(nodeOf(task)).remove(task.getJobId());
    report(task, ReportedTaskState.SUCCEEDED);
  }

  private void report(TaskAssignment task, ReportedTaskState state) {
    outbox.send(
        Topic.JOB_REPORTS,
        BenchCluster.POOL,
        new TaskReport(
            BenchCluster.POOL,
            task.getJobId(),
            task.getAttempt(),
            task.getEpoch(),
            task.getNodeId(),
            state,
            0,
            "",
            System.currentTimeMillis()));
  }
}
