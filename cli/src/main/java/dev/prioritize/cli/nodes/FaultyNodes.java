package dev.prioritize.cli.nodes;

import dev.prioritize.schema.AssignmentAction;
import dev.prioritize.schema.GpuTelemetry;
import dev.prioritize.schema.NodeHeartbeat;
import dev.prioritize.schema.ReportedTaskState;
import dev.prioritize.schema.TaskAssignment;
import dev.prioritize.schema.TaskReport;
import dev.prioritize.simulator.FaultPlan;
import dev.prioritize.simulator.Misbehaviour;
import dev.prioritize.simulator.NodeFault;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * The launchers and exporters of a cluster. They obey the assignments that they are given, run
 * imaginary tasks, and misbehave as the plan says. The same assignments at the same times give the
 * same records.
 *
 * <p>Not thread-safe.
 */
public final class FaultyNodes {
  /** Below it only the report of the start is late, from it on only that of the end. */
  private static final double START_OR_END = 0.5;

  private record Action(long atMillis, long seq, Runnable what) {}

  private final FaultPlan plan;
  private final FaultTimes times;
  private final ToLongFunction<TaskAssignment> taskMillis;
  private final NodeOutput output;
  private final TreeMap<String, FaultyNode> nodes = new TreeMap<>();
  private final PriorityQueue<Action> actions =
      new PriorityQueue<>(
          Comparator.comparingLong(Action::atMillis).thenComparingLong(Action::seq));
  private final EnumMap<NodeFault, Integer> injected = new EnumMap<>(NodeFault.class);
  private long actionSeq;
  private long nowMillis;
  private int overtaken;

  /**
   * Nodes that run nothing yet.
   *
   * @param taskMillis how long a task runs, at least 1
   */
  public FaultyNodes(
      String pool,
      int nodeCount,
      int gpusPerNode,
      FaultPlan plan,
      FaultTimes times,
      ToLongFunction<TaskAssignment> taskMillis,
      NodeOutput output) {
    this.plan = plan;
    this.times = times;
    this.taskMillis = taskMillis;
    this.output = output;
    for (int index = 0; index < nodeCount; index++) {
      FaultyNode node = new FaultyNode(pool, index, gpusPerNode);
      nodes.put(node.id(), node);
    }
  }

  /** How many faults of each kind have come about; kinds that have not are missing. */
  public Map<NodeFault, Integer> injected() {
    return new EnumMap<>(injected);
  }

  /** Tasks that still ran when a newer START came for their GPUs. */
  public int overtaken() {
    return overtaken;
  }

  /** When the nodes do something by themselves next, or Long.MAX_VALUE. */
  public long nextActionMillis() {
    return actions.isEmpty() ? Long.MAX_VALUE : actions.peek().atMillis();
  }

  /** Does all that is due by now. */
  public void advanceTo(long atMillis) {
    while (nextActionMillis() <= atMillis) {
      Action action = actions.remove();
      nowMillis = Math.max(nowMillis, action.atMillis());
      action.what().run();
    }
    nowMillis = Math.max(nowMillis, atMillis);
  }

  /** Every node that is up tells what it runs; {@code onlyIfNew}: if that has changed. */
  public void sendHeartbeats(boolean onlyIfNew) {
    for (FaultyNode node : nodes.values()) {
      NodeHeartbeat heartbeat = node.isUp() ? node.heartbeat(nowMillis, onlyIfNew) : null;
      if (heartbeat != null) {
        output.heartbeat(heartbeat);
      }
    }
  }

  /** Every node that is up reads its GPUs; {@code onlyIfNew}: if their health has changed. */
  public void sendTelemetry(boolean onlyIfNew) {
    for (FaultyNode node : nodes.values()) {
      GpuTelemetry telemetry = node.isUp() ? node.telemetry(nowMillis, onlyIfNew) : null;
      if (telemetry != null) {
        output.telemetry(telemetry);
      }
    }
  }

  /** An assignment has come for one of the nodes; one that is not up reads it later. */
  public void take(TaskAssignment assignment) {
    FaultyNode node = nodes.get(assignment.getNodeId());
    if (node.isUp()) {
      obey(node, assignment);
    } else {
      node.keep(assignment);
    }
  }

  private void obey(FaultyNode node, TaskAssignment assignment) {
    if (assignment.getAction() == AssignmentAction.START) {
      if (node.isNewest(assignment)) {
        start(node, assignment);
      }
      return;
    }
    RunningTask task = node.task(assignment.getJobId());
    if (task != null && task.start().getEpoch() == assignment.getEpoch()) {
      end(node, task, ReportedTaskState.STOPPED);
    }
  }

  private void start(FaultyNode node, TaskAssignment assignment) {
    node.noteEpoch(assignment);
    for (RunningTask older : node.overtakenBy(assignment)) {
      overtaken++;
      end(node, older, ReportedTaskState.STOPPED);
    }
    Misbehaviour misbehaviour = plan.of(node.id(), assignment.getEpoch());
    RunningTask task = new RunningTask(assignment, misbehaviour);
    if (misbehaviour.fault() == NodeFault.REFUSES) {
      count(NodeFault.REFUSES);
      deliver(node, report(task, ReportedTaskState.REFUSED));
      return;
    }
    node.begin(task);
    tell(node, task, ReportedTaskState.STARTED);
    long millis = taskMillis.applyAsLong(assignment);
    in(millis, () -> endIfRunning(node, task, ReportedTaskState.SUCCEEDED));
    in(times.part(misbehaviour.moment(), millis), () -> misbehave(node, task));
  }

  private void endIfRunning(FaultyNode node, RunningTask task, ReportedTaskState state) {
    if (node.runs(task)) {
      end(node, task, state);
    }
  }

  private void end(FaultyNode node, RunningTask task, ReportedTaskState state) {
    node.end(task);
    tell(node, task, state);
  }

  // --- Faults of a running task and its node; each strikes only a node that is up ---

  private void misbehave(FaultyNode node, RunningTask task) {
    if (!node.runs(task) || !node.isUp()) {
      return;
    }
    double length = task.misbehaviour().length();
    switch (task.misbehaviour().fault()) {
      case SILENT -> fallSilent(node, times.part(length, times.silence()));
      case DIES -> die(node, times.part(length, times.death()));
      case GPU_FAILS -> failGpu(node, task, times.part(length, times.repair()));
      case TASK_FAILS -> {
        count(NodeFault.TASK_FAILS);
        end(node, task, ReportedTaskState.FAILED);
      }
      default -> {}
    }
  }

  private void fallSilent(FaultyNode node, long millis) {
    count(NodeFault.SILENT);
    node.fallSilent();
    comeBackAfter(node, millis);
  }

  private void die(FaultyNode node, long millis) {
    count(NodeFault.DIES);
    node.die();
    comeBackAfter(node, millis);
  }

  private void comeBackAfter(FaultyNode node, long millis) {
    if (millis > times.nodeTimeout()) {
      in(times.nodeTimeout(), () -> tellSilence(node));
    }
    in(millis, () -> comeBack(node));
  }

  private void tellSilence(FaultyNode node) {
    node.noteSilenceTold();
    output.silence(node.id(), true, nowMillis);
  }

  private void comeBack(FaultyNode node) {
    node.comeBack();
    if (node.takeSilenceTold()) {
      output.silence(node.id(), false, nowMillis);
    }
    node.takeUnsent().forEach(output::report);
    node.takeInbox().forEach(assignment -> obey(node, assignment));
  }

  private void failGpu(FaultyNode node, RunningTask task, long millis) {
    count(NodeFault.GPU_FAILS);
    node.breakGpu(task.start().getGpuUuids().get(0));
    end(node, task, ReportedTaskState.FAILED);
    in(millis, node::boot);
  }

  // --- Reports ---

  private void tell(FaultyNode node, RunningTask task, ReportedTaskState state) {
    Misbehaviour misbehaviour = task.misbehaviour();
    TaskReport report = report(task, state);
    boolean started = state == ReportedTaskState.STARTED;
    long late = times.part(misbehaviour.length(), times.late());
    switch (misbehaviour.fault()) {
      case LATE -> {
        boolean isLate = started == (misbehaviour.moment() < START_OR_END);
        if (isLate) {
          count(NodeFault.LATE);
          in(late, () -> deliver(node, report));
        } else {
          deliver(node, report);
        }
      }
      case TWICE -> {
        count(NodeFault.TWICE);
        deliver(node, report);
        in(late, () -> deliver(node, report));
      }
      case OUT_OF_ORDER -> {
        if (started) {
          in(late, () -> deliver(node, report));
        } else {
          count(NodeFault.OUT_OF_ORDER);
          deliver(node, report);
          deliver(node, report(task, ReportedTaskState.STARTED));
        }
      }
      default -> deliver(node, report);
    }
  }

  /** What a launcher has not sent dies with it; what is under way arrives. */
  private void deliver(FaultyNode node, TaskReport report) {
    if (node.isUp()) {
      output.report(report);
    } else if (!node.isDown()) {
      node.keep(report);
    }
  }

  private TaskReport report(RunningTask task, ReportedTaskState state) {
    TaskAssignment start = task.start();
    return new TaskReport(
        start.getPool(),
        start.getJobId(),
        start.getAttempt(),
        start.getEpoch(),
        start.getNodeId(),
        state,
        state == ReportedTaskState.FAILED ? 1 : 0,
        "",
        nowMillis);
  }

  private void count(NodeFault fault) {
    injected.merge(fault, 1, Integer::sum);
  }

  private void in(long millis, Runnable what) {
    actions.add(new Action(nowMillis + millis, actionSeq++, what));
  }
}
