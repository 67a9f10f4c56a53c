package dev.prioritize.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.GpuReading;
import dev.prioritize.schema.GpuTelemetry;
import dev.prioritize.schema.NodeHeartbeat;
import dev.prioritize.schema.Topic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: a scheduler with its own Kafka serves a team, and forgets nothing. Method: run one in a JVM
 * of its own, and talk to it as users do.
 */
@Timeout(180)
final class SchedulerCommandTest {
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(15);
  private static final String NODE = "node-1";

  /** Its nodes are known after a second, so that it can tell what fits never. */
  private static final String POOL_WITH_NODE = "small";

  private static final String[] OPTIONS = {
    "--set", "pools=default," + POOL_WITH_NODE, "--set", "pool.small.node.timeout=1s"
  };

  @TempDir private static Path folder;
  private static Path dataDir;
  private static SchedulerProcess scheduler;

  @BeforeAll
  static void startScheduler() throws IOException {
    dataDir = folder.resolve("data");
    scheduler = SchedulerProcess.start(dataDir, folder, OPTIONS);
  }

  @AfterAll
  static void stopScheduler() {
    scheduler.close();
  }

  private static CliRun submit(String... options) {
    return CliRun.of(
        Stream.concat(
                Stream.of("submit", "--bootstrap-servers", scheduler.bootstrapServers()),
                Stream.of(options))
            .toArray(String[]::new));
  }

  @Test
  void shouldTellItsConfigurationAndThatItIsReady() {
    assertThat(scheduler.out())
        .contains("pool.default.clock = wall  (from default)")
        .contains("state.dir = " + dataDir)
        .contains("ready: pools default, small on " + scheduler.bootstrapServers())
        .contains("./prioritize submit --bootstrap-servers " + scheduler.bootstrapServers());
  }

  @Test
  void shouldAcceptJobWithGeneratedId() {
    CliRun run = submit("--", "/opt/bin/Train.py", "--lr", "0.1");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .containsPattern(
            "^accepted: job train\\.py-[a-z0-9]{8} in pool default is PENDING \\(1 GPU, NORMAL\\)")
        .contains("next: ");
  }

  @Test
  void shouldTakeRepeatForNothingAndRefuseAnotherJobOfThatId() {
    String[] job = {
      "--id", "j1", "--gpus", "2", "--label", "b=2", "--label", "a=1", "--env", "X=a=b", "--", "x"
    };

    CliRun first = submit(job);
    CliRun repeat = submit(job);
    CliRun other = submit("--id", "j1", "--gpus", "3", "--", "x");

    assertThat(first.out()).as(first.err()).startsWith("accepted: job j1 in pool default");
    assertThat(repeat.exitCode()).isZero();
    assertThat(repeat.out()).startsWith("known already: job j1 in pool default");
    assertThat(other.exitCode()).isEqualTo(ExitCodes.REFUSED);
    assertThat(other.err()).contains("jobId = j1", "JOB_ID_TAKEN", "an id of its own");
  }

  @Test
  void shouldTellFieldValueAndFixOfRefusal() {
    CliRun run = submit("--gpus", "0", "--", "x");

    assertThat(run.exitCode()).isEqualTo(ExitCodes.REFUSED);
    assertThat(run.err())
        .contains("gpus = 0: use 1 to ", "OUT_OF_RANGE")
        .containsPattern("next: .* ./prioritize dead-letters --show job-submissions-\\d+@\\d+ has");
    assertThat(run.out()).isEmpty();
    String position = run.err().replaceFirst("(?s).* --show (\\S+) has.*", "$1");
    CliRun letter =
        CliRun.of(
            "dead-letters",
            "--show",
            position,
            "--bootstrap-servers",
            scheduler.bootstrapServers());
    assertThat(letter.out()).as(letter.err()).contains("OUT_OF_RANGE: gpus = 0");
  }

  @Test
  void shouldTellRefusalInJson() {
    CliRun run = submit("--pool", "nope", "--id", "j", "--json", "--", "x");

    assertThat(run.exitCode()).isEqualTo(ExitCodes.REFUSED);
    assertThat(run.out())
        .contains("\"outcome\":\"REFUSED\"", "\"code\":\"UNKNOWN_POOL\"", "\"field\":\"pool\"")
        .contains("\"value\":\"nope\"", "\"fix\":\"use one of default, small\"")
        .hasLineCount(1);
  }

  @Test
  void shouldTellWhatThePassMadeOfTheJobAtOnce() throws Exception {
    registerNodeWithOneGpu();

    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              CliRun tooLarge = submit("--pool", POOL_WITH_NODE, "--gpus", "2", "--", "x");
              assertThat(tooLarge.exitCode()).isEqualTo(ExitCodes.REFUSED);
              assertThat(tooLarge.err())
                  .contains("EXCEEDS_POOL", "gpus = 2")
                  .doesNotContain("job-submissions-")
                  .containsPattern("next: .* ./prioritize job \\S+ --pool small shows this one");
            });
  }

  private static void registerNodeWithOneGpu() throws Exception {
    try (Producer<byte[], byte[]> producer = KafkaClients.producer(scheduler.bootstrapServers())) {
      GpuReading gpu =
          GpuReading.newBuilder()
              .setUuid("GPU-1")
              .setIndex(0)
              .setModel("H200")
              .setMemoryTotalBytes(1L << 37)
              .setXids(List.of())
              .build();
      long now = System.currentTimeMillis();
      send(
          producer,
          Topic.GPU_TELEMETRY,
          new GpuTelemetry(NODE, POOL_WITH_NODE, now, "", List.of(gpu)));
      send(
          producer,
          Topic.NODE_HEARTBEATS,
          new NodeHeartbeat(NODE, POOL_WITH_NODE, "localhost", List.of(), "", List.of(), now));
    }
  }

  private static void send(Producer<byte[], byte[]> producer, Topic topic, SpecificRecord record)
      throws Exception {
    byte[] key = NODE.getBytes(StandardCharsets.UTF_8);
    byte[] value = new AvroCodec().encode(record);
    producer.send(new ProducerRecord<>(topic.topicName(), key, value)).get();
  }

  @Test
  void shouldRefuseSecondSchedulerOnTheSameFolderOrPort() {
    CliRun sameFolder =
        CliRun.of("scheduler", "--embedded", "--data-dir", dataDir.toString(), "--port", "0");
    CliRun samePort =
        CliRun.of(
            "scheduler",
            "--embedded",
            "--data-dir",
            folder.resolve("other").toString(),
            "--port",
            Integer.toString(scheduler.port()));

    assertThat(sameFolder.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(sameFolder.err()).contains(dataDir + " is in use").hasLineCount(1);
    assertThat(samePort.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(samePort.err()).contains(scheduler.port() + " is in use").hasLineCount(1);
  }

  @Test
  void shouldStopCleanlyOnSigtermAndGoOnWhereItStopped() throws Exception {
    String[] job = {"--id", "survivor", "--gpus", "4", "--name", "resnet", "--", "x"};
    assertThat(submit(job).exitCode()).isZero();

    int exitCode = scheduler.terminate(STOP_TIMEOUT);

    assertThat(exitCode).as(scheduler.err()).isZero();
    assertThat(scheduler.out()).endsWith("stopped cleanly" + System.lineSeparator());
    assertThat(scheduler.err()).doesNotContain("ERROR", "\tat ");

    scheduler = SchedulerProcess.start(dataDir, folder, OPTIONS);
    CliRun repeat = submit(job);
    assertThat(repeat.exitCode()).isZero();
    assertThat(repeat.out()).startsWith("known already: job survivor");
  }
}
