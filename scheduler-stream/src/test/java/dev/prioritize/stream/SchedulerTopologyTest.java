package dev.prioritize.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.command.Command;
import dev.prioritize.core.command.LoggedCommand;
import dev.prioritize.core.engine.Engine;
import dev.prioritize.core.event.Event;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.model.ClockMode;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.core.state.Pool;
import dev.prioritize.schema.AssignmentAction;
import dev.prioritize.schema.JobCancellation;
import dev.prioritize.schema.JobStateValue;
import dev.prioritize.schema.JobStatus;
import dev.prioritize.schema.LabelValue;
import dev.prioritize.schema.LaunchSpec;
import dev.prioritize.schema.NodeStatus;
import dev.prioritize.schema.PriorityChange;
import dev.prioritize.schema.PriorityClassValue;
import dev.prioritize.schema.ReportedTaskState;
import dev.prioritize.schema.TaskAssignment;
import dev.prioritize.schema.TickCommand;
import dev.prioritize.schema.Topic;
import dev.prioritize.stream.mapping.CommandMapper;
import dev.prioritize.stream.mapping.EventMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Goal: the shell carries requests to the engine and its answers out, in one place and order. */
class SchedulerTopologyTest {
  private static final String VIRTUAL_POOL = "virtual";

  @TempDir private Path stateDir;
  private TopologyHarness harness;

  @BeforeEach
  void start() {
    harness =
        new TopologyHarness(
            stateDir,
            Map.of(
                TopologyHarness.POOL,
                TopologyHarness.config(ClockMode.WALL),
                VIRTUAL_POOL,
                TopologyHarness.config(ClockMode.VIRTUAL)));
  }

  @AfterEach
  void stop() {
    harness.close();
  }

  private JobStatus status(String jobId) {
    String key = TopologyHarness.POOL + "/" + jobId;
    return harness.records(Topic.JOB_STATES).stream()
        .map(JobStatus.class::cast)
        .filter(s -> key.equals(s.getPool() + "/" + s.getJobId()))
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  @Test
  void shouldKeepItsShape() throws IOException {
    String text =
        SchedulerTopology.build(Map.of(), () -> Heuristic::of, 8, TopologyHarness.COMMIT_INTERVAL)
            .describe()
            .toString();

    String golden;
    try (var stream = getClass().getResourceAsStream("/golden/topology.txt")) {
      golden = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
    assertThat(text)
        .as("a changed topology loses or moves state: change the golden file only on purpose")
        .isEqualTo(golden);
  }

  @Test
  void shouldConfigureEachPoolFirst() {
    harness.advanceWallClock(10);

    assertThat(harness.commands())
        .filteredOn(c -> c.commandSeq() == 1)
        .hasSize(2)
        .allMatch(c -> c.command() instanceof Command.ConfigurePool);
  }

  @Test
  void shouldPlaceAGangOnRegisteredNodes() {
    harness.registerNode("n0", 4);
    harness.registerNode("n1", 4);
    harness.submit(
        TopologyHarness.job("gang")
            .setGpus(6)
            .setLaunchSpec(
                new LaunchSpec(
                    List.of("python", "train.py"),
                    List.of(new LabelValue("B", "2"), new LabelValue("A", "1")),
                    "/work",
                    null)));
    harness.advanceWallClock(10);

    List<TaskAssignment> tasks = harness.assignments();
    assertThat(tasks).hasSize(2);
    TaskAssignment first = tasks.get(0);
    assertThat(first.getAction()).isEqualTo(AssignmentAction.START);
    assertThat(first.getNodeId()).isEqualTo("n0");
    assertThat(first.getGpuUuids()).containsExactly("n0-gpu0", "n0-gpu1", "n0-gpu2", "n0-gpu3");
    assertThat(first.getNodeRank()).isZero();
    assertThat(first.getNodeCount()).isEqualTo(2);
    assertThat(first.getRendezvousHost()).isEqualTo("n0.example");
    assertThat(first.getRendezvousPort()).isEqualTo(29_500);
    assertThat(first.getLaunchSpec().getArgv()).containsExactly("python", "train.py");
    assertThat(first.getLaunchSpec().getEnv())
        .extracting(LabelValue::getKey)
        .containsExactly("A", "B");
    TaskAssignment second = tasks.get(1);
    assertThat(second.getNodeId()).isEqualTo("n1");
    assertThat(second.getGpuUuids()).hasSize(2);
    assertThat(second.getNodeRank()).isEqualTo(1);
    assertThat(second.getRendezvousHost()).isEqualTo("n0.example");
    assertThat(second.getEpoch()).isEqualTo(first.getEpoch());
    assertThat(harness.raw(Topic.ASSIGNMENTS).get(1).key())
        .isEqualTo("n1".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void shouldGiveTwoGangsOnOneNodeDifferentPorts() {
    harness.registerNode("n0", 4);
    harness.submit(TopologyHarness.job("a").setGpus(2));
    harness.submit(TopologyHarness.job("b").setGpus(2));
    harness.advanceWallClock(10);

    assertThat(harness.assignments())
        .extracting(TaskAssignment::getRendezvousPort)
        .containsExactly(29_500, 29_502);
  }

  @Test
  void shouldFollowAJobToItsEnd() {
    harness.registerNode("n0", 4);
    harness.submit(TopologyHarness.job("a"));
    assertThat(status("a").getState()).isEqualTo(JobStateValue.PENDING);
    harness.advanceWallClock(10);
    assertThat(status("a").getState()).isEqualTo(JobStateValue.STARTING);
    TaskAssignment task = harness.assignments().get(0);

    harness.report(task, ReportedTaskState.STARTED, 0);
    assertThat(status("a").getState()).isEqualTo(JobStateValue.RUNNING);

    harness.advanceWallClock(5_000);
    harness.report(task, ReportedTaskState.SUCCEEDED, 0);
    assertThat(status("a").getState()).isEqualTo(JobStateValue.SUCCEEDED);
    NodeStatus node = (NodeStatus) harness.records(Topic.NODE_STATES).get(2);
    assertThat(node.getGpus()).noneMatch(gpu -> gpu.getJobId() != null);
  }

  @Test
  void shouldStopACancelledJobOnItsNodes() {
    harness.registerNode("n0", 4);
    harness.submit(TopologyHarness.job("a"));
    harness.advanceWallClock(10);
    TaskAssignment start = harness.assignments().get(0);
    harness.report(start, ReportedTaskState.STARTED, 0);

    harness.send(
        Topic.JOB_SUBMISSIONS,
        TopologyHarness.POOL,
        new JobCancellation(TopologyHarness.POOL, "a", "ann", 0L));

    TaskAssignment stop = harness.assignments().get(1);
    assertThat(stop.getAction()).isEqualTo(AssignmentAction.STOP);
    assertThat(stop.getEpoch()).isEqualTo(start.getEpoch());
    assertThat(stop.getLaunchSpec()).isNull();

    harness.report(stop, ReportedTaskState.STOPPED, 0);
    assertThat(status("a").getState()).isEqualTo(JobStateValue.CANCELLED);
  }

  @Test
  void shouldChangeAPriority() {
    harness.submit(TopologyHarness.job("a"));
    harness.send(
        Topic.JOB_SUBMISSIONS,
        TopologyHarness.POOL,
        new PriorityChange(TopologyHarness.POOL, "a", PriorityClassValue.URGENT, "ann", 0L));

    assertThat(status("a").getPriorityClass()).isEqualTo(PriorityClassValue.URGENT);
  }

  @Test
  void shouldTickAtMostEveryTenMillisecondsAndAtLeastOnceASecond() {
    harness.advanceWallClock(10);
    int before = ticks();
    harness.submit(TopologyHarness.job("a"));
    harness.submit(TopologyHarness.job("b"));
    harness.submit(TopologyHarness.job("c"));
    assertThat(ticks() - before).as("too soon after the last").isZero();

    harness.advanceWallClock(10);
    assertThat(ticks() - before).as("one for all three").isEqualTo(1);

    for (int i = 0; i < 99; i++) {
      harness.advanceWallClock(10);
    }
    assertThat(ticks() - before).as("nothing changed").isEqualTo(1);
    harness.advanceWallClock(10);
    assertThat(ticks() - before).as("a second went by").isEqualTo(2);
  }

  private int ticks() {
    return (int)
        harness.records(Topic.SCHEDULER_COMMANDS).stream()
            .filter(TickCommand.class::isInstance)
            .map(TickCommand.class::cast)
            .filter(tick -> tick.getPool().equals(TopologyHarness.POOL))
            .count();
  }

  @Test
  void shouldStampCommandsOfAWallClockPoolWithTheWallClock() {
    harness.submit(TopologyHarness.job("a").setSubmittedAtMillis(5));

    assertThat(status("a").getSubmittedAtMillis()).isEqualTo(TopologyHarness.START_MILLIS);
  }

  @Test
  void shouldMoveAVirtualPoolOnlyByItsDriver() {
    harness.advanceWallClock(60_000);
    harness.send(
        Topic.JOB_SUBMISSIONS,
        VIRTUAL_POOL,
        TopologyHarness.job("a").setPool(VIRTUAL_POOL).setSubmittedAtMillis(7_000).build());
    harness.advanceWallClock(60_000);
    assertThat(ofVirtualPool(harness.commands())).isEqualTo(0);

    harness.advanceClock(VIRTUAL_POOL, 7_000);

    assertThat(ofVirtualPool(harness.commands())).isEqualTo(1);
    assertThat(harness.events(Event.JobSubmitted.class))
        .extracting(Event.JobSubmitted::submittedAtMillis)
        .containsExactly(7_000L);
  }

  private static long ofVirtualPool(List<LoggedCommand> commands) {
    return commands.stream()
        .filter(c -> c.command() instanceof Command.Tick)
        .filter(c -> c.timeMillis() < TopologyHarness.START_MILLIS)
        .count();
  }

  @Test
  void shouldPassOnANodeOnlyWhenSomethingOfItChanged() {
    harness.registerNode("n0", 4);
    harness.registerNode("n0", 4);
    harness.registerNode("n0", 4);
    assertThat(harness.raw(Topic.NODE_CHANGES)).hasSize(1);

    harness.registerNode("n0", 3);
    assertThat(harness.raw(Topic.NODE_CHANGES)).hasSize(2);
  }

  @Test
  void shouldKnowANodeOnlyOnceLauncherAndExporterWereBothHeard() {
    harness.send(Topic.GPU_TELEMETRY, "n0", TopologyHarness.telemetry("n0", 4));
    assertThat(harness.raw(Topic.NODE_CHANGES)).isEmpty();

    harness.send(Topic.NODE_HEARTBEATS, "n0", TopologyHarness.heartbeat("n0"));
    assertThat(harness.events(Event.NodeRegistered.class)).hasSize(1);
  }

  /** The audit's promise: the log's commands give the log's events, byte for byte. */
  @Test
  void shouldReplayItsOwnLog() {
    harness.registerNode("n0", 4);
    harness.registerNode("n1", 4);
    for (int i = 0; i < 20; i++) {
      harness.submit(TopologyHarness.job("job-" + i).setGpus(1 + i % 5));
      harness.advanceWallClock(10);
      if (i % 3 == 0) {
        for (TaskAssignment task : harness.assignments()) {
          harness.report(task, ReportedTaskState.STARTED, 0);
          harness.report(task, ReportedTaskState.SUCCEEDED, 0);
        }
      }
    }

    Engine engine = new Engine(new Pool(), Heuristic::of);
    List<byte[]> replayed =
        harness.records(Topic.SCHEDULER_COMMANDS).stream()
            .filter(record -> TopologyHarness.POOL.equals(record.get(0)))
            .map(CommandMapper::toCore)
            .flatMap(command -> engine.process(command).stream())
            .map(event -> harness.encode(EventMapper.toAvro(TopologyHarness.POOL, event)))
            .toList();
    List<byte[]> logged =
        harness.raw(Topic.SCHEDULER_EVENTS).stream()
            .filter(r -> new String(r.key(), StandardCharsets.UTF_8).equals(TopologyHarness.POOL))
            .map(r -> r.value())
            .toList();
    assertThat(replayed).usingElementComparator(Arrays::compare).isEqualTo(logged);
    assertThat(harness.events(Event.JobPlaced.class)).hasSizeGreaterThan(10);
  }

  @Test
  void shouldCountCommandsAndEventsWithoutGaps() {
    harness.registerNode("n0", 2);
    harness.submit(TopologyHarness.job("a"));
    harness.advanceWallClock(2_000);

    List<LoggedEvent> events =
        harness.records(Topic.SCHEDULER_EVENTS).stream()
            .filter(record -> TopologyHarness.POOL.equals(record.get(0)))
            .map(EventMapper::toCore)
            .toList();
    for (int i = 0; i < events.size(); i++) {
      assertThat(events.get(i).eventSeq()).isEqualTo(i + 1L);
    }
  }
}
