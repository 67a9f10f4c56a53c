package dev.prioritize.cli.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.schema.AssignmentAction;
import dev.prioritize.schema.GpuReading;
import dev.prioritize.schema.GpuTelemetry;
import dev.prioritize.schema.NodeHeartbeat;
import dev.prioritize.schema.TaskAssignment;
import dev.prioritize.schema.TaskReport;
import dev.prioritize.simulator.FaultPlan;
import dev.prioritize.simulator.FaultTimes;
import dev.prioritize.simulator.NodeFault;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Goal: nodes that keep the launcher protocol, and break it only as the plan says. Method: one node
 * whose first START has an epoch for which the plan has the fault in question.
 */
class AvroNodesTest {
  private static final String NODE = "node-0000";
  private static final String GPU = "GPU-node-0000-0";
  private static final long TASK_MILLIS = 100_000;
  private static final FaultTimes TIMES =
      new FaultTimes(500, 20_000, 20_000, 20_000, 20_000, 1_000);

  /** What the nodes told, as text. */
  private final List<String> told = new ArrayList<>();

  private final FaultPlan plan = new FaultPlan(3);
  private final AvroNodes nodes =
      new AvroNodes("pool", AvroNodes.PREFIX, 1, 2, plan, TIMES, start -> TASK_MILLIS, new Told());

  private final class Told implements NodeOutput {
    @Override
    public void report(TaskReport report) {
      told.add(report.getState() + " " + report.getEpoch());
    }

    @Override
    public void heartbeat(NodeHeartbeat heartbeat) {
      told.add(heartbeat.getLauncherId() + " runs " + heartbeat.getAttempts().size());
    }

    @Override
    public void telemetry(GpuTelemetry telemetry) {
      List<List<Integer>> xids = telemetry.getGpus().stream().map(GpuReading::getXids).toList();
      told.add(telemetry.getBootId() + " " + xids);
    }

    @Override
    public void silence(String nodeId, boolean silent, long atMillis) {
      told.add(silent ? "silent" : "heard");
    }
  }

  /** The first epoch from {@code from} on with this fault. */
  private long epochOf(NodeFault fault, long from) {
    long epoch = from;
    while (plan.of(NODE, epoch).fault() != fault) {
      epoch++;
    }
    return epoch;
  }

  private static TaskAssignment assignment(AssignmentAction action, String jobId, long epoch) {
    return TaskAssignment.newBuilder()
        .setAction(action)
        .setPool("pool")
        .setNodeId(NODE)
        .setJobId(jobId)
        .setAttempt(1)
        .setEpoch(epoch)
        .setGpuUuids(List.of(GPU))
        .setNodeRank(0)
        .setNodeCount(1)
        .setRendezvousHost("")
        .setRendezvousPort(0)
        .setAssignedAtMillis(0)
        .setEventSeq(1)
        .build();
  }

  private long start(NodeFault fault) {
    long epoch = epochOf(fault, 1);
    nodes.take(assignment(AssignmentAction.START, "job", epoch));
    return epoch;
  }

  private void runToTheEnd() {
    while (nodes.nextActionMillis() != Long.MAX_VALUE) {
      nodes.advanceTo(nodes.nextActionMillis());
    }
  }

  @Test
  void shouldRunATaskAndTellOfItsEnd() {
    long epoch = start(NodeFault.NONE);
    nodes.advanceTo(TASK_MILLIS - 1);
    assertThat(told).containsExactly("STARTED " + epoch);

    nodes.advanceTo(TASK_MILLIS);

    assertThat(told).containsExactly("STARTED " + epoch, "SUCCEEDED " + epoch);
    assertThat(nodes.injected()).isEmpty();
  }

  @Test
  void shouldObeyOnlyNewerEpochsAndStopOnlyTheOneThatIsNamed() {
    long epoch = start(NodeFault.NONE);
    nodes.take(assignment(AssignmentAction.START, "older", epoch - 1));
    nodes.take(assignment(AssignmentAction.STOP, "job", epoch - 1));
    assertThat(told).containsExactly("STARTED " + epoch);

    nodes.take(assignment(AssignmentAction.STOP, "job", epoch));

    assertThat(told).containsExactly("STARTED " + epoch, "STOPPED " + epoch);
  }

  @Test
  void shouldGiveWayToANewerStartOnTheSameGpus() {
    long first = start(NodeFault.NONE);
    long second = epochOf(NodeFault.NONE, first + 1);

    nodes.take(assignment(AssignmentAction.START, "newer", second));

    assertThat(told).containsExactly("STARTED " + first, "STOPPED " + first, "STARTED " + second);
    assertThat(nodes.overtaken()).isEqualTo(1);
  }

  @Test
  void shouldLeaveOthersNodesAlone() {
    TaskAssignment foreign = assignment(AssignmentAction.START, "job", 1);
    foreign.setNodeId("node-0001");

    nodes.take(foreign);

    assertThat(told).isEmpty();
  }

  @Test
  void shouldRefuse() {
    long epoch = start(NodeFault.REFUSES);
    runToTheEnd();

    assertThat(told).containsExactly("REFUSED " + epoch);
    assertThat(nodes.injected()).containsEntry(NodeFault.REFUSES, 1);
  }

  @Test
  void shouldTellTwice() {
    long epoch = start(NodeFault.TWICE);
    runToTheEnd();

    assertThat(told)
        .containsExactlyInAnyOrder(
            "STARTED " + epoch, "STARTED " + epoch, "SUCCEEDED " + epoch, "SUCCEEDED " + epoch);
  }

  @Test
  void shouldTellOfTheStartAfterTheEnd() {
    long epoch = start(NodeFault.OUT_OF_ORDER);
    assertThat(told).isEmpty();
    runToTheEnd();

    assertThat(told).endsWith("SUCCEEDED " + epoch, "STARTED " + epoch);
  }

  @Test
  void shouldTellLate() {
    long epoch = start(NodeFault.LATE);
    boolean startIsLate = told.isEmpty();
    nodes.advanceTo(TASK_MILLIS);
    boolean endIsLate = !told.contains("SUCCEEDED " + epoch);
    runToTheEnd();

    assertThat(startIsLate).isNotEqualTo(endIsLate);
    assertThat(told).containsExactly("STARTED " + epoch, "SUCCEEDED " + epoch);
  }

  @Test
  void shouldFailATask() {
    long epoch = start(NodeFault.TASK_FAILS);
    runToTheEnd();

    assertThat(told).containsExactly("STARTED " + epoch, "FAILED " + epoch);
  }

  @Test
  void shouldComeBackFromTheDeadWithANewLauncherThatRunsNothing() {
    nodes.sendHeartbeats(true);
    start(NodeFault.DIES);
    nodes.sendHeartbeats(true);
    runToTheEnd();
    nodes.sendHeartbeats(true);

    assertThat(told)
        .filteredOn(text -> text.contains("launcher"))
        .containsExactly(
            NODE + "-launcher-1 runs 0", NODE + "-launcher-1 runs 1", NODE + "-launcher-2 runs 0");
    assertThat(told).noneMatch(text -> text.startsWith("SUCCEEDED"));
  }

  @Test
  void shouldTellNothingWhileSilentAndAllOfItAfterwards() {
    long epoch = start(NodeFault.SILENT);
    while (!nodes.injected().containsKey(NodeFault.SILENT)) {
      nodes.advanceTo(nodes.nextActionMillis());
    }
    nodes.take(assignment(AssignmentAction.STOP, "job", epoch));
    nodes.sendHeartbeats(false);
    assertThat(told).containsExactly("STARTED " + epoch);

    runToTheEnd();

    assertThat(told).containsSubsequence("STARTED " + epoch, "silent", "heard");
    assertThat(told.get(told.size() - 1)).matches("(STOPPED|SUCCEEDED) " + epoch);
  }

  @Test
  void shouldTellOfABrokenGpuOnceAndOfTheBootThatMendsIt() {
    nodes.sendTelemetry(true);
    long epoch = start(NodeFault.GPU_FAILS);
    while (!told.contains("FAILED " + epoch)) {
      nodes.advanceTo(nodes.nextActionMillis());
    }
    nodes.sendTelemetry(true);
    nodes.sendTelemetry(false);
    runToTheEnd();
    nodes.sendTelemetry(true);

    assertThat(told)
        .filteredOn(text -> text.contains("boot"))
        .containsExactly(
            NODE + "-boot-1 [[], []]",
            NODE + "-boot-1 [[79], []]",
            NODE + "-boot-1 [[], []]",
            NODE + "-boot-2 [[], []]");
  }
}
