package dev.prioritize.simulator;

import dev.prioritize.core.command.Command.ReportTask;
import dev.prioritize.core.model.AttemptRef;
import dev.prioritize.core.model.Inventory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** One node: what runs there, what it remembers, and whether it is up. */
public final class FaultyNode {
  private enum Condition {
    UP,
    SILENT,
    DOWN
  }

  private final String id;
  private final List<String> gpuUuids;
  private final TreeMap<String, RunningTask> tasksByJob = new TreeMap<>();

  /** Kept on disk by a launcher, so that it outlives it. */
  private final Map<String, Long> highestEpochs = new TreeMap<>();

  private final TreeSet<String> brokenGpus = new TreeSet<>();
  private List<FaultyNodes.Order> inbox = new ArrayList<>();
  private List<ReportTask> unsent = new ArrayList<>();
  private Condition condition = Condition.UP;
  private boolean silenceTold;
  private int launchers = 1;
  private int boots = 1;

  FaultyNode(String id, List<String> gpuUuids) {
    this.id = id;
    this.gpuUuids = List.copyOf(gpuUuids);
  }

  /** Its id. */
  public String id() {
    return id;
  }

  /** Its GPUs, broken ones too, by index. */
  public List<String> gpuUuids() {
    return gpuUuids;
  }

  /** Whether it is heard and obeys. */
  public boolean isUp() {
    return condition == Condition.UP;
  }

  boolean isDown() {
    return condition == Condition.DOWN;
  }

  // --- Tasks ---

  boolean runs(RunningTask task) {
    return tasksByJob.get(task.jobId()) == task;
  }

  RunningTask task(String jobId) {
    return tasksByJob.get(jobId);
  }

  boolean isNewest(FaultyNodes.Start start) {
    for (String gpu : start.gpuUuids()) {
      if (start.epoch() <= highestEpochs.getOrDefault(gpu, 0L)) {
        return false;
      }
    }
    return true;
  }

  void noteEpoch(FaultyNodes.Start start) {
    start.gpuUuids().forEach(gpu -> highestEpochs.put(gpu, start.epoch()));
  }

  /** The tasks that run on GPUs which a newer START is for. */
  List<RunningTask> overtakenBy(FaultyNodes.Start start) {
    List<RunningTask> overtaken = new ArrayList<>();
    for (RunningTask task : tasksByJob.values()) {
      boolean sameJob = task.jobId().equals(start.jobId());
      if (sameJob || task.gpuUuids().stream().anyMatch(start.gpuUuids()::contains)) {
        overtaken.add(task);
      }
    }
    return overtaken;
  }

  void begin(RunningTask task) {
    tasksByJob.put(task.jobId(), task);
  }

  void end(RunningTask task) {
    tasksByJob.remove(task.jobId(), task);
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

  void keep(FaultyNodes.Order order) {
    inbox.add(order);
  }

  void keep(ReportTask report) {
    unsent.add(report);
  }

  List<FaultyNodes.Order> takeInbox() {
    List<FaultyNodes.Order> taken = inbox;
    inbox = new ArrayList<>();
    return taken;
  }

  List<ReportTask> takeUnsent() {
    List<ReportTask> taken = unsent;
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

  /** GPUs that have fallen out since the last boot. */
  public SortedSet<String> brokenGpus() {
    return Collections.unmodifiableSortedSet(brokenGpus);
  }

  /** How often the machine was started. */
  public int boots() {
    return boots;
  }

  /** What its launcher runs. */
  public Inventory inventory() {
    List<AttemptRef> attempts = new ArrayList<>();
    for (RunningTask task : tasksByJob.values()) {
      attempts.add(new AttemptRef(task.jobId(), task.start().attempt(), task.epoch()));
    }
    return new Inventory(id + "-launcher-" + launchers, attempts);
  }
}
