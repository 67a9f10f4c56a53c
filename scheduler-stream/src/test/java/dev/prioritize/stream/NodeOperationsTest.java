package dev.prioritize.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.event.Event.InventoryReported;
import dev.prioritize.core.event.Event.NodeDrained;
import dev.prioritize.core.event.Event.NodeRemoved;
import dev.prioritize.core.event.Event.NodeReturned;
import dev.prioritize.core.event.Event.NodeSilent;
import dev.prioritize.core.event.Event.NodeUndrained;
import dev.prioritize.core.event.Event.NodeUpdated;
import dev.prioritize.core.event.Event.PoolConfigured;
import dev.prioritize.core.event.Event.TenantLimited;
import dev.prioritize.core.model.ClockMode;
import dev.prioritize.core.model.ConfigOrigin;
import dev.prioritize.core.model.GpuFacts;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.schema.AssignmentAction;
import dev.prioritize.schema.DeadLetter;
import dev.prioritize.schema.DeadLetterReason;
import dev.prioritize.schema.GpuReading;
import dev.prioritize.schema.GpuTelemetry;
import dev.prioritize.schema.NodeDrain;
import dev.prioritize.schema.NodeHeartbeat;
import dev.prioritize.schema.NodeRemoval;
import dev.prioritize.schema.NodeSilence;
import dev.prioritize.schema.NodeUndrain;
import dev.prioritize.schema.PoolChange;
import dev.prioritize.schema.PoolSetting;
import dev.prioritize.schema.PriorityClassValue;
import dev.prioritize.schema.ReportedTaskState;
import dev.prioritize.schema.RunningAttempt;
import dev.prioritize.schema.TaskAssignment;
import dev.prioritize.schema.TenantLimit;
import dev.prioritize.schema.Topic;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: what nodes fall into and what operators ask for reaches the engine, and comes out as
 * assignments and states. Method: the whole topology in a test driver, one pool on the wall clock,
 * records as nodes and operators send them.
 */
class NodeOperationsTest {
  private static final String POOL = TopologyHarness.POOL;
  private static final long TIMEOUT_MILLIS = 30_000;

  @TempDir private Path stateDir;
  private TopologyHarness harness;

  @BeforeEach
  void start() {
    harness = new TopologyHarness(stateDir, Map.of(POOL, TopologyHarness.config(ClockMode.WALL)));
    harness.registerNode("n0", 2);
    harness.advanceWallClock(20);
  }

  @AfterEach
  void stop() {
    harness.close();
  }

  private void heartbeat(String launcherId, RunningAttempt... attempts) {
    NodeHeartbeat heartbeat = TopologyHarness.heartbeat("n0");
    heartbeat.setLauncherId(launcherId);
    heartbeat.setAttempts(List.of(attempts));
    harness.send(Topic.NODE_HEARTBEATS, "n0", heartbeat);
  }

  private void telemetry(String bootId, GpuReading... readings) {
    harness.send(
        Topic.GPU_TELEMETRY,
        "n0",
        new GpuTelemetry("n0", POOL, TopologyHarness.START_MILLIS, bootId, List.of(readings)));
  }

  private static GpuReading gpu(int index) {
    return TopologyHarness.reading("n0-gpu" + index, index);
  }

  private static GpuReading withXid(int index, int xid) {
    GpuReading reading = gpu(index);
    reading.setXids(List.of(xid));
    return reading;
  }

  private static GpuReading withEcc(int index, Long errors) {
    GpuReading reading = gpu(index);
    reading.setEccUncorrected(errors);
    return reading;
  }

  private List<Boolean> inService() {
    List<NodeUpdated> updates = harness.events(NodeUpdated.class);
    return updates.get(updates.size() - 1).facts().gpus().stream()
        .map(GpuFacts::inService)
        .toList();
  }

  private void request(SpecificRecord record) {
    harness.send(Topic.ADMIN_REQUESTS, POOL, record);
  }

  private DeadLetter lastDeadLetter() {
    List<DeadLetter> letters = harness.deadLetters();
    return letters.get(letters.size() - 1);
  }

  @Test
  void shouldCallNodeSilentAfterOneTimeoutAndTakeItBackWhenItSpeaks() {
    for (long waited = 0; waited < TIMEOUT_MILLIS - 2_000; waited += 1_000) {
      harness.advanceWallClock(1_000);
    }
    assertThat(harness.events(NodeSilent.class)).isEmpty();
    harness.advanceWallClock(3_000);
    assertThat(harness.events(NodeSilent.class)).containsExactly(new NodeSilent("n0"));
    harness.advanceWallClock(3_000);
    assertThat(harness.events(NodeSilent.class)).as("said once").hasSize(1);

    heartbeat("");

    assertThat(harness.events(NodeReturned.class)).containsExactly(new NodeReturned("n0"));
    assertThat(harness.events(InventoryReported.class)).hasSize(1);
  }

  @Test
  void shouldHearNodeWhoseHeartbeatsTellNothingNew() {
    for (int second = 0; second < 60; second++) {
      harness.advanceWallClock(1_000);
      heartbeat("");
    }

    assertThat(harness.events(NodeSilent.class)).isEmpty();
    assertThat(harness.events(NodeUpdated.class)).as("nothing changed").isEmpty();
  }

  @Test
  void shouldStopTaskThatNobodyAssigned() {
    heartbeat("l1", new RunningAttempt("stray", 2, 17L));

    List<TaskAssignment> assignments = harness.assignments();
    assertThat(assignments).hasSize(1);
    assertThat(assignments.get(0).getAction()).isEqualTo(AssignmentAction.STOP);
    assertThat(assignments.get(0).getNodeId()).isEqualTo("n0");
    assertThat(assignments.get(0).getJobId()).isEqualTo("stray");
    assertThat(assignments.get(0).getAttempt()).isEqualTo(2);
    assertThat(assignments.get(0).getEpoch()).isEqualTo(17);
  }

  @Test
  void shouldTellNodeToStopLostTaskOfJobThatTheSamePassPlacesElsewhere() {
    harness.submit(TopologyHarness.job("a"));
    harness.advanceWallClock(20);
    TaskAssignment first = harness.assignments().get(0);
    harness.report(first, ReportedTaskState.STARTED, 0);
    heartbeat("l1", new RunningAttempt("a", 1, first.getEpoch()));
    request(new NodeDrain(POOL, "n0", "", "ann", 1L));
    harness.registerNode("n1", 2);

    for (int second = 0; second < 32; second++) {
      heartbeat("l2");
      harness.send(Topic.NODE_HEARTBEATS, "n1", TopologyHarness.heartbeat("n1"));
      harness.advanceWallClock(1_000);
    }

    List<TaskAssignment> assignments = harness.assignments();
    assertThat(assignments)
        .extracting(TaskAssignment::getAction)
        .containsExactly(AssignmentAction.START, AssignmentAction.STOP, AssignmentAction.START);
    assertThat(assignments).extracting(TaskAssignment::getNodeId).containsExactly("n0", "n0", "n1");
    assertThat(assignments.get(1).getAttempt()).isEqualTo(1);
    assertThat(assignments.get(1).getEpoch()).isEqualTo(first.getEpoch());
  }

  @Test
  void shouldTakeGpuOutOfServiceAtHardwareXidUntilTheNextBoot() {
    telemetry("boot-1", gpu(0), withXid(1, 79));
    assertThat(inService()).containsExactly(true, false);

    telemetry("boot-1", gpu(0), gpu(1));
    assertThat(inService()).as("an Xid is told once, the fault stays").containsExactly(true, false);
    telemetry("boot-2", gpu(0), gpu(1));

    assertThat(inService()).containsExactly(true, true);
  }

  @Test
  void shouldLeaveGpuInServiceAtAnApplicationsXid() {
    telemetry("", gpu(0), withXid(1, 31));

    assertThat(harness.events(NodeUpdated.class)).isEmpty();
  }

  @Test
  void shouldTakeGpuOutOfServiceWhileItCountsUncorrectableErrors() {
    telemetry("", withEcc(0, 2L), gpu(1));
    assertThat(inService()).containsExactly(false, true);

    telemetry("", gpu(0), gpu(1));
    assertThat(inService()).as("unknown is not healthy").containsExactly(false, true);
    telemetry("", withEcc(0, 0L), gpu(1));

    assertThat(inService()).containsExactly(true, true);
  }

  @Test
  void shouldNotTakeBlankCounterForErrors() {
    telemetry("", withEcc(0, 9_223_372_036_854_775_792L), gpu(1));

    assertThat(harness.events(NodeUpdated.class)).isEmpty();
  }

  @Test
  void shouldKeepVanishedGpuWithItsNodeOutOfService() {
    telemetry("", gpu(0));
    assertThat(inService()).containsExactly(true, false);

    telemetry("", gpu(0), gpu(1));

    assertThat(inService()).containsExactly(true, true);
  }

  @Test
  void shouldDrainUndrainAndRemove() {
    request(new NodeDrain(POOL, "n0", "a fan is broken", "ann", 1L));
    assertThat(harness.events(NodeDrained.class))
        .containsExactly(new NodeDrained("n0", "a fan is broken"));
    request(new NodeUndrain(POOL, "n0", "ann", 2L));
    assertThat(harness.events(NodeUndrained.class)).hasSize(1);

    for (int second = 0; second < 32; second++) {
      harness.advanceWallClock(1_000);
    }
    request(new NodeRemoval(POOL, "n0", "ann", 3L));

    assertThat(harness.events(NodeRemoved.class)).containsExactly(new NodeRemoved("n0"));
    List<?> states = harness.raw(Topic.NODE_STATES);
    assertThat(harness.raw(Topic.NODE_STATES).get(states.size() - 1).value())
        .as("a tombstone")
        .isNull();
  }

  @Test
  void shouldLimitTenants() {
    request(new TenantLimit(POOL, "team", PriorityClassValue.NORMAL, "ann", 1L));

    assertThat(harness.events(TenantLimited.class))
        .containsExactly(new TenantLimited("team", PriorityClass.NORMAL));
  }

  @Test
  void shouldChangeSettingsWhileRunning() {
    request(
        new PoolChange(
            POOL,
            List.of(new PoolSetting("policy", "wsaf"), new PoolSetting("aging.interval", "12h")),
            "ann",
            1L));

    List<PoolConfigured> changes = harness.events(PoolConfigured.class);
    PoolConfigured last = changes.get(changes.size() - 1);
    assertThat(last.origin()).isEqualTo(ConfigOrigin.REQUEST);
    assertThat(last.config().policy()).isEqualTo("wsaf");
    assertThat(last.config().agingIntervalMillis()).isEqualTo(12 * 3_600_000L);
    harness.advanceWallClock(1_000);
    assertThat(harness.events(PoolConfigured.class)).as("the file does not undo it").hasSize(2);
  }

  @Test
  void shouldRefuseSettingsThatThereAreNotOrThatAreFixed() {
    for (PoolSetting setting :
        List.of(
            new PoolSetting("polcy", "wsaf"),
            new PoolSetting("clock", "virtual"),
            new PoolSetting("policy", "lifo"),
            new PoolSetting("aging.interval", "12 hours"))) {
      request(
          new PoolChange(POOL, List.of(new PoolSetting("discipline", "skip"), setting), "ann", 1L));

      assertThat(lastDeadLetter().getReason()).isEqualTo(DeadLetterReason.INVALID_SETTING);
      assertThat(lastDeadLetter().getField()).isEqualTo(setting.getKey());
      assertThat(lastDeadLetter().getValue()).contains(setting.getValue());
    }
    assertThat(harness.events(PoolConfigured.class)).as("all or none").hasSize(1);
  }

  @Test
  void shouldLetOnlyTheDriverOfVirtualPoolsSayWhoIsSilent() {
    request(new NodeSilence(POOL, "n0", true, 1L));

    assertThat(lastDeadLetter().getReason()).isEqualTo(DeadLetterReason.CLOCK_NOT_VIRTUAL);
    assertThat(harness.events(NodeSilent.class)).isEmpty();
  }
}
