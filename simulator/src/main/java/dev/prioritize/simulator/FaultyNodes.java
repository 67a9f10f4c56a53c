package dev.prioritize.simulator;

import dev.prioritize.core.command.Command.ReportTask;
import dev.prioritize.core.model.TaskState;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * The launchers and exporters of a cluster. They obey the assignments that they are given, run
 * imaginary tasks, and misbehave as the plan says. The same assignments at the same times give the
 * same reports. They know no clock, no Kafka and no Avro: whoever drives them tells the time and
 * carries what they say.
 *
 * <p>Not thread-safe.
 */
public final class FaultyNodes {
  /** Below it only the report of the start is late, from it on only that of the end. */
  private static final double START_OR_END = 0.5;

  private static final int FLAPS = 3;
  private static final double MOST_TIMES_SLOWER = 4;

  /** What a node is told. */
  public sealed interface Order permits Start, Stop {
    /** The node. */
    String nodeId();
  }

  /**
   * Run a task.
   *
   * @param millis how long it takes, at least 1
   * @param end how it ends by itself: SUCCEEDED or FAILED
   */
  public record Start(
      String nodeId,
      String jobId,
      int attempt,
      long epoch,
      List<String> gpuUuids,
      long millis,
      TaskState end)
      implements Order {}

  /** Stop the task of this attempt, and no other. */
  public record Stop(String nodeId, String jobId, long epoch) implements Order {}

  /** Takes what the nodes have to tell. */
  public interface Output {
    /** A launcher's word on a task. */
    void report(ReportTask report, long atMillis);

    /** A node has not been heard for one timeout, or is heard again. */
    void silence(String nodeId, boolean silent, long atMillis);
  }

  private record Action(long atMillis, long seq, Runnable what) {}

  private final FaultPlan plan;
  private final FaultTimes times;
  private final Output output;
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
   * @param gpusByNode the GPUs of each, by index
   */
  public FaultyNodes(
      Map<String, List<String>> gpusByNode, FaultPlan plan, FaultTimes times, Output output) {
    this.plan = plan;
    this.times = times;
    this.output = output;
    gpusByNode.forEach((nodeId, uuids) -> nodes.put(nodeId, new FaultyNode(nodeId, uuids)));
  }

  /** The nodes, sorted by id; live. */
  public Collection<FaultyNode> nodes() {
    return Collections.unmodifiableCollection(nodes.values());
  }

  /** The time that it is for them. */
  public long nowMillis() {
    return nowMillis;
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

  /** An order has come for one of the nodes; one that is not up reads it later. */
  public void take(Order order) {
    FaultyNode node = nodes.get(order.nodeId());
    if (node.isUp()) {
      obey(node, order);
    } else {
      node.keep(order);
    }
  }

  private void obey(FaultyNode node, Order order) {
    if (order instanceof Start start) {
      if (node.isNewest(start)) {
        start(node, start);
      }
    } else if (order instanceof Stop stop) {
      RunningTask task = node.task(stop.jobId());
      if (task != null && task.epoch() == stop.epoch()) {
        end(node, task, TaskState.STOPPED);
      }
    }
  }

  private void start(FaultyNode node, Start start) {
    node.noteEpoch(start);
    for (RunningTask older : node.overtakenBy(start)) {
      overtaken++;
      end(node, older, TaskState.STOPPED);
    }
    Misbehaviour misbehaviour = plan.of(node.id(), start.epoch());
    RunningTask task = new RunningTask(start, misbehaviour);
    if (misbehaviour.fault() == NodeFault.REFUSES) {
      count(NodeFault.REFUSES);
      deliver(node, report(task, TaskState.REFUSED));
      return;
    }
    node.begin(task);
    tell(node, task, TaskState.STARTED);
    in(millis(task), () -> endIfRunning(node, task, start.end()));
    in(times.part(misbehaviour.moment(), start.millis()), () -> misbehave(node, task));
  }

  private long millis(RunningTask task) {
    Misbehaviour misbehaviour = task.misbehaviour();
    long millis = task.start().millis();
    if (misbehaviour.fault() != NodeFault.STRAGGLES) {
      return millis;
    }
    count(NodeFault.STRAGGLES);
    return millis + times.part(misbehaviour.length(), Math.round(MOST_TIMES_SLOWER * millis));
  }

  private void endIfRunning(FaultyNode node, RunningTask task, TaskState state) {
    if (node.runs(task)) {
      end(node, task, state);
    }
  }

  private void end(FaultyNode node, RunningTask task, TaskState state) {
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
      case SILENT -> {
        count(NodeFault.SILENT);
        fallSilent(node, times.part(length, times.silence()));
      }
      case FLAPS -> {
        count(NodeFault.FLAPS);
        flap(node, times.part(length, times.silence()), FLAPS);
      }
      case DIES -> die(node, times.part(length, times.death()));
      case GPU_FAILS -> failGpu(node, task, times.part(length, times.repair()));
      case TASK_FAILS -> {
        count(NodeFault.TASK_FAILS);
        end(node, task, TaskState.FAILED);
      }
      default -> {}
    }
  }

  private void fallSilent(FaultyNode node, long millis) {
    node.fallSilent();
    comeBackAfter(node, millis);
  }

  /** Silent for a while and heard for as long, again and again; unless it has died meanwhile. */
  private void flap(FaultyNode node, long millis, int times) {
    if (times > 0 && node.isUp()) {
      fallSilent(node, millis);
      in(2 * millis, () -> flap(node, millis, times - 1));
    }
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
    node.takeUnsent().forEach(report -> output.report(report, nowMillis));
    node.takeInbox().forEach(order -> obey(node, order));
  }

  private void failGpu(FaultyNode node, RunningTask task, long millis) {
    count(NodeFault.GPU_FAILS);
    node.breakGpu(task.gpuUuids().get(0));
    end(node, task, TaskState.FAILED);
    in(millis, node::boot);
  }

  // --- Reports ---

  private void tell(FaultyNode node, RunningTask task, TaskState state) {
    Misbehaviour misbehaviour = task.misbehaviour();
    ReportTask report = report(task, state);
    boolean started = state == TaskState.STARTED;
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
          deliver(node, report(task, TaskState.STARTED));
        }
      }
      default -> deliver(node, report);
    }
  }

  /** What a launcher has not sent dies with it; what is under way arrives. */
  private void deliver(FaultyNode node, ReportTask report) {
    if (node.isUp()) {
      output.report(report, nowMillis);
    } else if (!node.isDown()) {
      node.keep(report);
    }
  }

  private static ReportTask report(RunningTask task, TaskState state) {
    Start start = task.start();
    return new ReportTask(
        start.jobId(),
        start.attempt(),
        start.epoch(),
        start.nodeId(),
        state,
        state == TaskState.FAILED ? 1 : 0,
        "");
  }

  private void count(NodeFault fault) {
    injected.merge(fault, 1, Integer::sum);
  }

  private void in(long millis, Runnable what) {
    actions.add(new Action(nowMillis + millis, actionSeq++, what));
  }
}
