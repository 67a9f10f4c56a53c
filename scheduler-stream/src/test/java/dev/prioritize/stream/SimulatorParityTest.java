package dev.prioritize.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.command.Command;
import dev.prioritize.core.command.LoggedCommand;
import dev.prioritize.core.event.Event;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.GpuFacts;
import dev.prioritize.core.model.JobSpec;
import dev.prioritize.core.model.NodeFacts;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.GpuReading;
import dev.prioritize.schema.GpuTelemetry;
import dev.prioritize.schema.JobCancellation;
import dev.prioritize.schema.NodeHeartbeat;
import dev.prioritize.schema.ReportedTaskState;
import dev.prioritize.schema.TaskReport;
import dev.prioritize.schema.Topic;
import dev.prioritize.simulator.ClusterShape;
import dev.prioritize.simulator.Simulation;
import dev.prioritize.simulator.Workload;
import dev.prioritize.simulator.WorkloadGenerator;
import dev.prioritize.simulator.WorkloadParameters;
import dev.prioritize.stream.mapping.EventMapper;
import dev.prioritize.stream.mapping.ValueMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Goal: the simulator decides what production decides. Method: the commands of a simulation, with
 * cancels and failures in it, go into the topology as the records that producers would send; its
 * commands and its events are the simulation's, byte for byte. Only the hashes of launch specs are
 * taken from the topology, for a simulated job launches nothing.
 */
class SimulatorParityTest {
  private static final String POOL = TopologyHarness.POOL;

  private final AvroCodec codec = new AvroCodec();
  private final List<LoggedCommand> commands = new ArrayList<>();
  private final List<LoggedEvent> events = new ArrayList<>();

  @TempDir private Path stateDir;

  @ParameterizedTest
  @CsvSource({"wsaf, EASY, 3", "aged, EASY, 4", "fifo, STRICT, 5", "sjf, SKIP, 6"})
  void shouldGiveTheSameEventsByteForByte(String policy, Discipline discipline, long seed) {
    PoolConfig config = Simulation.config(policy, discipline, 3_600_000);
    Workload workload =
        WorkloadGenerator.generate(
            WorkloadParameters.PHILLY.withOfferedLoad(1.5), ClusterShape.of(3, 4), 150, seed);
    new Simulation(
            workload,
            config,
            Heuristic::of,
            (command, itsEvents) -> {
              commands.add(command);
              events.addAll(itsEvents);
            })
        .run();

    try (TopologyHarness harness = new TopologyHarness(stateDir, Map.of(POOL, config))) {
      harness.advanceWallClock(10);
      commands.forEach(command -> send(harness, command));

      assertThat(harness.deadLetters()).isEmpty();
      assertThat(harness.commands()).hasSameSizeAs(commands);
      Map<String, JobSpec> specs = specs(harness.commands());
      assertThat(hex(harness.raw(Topic.SCHEDULER_EVENTS).stream().map(r -> r.value()).toList()))
          .isEqualTo(
              hex(
                  events.stream()
                      .map(event -> codec.encode(EventMapper.toAvro(POOL, hashed(event, specs))))
                      .toList()));
    }
    assertThat(events)
        .as("jobs wait, and some are cancelled or fail while they run")
        .anyMatch(logged -> logged.event() instanceof Event.JobStopping)
        .anyMatch(
            logged -> logged.event() instanceof Event.JobPlaced placed && placed.waitMillis() > 0);
  }

  private static List<String> hex(List<byte[]> records) {
    return records.stream().map(HexFormat.of()::formatHex).toList();
  }

  private static Map<String, JobSpec> specs(List<LoggedCommand> logged) {
    Map<String, JobSpec> specs = new HashMap<>();
    for (LoggedCommand command : logged) {
      if (command.command() instanceof Command.SubmitJob submit) {
        specs.put(submit.spec().jobId(), submit.spec());
      }
    }
    return specs;
  }

  private static LoggedEvent hashed(LoggedEvent logged, Map<String, JobSpec> specs) {
    if (!(logged.event() instanceof Event.JobSubmitted submitted)) {
      return logged;
    }
    JobSpec spec = submitted.spec();
    JobSpec sent = specs.get(spec.jobId());
    JobSpec hashed =
        new JobSpec(
            spec.jobId(),
            spec.tenant(),
            spec.name(),
            spec.priorityClass(),
            spec.shape(),
            spec.expectedDurationMillis(),
            spec.timeLimitMillis(),
            spec.maxRetries(),
            spec.labels(),
            sent.launchSpecSha256(),
            sent.contentSha256());
    return new LoggedEvent(
        logged.commandSeq(),
        logged.eventSeq(),
        logged.timeMillis(),
        new Event.JobSubmitted(hashed, submitted.submittedAtMillis(), submitted.estimate()));
  }

  private static void send(TopologyHarness harness, LoggedCommand logged) {
    long at = logged.timeMillis();
    Command command = logged.command();
    if (command instanceof Command.ReportNode report) {
      harness.send(Topic.GPU_TELEMETRY, report.facts().nodeId(), telemetry(report.facts(), at));
      harness.send(
          Topic.NODE_HEARTBEATS,
          report.facts().nodeId(),
          new NodeHeartbeat(
              report.facts().nodeId(), POOL, report.facts().host(), List.of(), "", List.of(), at));
    } else if (command instanceof Command.SubmitJob submit) {
      JobSpec spec = submit.spec();
      harness.submit(
          TopologyHarness.job(spec.jobId())
              .setTenant(spec.tenant())
              .setName(spec.name())
              .setPriorityClass(ValueMapper.toAvro(spec.priorityClass()))
              .setGpus(spec.shape().gpus())
              .setExpectedDurationMillis(spec.expectedDurationMillis())
              .setSubmittedAtMillis(at));
    } else if (command instanceof Command.CancelJob cancel) {
      harness.send(
          Topic.JOB_SUBMISSIONS, POOL, new JobCancellation(POOL, cancel.jobId(), "owner", at));
    } else if (command instanceof Command.ReportTask report) {
      harness.send(
          Topic.JOB_REPORTS,
          POOL,
          new TaskReport(
              POOL,
              report.jobId(),
              report.attempt(),
              report.epoch(),
              report.nodeId(),
              ReportedTaskState.valueOf(report.state().name()),
              report.exitCode(),
              report.message(),
              at));
    } else if (command instanceof Command.Tick) {
      harness.advanceClock(POOL, at);
    }
  }

  private static GpuTelemetry telemetry(NodeFacts facts, long at) {
    List<GpuReading> readings = new ArrayList<>();
    for (GpuFacts gpu : facts.gpus()) {
      readings.add(
          GpuReading.newBuilder()
              .setUuid(gpu.uuid())
              .setIndex(gpu.index())
              .setModel(gpu.model())
              .setMemoryTotalBytes(gpu.memoryBytes())
              .setXids(List.of())
              .build());
    }
    return new GpuTelemetry(facts.nodeId(), POOL, at, "", readings);
  }
}
