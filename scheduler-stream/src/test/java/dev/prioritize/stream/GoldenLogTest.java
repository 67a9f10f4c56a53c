package dev.prioritize.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.model.ClockMode;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.ClockAdvance;
import dev.prioritize.schema.JobCancellation;
import dev.prioritize.schema.JobSubmission;
import dev.prioritize.schema.PriorityChange;
import dev.prioritize.schema.PriorityClassValue;
import dev.prioritize.schema.ReportedTaskState;
import dev.prioritize.schema.TaskAssignment;
import dev.prioritize.schema.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: no rule changes by accident. Method: one scripted run's commands and events stand in a
 * file, one per line. Change the file only on purpose, with {@code
 * -Dprioritize.update.golden=true}, say why in the commit, and think of {@code
 * Engine.RULES_VERSION}.
 */
class GoldenLogTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden/log.txt");
  private static final String POOL = TopologyHarness.POOL;

  @TempDir private Path stateDir;

  @Test
  void shouldDecideAsEver() throws IOException {
    List<String> log;
    try (TopologyHarness harness =
        new TopologyHarness(stateDir, Map.of(POOL, TopologyHarness.config(ClockMode.VIRTUAL)))) {
      play(harness);
      log = lines(harness);
    }
    if (Boolean.getBoolean("prioritize.update.golden")) {
      Files.write(GOLDEN, log);
    }
    assertThat(log).isEqualTo(Files.readAllLines(GOLDEN));
  }

  /** Two nodes; a gang that waits with a reservation, backfill, a failure, a cancel, a repeat. */
  private static void play(TopologyHarness harness) {
    harness.advanceWallClock(10);
    for (String node : List.of("n0", "n1")) {
      var telemetry = TopologyHarness.telemetry(node, 4);
      telemetry.setMeasuredAtMillis(0);
      var heartbeat = TopologyHarness.heartbeat(node);
      heartbeat.setSentAtMillis(0);
      harness.send(Topic.GPU_TELEMETRY, node, telemetry);
      harness.send(Topic.NODE_HEARTBEATS, node, heartbeat);
    }
    harness.submit(job("long", 3, 100, 1_000));
    advance(harness, 1_000);
    harness.submit(job("gang", 8, 50, 1_500).setMaxRetries(1));
    advance(harness, 1_500);
    harness.submit(job("fits-in-time", 1, 90, 2_000));
    harness.submit(job("would-delay", 1, 999, 2_000));
    harness.submit(job("fits-in-time", 1, 90, 2_000));
    advance(harness, 2_000);
    harness.send(
        Topic.JOB_SUBMISSIONS,
        POOL,
        new PriorityChange(POOL, "would-delay", PriorityClassValue.URGENT, "ann", 3_000L));
    report(harness, "long", ReportedTaskState.STARTED, 3_000);
    report(harness, "fits-in-time", ReportedTaskState.STARTED, 3_000);
    report(harness, "long", ReportedTaskState.SUCCEEDED, 40_000);
    report(harness, "fits-in-time", ReportedTaskState.FAILED, 40_000);
    advance(harness, 40_000);
    report(harness, "gang", ReportedTaskState.STARTED, 41_000);
    harness.send(Topic.JOB_SUBMISSIONS, POOL, new JobCancellation(POOL, "gang", "ann", 42_000L));
    report(harness, "gang", ReportedTaskState.STOPPED, 43_000);
    harness.submit(job("huge", 9, 10, 43_000));
    advance(harness, 43_000);
    report(harness, "would-delay", ReportedTaskState.STARTED, 44_000);
  }

  private static JobSubmission.Builder job(String id, int gpus, long seconds, long atMillis) {
    return TopologyHarness.job(id)
        .setGpus(gpus)
        .setExpectedDurationMillis(seconds * 1_000)
        .setSubmittedAtMillis(atMillis);
  }

  private static void advance(TopologyHarness harness, long millis) {
    harness.send(Topic.ADMIN_REQUESTS, POOL, new ClockAdvance(POOL, millis, "golden"));
  }

  private static void report(
      TopologyHarness harness, String jobId, ReportedTaskState state, long millis) {
    for (TaskAssignment task : harness.assignments()) {
      if (task.getJobId().equals(jobId) && task.getLaunchSpec() != null) {
        harness.report(task, state, millis);
      }
    }
  }

  private static List<String> lines(TopologyHarness harness) {
    AvroCodec codec = new AvroCodec();
    List<String> lines = new ArrayList<>();
    for (Topic topic : List.of(Topic.SCHEDULER_COMMANDS, Topic.SCHEDULER_EVENTS)) {
      for (var record : harness.raw(topic)) {
        SpecificRecord value = codec.decode(record.value());
        lines.add(value.getSchema().getName() + " " + value);
      }
    }
    return lines;
  }
}
