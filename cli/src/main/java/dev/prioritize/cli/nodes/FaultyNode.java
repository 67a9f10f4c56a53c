package dev.prioritize.cli.nodes;

import dev.prioritize.schema.GpuReading;
import dev.prioritize.schema.GpuTelemetry;
import dev.prioritize.schema.LabelValue;
import dev.prioritize.schema.NodeHeartbeat;
import dev.prioritize.schema.RunningAttempt;
import dev.prioritize.schema.TaskAssignment;
import dev.prioritize.schema.TaskReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** One node: what runs there, what it remembers, and whether it is up. */
final class FaultyNode {
  private static final String MODEL = "SIM-80GB";
  private static final long MEMORY_BYTES = 80L << 30;
  private static final int NODES_PER_RACK = 4;

  /** Fallen off the bus. */
  private static final int XID = 79;

  private enum Condition {
    UP,
    SILENT,
    DOWN
  }

  private final String pool;
  private final String id;
  private final String rack;
  private final List<String> gpuUuids = new ArrayList<>();
  private final TreeMap<String, RunningTask> tasksByJob = new TreeMap<>();

  /** Kept on disk by a launcher, so that it outlives it. */
  private final Map<String, Long> highestEpochs = new TreeMap<>();

  private final TreeSet<String> brokenGpus = new TreeSet<>();
  private final TreeSet<String> brokenGpusTold = new TreeSet<>();
  private List<TaskAssignment> inbox = new ArrayList<>();
  private List<TaskReport> unsent = new ArrayList<>();
  private Condition condition = Condition.UP;
  private boolean silenceTold;
  private int launchers = 1;
  private int boots = 1;
  private int bootsTold = 1;
  private NodeHeartbeat lastHeartbeat;
  private boolean telemetryTold;

  FaultyNode(String pool, int index, int gpus) {
    this.pool = pool;
    this.id = "node-%04d".formatted(index);
    this.rack = "rack-" + index / NODES_PER_RACK;
    for (int gpu = 0; gpu < gpus; gpu++) {
      gpuUuids.add("GPU-" + id + "-" + gpu);
    }
  }

  String id() {
    return id;
  }

  boolean isUp() {
    return condition == Condition.UP;
  }

  boolean isDown() {
    return condition == Condition.DOWN;
  }

  // --- Tasks ---

  boolean runs(RunningTask task) {
    return tasksByJob.get(task.start().getJobId()) == task;
  }

  RunningTask task(String jobId) {
    return tasksByJob.get(jobId);
  }

  boolean isNewest(TaskAssignment start) {
    for (String gpu : start.getGpuUuids()) {
      if (start.getEpoch() <= highestEpochs.getOrDefault(gpu, 0L)) {
        return false;
      }
    }
    return true;
  }

  void noteEpoch(TaskAssignment start) {
    start.getGpuUuids().forEach(gpu -> highestEpochs.put(gpu, start.getEpoch()));
  }

  /** The tasks that run on GPUs which a newer START is for. */
  List<RunningTask> overtakenBy(TaskAssignment start) {
    List<RunningTask> overtaken = new ArrayList<>();
    for (RunningTask task : tasksByJob.values()) {
      boolean sameJob = task.start().getJobId().equals(start.getJobId());
      if (sameJob || task.start().getGpuUuids().stream().anyMatch(start.getGpuUuids()::contains)) {
        overtaken.add(task);
      }
    }
    return overtaken;
  }

  void begin(RunningTask task) {
    tasksByJob.put(task.start().getJobId(), task);
  }

  void end(RunningTask task) {
    tasksByJob.remove(task.start().getJobId(), task);
  }

  // --- Silence and death ---

  void fallSilent() {
    condition = Condition.SILENT;
  }

  void die() {
    condition = Condition.DOWN;
    launchers++;
    tasksByJob.clear();
    unsent.clear();
  }

  void comeBack() {
    condition = Condition.UP;
  }

  void noteSilenceTold() {
    silenceTold = true;
  }

  boolean takeSilenceTold() {
    boolean told = silenceTold;
    silenceTold = false;
    return told;
  }

  void keep(TaskAssignment assignment) {
    inbox.add(assignment);
  }

  void keep(TaskReport report) {
    unsent.add(report);
  }

  List<TaskAssignment> takeInbox() {
    List<TaskAssignment> taken = inbox;
    inbox = new ArrayList<>();
    return taken;
  }

  List<TaskReport> takeUnsent() {
    List<TaskReport> taken = unsent;
    unsent = new ArrayList<>();
    return taken;
  }

  // --- GPUs ---

  void breakGpu(String uuid) {
    brokenGpus.add(uuid);
  }

  void boot() {
    boots++;
    brokenGpus.clear();
  }

  // --- What it tells of itself ---

  /** Null if {@code onlyIfNew} and the scheduler would learn nothing from it. */
  NodeHeartbeat heartbeat(long nowMillis, boolean onlyIfNew) {
    List<RunningAttempt> attempts = new ArrayList<>();
    for (RunningTask task : tasksByJob.values()) {
      TaskAssignment start = task.start();
      attempts.add(new RunningAttempt(start.getJobId(), start.getAttempt(), start.getEpoch()));
    }
    String launcherId = id + "-launcher-" + launchers;
    if (onlyIfNew
        && lastHeartbeat != null
        && lastHeartbeat.getLauncherId().equals(launcherId)
        && lastHeartbeat.getAttempts().equals(attempts)) {
      return null;
    }
    lastHeartbeat =
        new NodeHeartbeat(
            id,
            pool,
            id + ".demo",
            List.of(new LabelValue("rack", rack)),
            launcherId,
            attempts,
            nowMillis);
    return lastHeartbeat;
  }

  /** Null if {@code onlyIfNew} and the same GPUs are in service as was told last. */
  GpuTelemetry telemetry(long nowMillis, boolean onlyIfNew) {
    if (onlyIfNew && telemetryTold && brokenGpus.equals(brokenGpusTold)) {
      return null;
    }
    List<GpuReading> readings = new ArrayList<>();
    for (int index = 0; index < gpuUuids.size(); index++) {
      readings.add(reading(index));
    }
    telemetryTold = true;
    bootsTold = boots;
    brokenGpusTold.clear();
    brokenGpusTold.addAll(brokenGpus);
    return new GpuTelemetry(id, pool, nowMillis, id + "-boot-" + boots, readings);
  }

  private GpuReading reading(int index) {
    String uuid = gpuUuids.get(index);
    boolean told = brokenGpusTold.contains(uuid) && boots == bootsTold;
    return GpuReading.newBuilder()
        .setUuid(uuid)
        .setIndex(index)
        .setModel(MODEL)
        .setMemoryTotalBytes(MEMORY_BYTES)
        .setXids(brokenGpus.contains(uuid) && !told ? List.of(XID) : List.of())
        .build();
  }
}
