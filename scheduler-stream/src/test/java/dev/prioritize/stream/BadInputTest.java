package dev.prioritize.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prioritize.core.event.Event;
import dev.prioritize.core.model.ClockMode;
import dev.prioritize.core.model.Limits;
import dev.prioritize.core.model.RejectionCode;
import dev.prioritize.schema.ClockAdvance;
import dev.prioritize.schema.DeadLetter;
import dev.prioritize.schema.DeadLetterReason;
import dev.prioritize.schema.GpuReading;
import dev.prioritize.schema.GpuTelemetry;
import dev.prioritize.schema.JobSubmission;
import dev.prioritize.schema.LabelValue;
import dev.prioritize.schema.LaunchSpec;
import dev.prioritize.schema.NodeHeartbeat;
import dev.prioritize.schema.PlacementRuleValue;
import dev.prioritize.schema.PriorityClassValue;
import dev.prioritize.schema.ReportedTaskState;
import dev.prioritize.schema.TaskReport;
import dev.prioritize.schema.Topic;
import dev.prioritize.stream.input.InvalidInputException;
import dev.prioritize.stream.input.RecordReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Goal: bad input stops and corrupts nothing, and its sender learns what was wrong. Method: each
 * kind is sent between two good jobs; it ends as one typed dead letter, and both jobs are placed.
 */
class BadInputTest {
  private static final String POOL = TopologyHarness.POOL;

  private static final String OTHER_POOL = "other";

  @TempDir private Path stateDir;
  private TopologyHarness harness;

  @BeforeEach
  void start() {
    harness =
        new TopologyHarness(
            stateDir,
            Map.of(
                POOL, TopologyHarness.config(ClockMode.WALL),
                OTHER_POOL, TopologyHarness.config(ClockMode.VIRTUAL)));
    harness.registerNode("n0", 4);
    harness.submit(TopologyHarness.job("good-1"));
  }

  @AfterEach
  void stop() {
    harness.close();
  }

  private DeadLetter onlyDeadLetter() {
    harness.submit(TopologyHarness.job("good-2"));
    harness.advanceWallClock(20);
    assertThat(harness.events(Event.JobPlaced.class))
        .extracting(Event.JobPlaced::jobId)
        .containsExactly("good-1", "good-2");
    List<DeadLetter> letters = harness.deadLetters();
    assertThat(letters).hasSize(1);
    return letters.get(0);
  }

  private static Arguments submission(
      String kind, DeadLetterReason reason, String field, String fix, JobSubmission.Builder job) {
    return Arguments.of(kind, reason, field, fix, job);
  }

  static Stream<Arguments> badSubmissions() {
    String longId = "x".repeat(Limits.MAX_ID_CHARS + 1);
    String longText = "x".repeat(Limits.MAX_TEXT_CHARS + 1);
    List<LabelValue> manyLabels = new ArrayList<>();
    for (int i = 0; i <= Limits.MAX_LABELS; i++) {
      manyLabels.add(new LabelValue("k" + i, ""));
    }
    return Stream.of(
        submission(
            "no id", DeadLetterReason.MISSING_FIELD, "jobId", "give an id", job().setJobId("")),
        submission(
            "id of spaces",
            DeadLetterReason.ILL_FORMED_ID,
            "jobId",
            "only letters",
            job().setJobId("a b")),
        submission(
            "id with a slash",
            DeadLetterReason.ILL_FORMED_ID,
            "jobId",
            "only letters",
            job().setJobId("a/b")),
        submission(
            "id beyond ASCII",
            DeadLetterReason.ILL_FORMED_ID,
            "jobId",
            "only letters",
            job().setJobId("jöb")),
        submission(
            "over-long id",
            DeadLetterReason.TOO_LONG,
            "jobId",
            "at most 128",
            job().setJobId(longId)),
        submission(
            "no tenant",
            DeadLetterReason.MISSING_FIELD,
            "tenant",
            "give an id",
            job().setTenant("")),
        submission(
            "over-long name",
            DeadLetterReason.TOO_LONG,
            "name",
            "at most 256",
            job().setName(longText)),
        submission(
            "name of two lines",
            DeadLetterReason.OUT_OF_RANGE,
            "name",
            "control characters",
            job().setName("a\nb")),
        submission(
            "unknown class",
            DeadLetterReason.UNKNOWN_ENUM_VALUE,
            "priorityClass",
            "LOW, NORMAL, HIGH, URGENT",
            job().setPriorityClass(PriorityClassValue.UNKNOWN)),
        submission(
            "unknown placement",
            DeadLetterReason.UNKNOWN_ENUM_VALUE,
            "placement",
            "CONSOLIDATED, SPREAD",
            job().setPlacement(PlacementRuleValue.UNKNOWN)),
        submission("no GPUs", DeadLetterReason.OUT_OF_RANGE, "gpus", "1 to 8192", job().setGpus(0)),
        submission(
            "negative GPUs", DeadLetterReason.OUT_OF_RANGE, "gpus", "1 to", job().setGpus(-8)),
        submission(
            "GPUs that overflow a product",
            DeadLetterReason.OUT_OF_RANGE,
            "gpus",
            "1 to",
            job().setGpus(Integer.MAX_VALUE).setExpectedDurationMillis(Long.MAX_VALUE)),
        submission(
            "blank model",
            DeadLetterReason.MISSING_FIELD,
            "gpuModel",
            "not blank",
            job().setGpuModel(" ")),
        submission(
            "duration of nothing",
            DeadLetterReason.OUT_OF_RANGE,
            "expectedDurationMillis",
            "leave it out",
            job().setExpectedDurationMillis(0L)),
        submission(
            "negative duration",
            DeadLetterReason.OUT_OF_RANGE,
            "expectedDurationMillis",
            "1 to",
            job().setExpectedDurationMillis(-1L)),
        submission(
            "absurd duration",
            DeadLetterReason.OUT_OF_RANGE,
            "expectedDurationMillis",
            "1 to",
            job().setExpectedDurationMillis(Limits.MAX_DURATION_MILLIS + 1)),
        submission(
            "limit of nothing",
            DeadLetterReason.OUT_OF_RANGE,
            "timeLimitMillis",
            "1 to",
            job().setTimeLimitMillis(0L)),
        submission(
            "absurd limit",
            DeadLetterReason.OUT_OF_RANGE,
            "timeLimitMillis",
            "1 to",
            job().setTimeLimitMillis(Long.MAX_VALUE)),
        submission(
            "negative retries",
            DeadLetterReason.OUT_OF_RANGE,
            "maxRetries",
            "0 to 100",
            job().setMaxRetries(-1)),
        submission(
            "too many labels",
            DeadLetterReason.OUT_OF_RANGE,
            "labels.length",
            "0 to 64",
            job().setLabels(manyLabels)),
        submission(
            "label given twice",
            DeadLetterReason.DUPLICATE,
            "labels.key",
            "each key once",
            job().setLabels(List.of(new LabelValue("k", "1"), new LabelValue("k", "2")))),
        submission(
            "time before 1970",
            DeadLetterReason.OUT_OF_RANGE,
            "submittedAtMillis",
            "since 1970",
            job().setSubmittedAtMillis(-1)),
        submission(
            "no program",
            DeadLetterReason.MISSING_FIELD,
            "launchSpec.argv",
            "program",
            job().setLaunchSpec(new LaunchSpec(List.of(), List.of(), null, null))),
        submission(
            "NUL in an argument",
            DeadLetterReason.OUT_OF_RANGE,
            "launchSpec.argv",
            "NUL",
            job().setLaunchSpec(new LaunchSpec(List.of("a", "b\0c"), List.of(), null, null))),
        submission(
            "variable given twice",
            DeadLetterReason.DUPLICATE,
            "launchSpec.env.key",
            "once",
            job()
                .setLaunchSpec(
                    new LaunchSpec(
                        List.of("a"),
                        List.of(new LabelValue("X", "1"), new LabelValue("X", "2")),
                        null,
                        null))),
        submission(
            "launch spec over its limit",
            DeadLetterReason.TOO_LONG,
            "launchSpec",
            "16384 bytes",
            job()
                .setLaunchSpec(
                    new LaunchSpec(
                        List.of("a", "x".repeat(Limits.MAX_LAUNCH_SPEC_BYTES)),
                        List.of(),
                        null,
                        null))));
  }

  private static JobSubmission.Builder job() {
    return TopologyHarness.job("bad");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badSubmissions")
  void shouldRefuseABadSubmission(
      String kind,
      DeadLetterReason reason,
      String field,
      String fix,
      JobSubmission.Builder submission) {
    harness.submit(submission);

    DeadLetter letter = onlyDeadLetter();
    assertThat(letter.getReason()).as(kind).isEqualTo(reason);
    assertThat(letter.getField()).isEqualTo(field);
    assertThat(letter.getFix()).contains(fix);
    assertThat(letter.getSourceTopic()).isEqualTo("job-submissions");
    assertThat(letter.getOriginalLengthBytes()).isPositive();
    assertThat(letter.getOriginalSha256()).hasSize(64);
  }

  @Test
  void shouldRefuseBytesThatAreNotAvroAndKeepThem() {
    byte[] garbage = "{\"jobId\": \"a\"}".getBytes(StandardCharsets.UTF_8);
    harness.sendRaw(Topic.JOB_SUBMISSIONS, POOL, garbage);

    DeadLetter letter = onlyDeadLetter();
    assertThat(letter.getReason()).isEqualTo(DeadLetterReason.NOT_AVRO);
    assertThat(letter.getOriginal().array()).isEqualTo(garbage);
    assertThat(letter.getKey()).isEqualTo(POOL);
  }

  @Test
  void shouldRefuseATruncatedRecord() {
    byte[] whole = harness.encode(TopologyHarness.job("cut").build());
    harness.sendRaw(Topic.JOB_SUBMISSIONS, POOL, Arrays.copyOf(whole, 20));

    assertThat(onlyDeadLetter().getReason()).isEqualTo(DeadLetterReason.NOT_AVRO);
  }

  @Test
  void shouldRefuseAMissingValue() {
    harness.sendRaw(Topic.JOB_SUBMISSIONS, POOL, null);

    DeadLetter letter = onlyDeadLetter();
    assertThat(letter.getReason()).isEqualTo(DeadLetterReason.NOT_AVRO);
    assertThat(letter.getOriginalLengthBytes()).isEqualTo(-1);
  }

  @Test
  void shouldRefuseAnUnknownSchema() {
    byte[] unknown = harness.encode(TopologyHarness.job("a").build());
    unknown[4] ^= 0x55;
    harness.sendRaw(Topic.JOB_SUBMISSIONS, POOL, unknown);

    assertThat(onlyDeadLetter().getReason()).isEqualTo(DeadLetterReason.UNKNOWN_SCHEMA);
  }

  @Test
  void shouldRefuseARecordThatHasNoBusinessOnTheTopic() {
    harness.send(Topic.JOB_SUBMISSIONS, POOL, new ClockAdvance(POOL, 1L, ""));

    DeadLetter letter = onlyDeadLetter();
    assertThat(letter.getReason()).isEqualTo(DeadLetterReason.UNEXPECTED_RECORD_TYPE);
    assertThat(letter.getFix()).contains("JobSubmission");
  }

  @Test
  void shouldRefuseARecordWithoutKey() {
    harness.sendRaw(Topic.JOB_SUBMISSIONS, (byte[]) null, harness.encode(job().build()));

    DeadLetter letter = onlyDeadLetter();
    assertThat(letter.getReason()).isEqualTo(DeadLetterReason.MISSING_FIELD);
    assertThat(letter.getField()).isEqualTo("key");
    assertThat(letter.getKey()).isNull();
  }

  @Test
  void shouldRefuseAKeyThatIsNotThePool() {
    harness.send(Topic.JOB_SUBMISSIONS, "other", job().build());

    assertThat(onlyDeadLetter().getReason()).isEqualTo(DeadLetterReason.KEY_MISMATCH);
  }

  @Test
  void shouldRefuseAnUnknownPoolAndNameTheKnown() {
    harness.send(Topic.JOB_SUBMISSIONS, "defualt", job().setPool("defualt").build());

    DeadLetter letter = onlyDeadLetter();
    assertThat(letter.getReason()).isEqualTo(DeadLetterReason.UNKNOWN_POOL);
    assertThat(letter.getFix()).contains("default");
  }

  @Test
  void shouldKeepOnlyTheHeadOfAHugeRecord() {
    byte[] huge = new byte[DeadLetters.MAX_ORIGINAL_BYTES + 1];
    harness.sendRaw(Topic.JOB_SUBMISSIONS, POOL, huge);

    DeadLetter letter = onlyDeadLetter();
    assertThat(letter.getOriginal().remaining()).isEqualTo(DeadLetters.MAX_ORIGINAL_BYTES);
    assertThat(letter.getOriginalLengthBytes()).isEqualTo(huge.length);
  }

  @Test
  void shouldCutAnAbsurdKeyThatIsNoText() {
    byte[] key = new byte[1_500_000];
    Arrays.fill(key, (byte) 0xFF);
    harness.sendRaw(Topic.JOB_SUBMISSIONS, key, new byte[60]);
    harness.sendRaw(Topic.GPU_TELEMETRY, key, new byte[60]);

    harness.advanceWallClock(20);
    assertThat(harness.deadLetters()).hasSize(2);
    assertThat(harness.raw(Topic.DEAD_LETTERS))
        .allMatch(r -> r.key().length == DeadLetters.MAX_KEY_BYTES)
        .allMatch(r -> r.value().length < 2 * DeadLetters.MAX_ORIGINAL_BYTES);
  }

  @Test
  void shouldRefuseAnInputThatIsTooLongToBeHonest() {
    harness.submit(
        job()
            .setLaunchSpec(
                new LaunchSpec(
                    List.of("x".repeat(RecordReader.MAX_INPUT_BYTES)), List.of(), null, null)));

    DeadLetter letter = onlyDeadLetter();
    assertThat(letter.getReason()).isEqualTo(DeadLetterReason.TOO_LONG);
    assertThat(letter.getField()).isEqualTo("value");
  }

  @Test
  void shouldTurnAFaultOfItsOwnIntoADeadLetter() {
    InvalidInputException letter =
        catchThrowableOfType(
            InvalidInputException.class,
            () ->
                InvalidInputException.guarding(
                    () -> {
                      throw new IllegalArgumentException("unforeseen\nline");
                    }));

    assertThat(letter.reason()).isEqualTo(DeadLetterReason.UNKNOWN);
    assertThat(letter.value()).contains("unforeseen?line");
  }

  @Test
  void shouldNotPinANodeToAMisspeltPool() {
    NodeHeartbeat misspelt = TopologyHarness.heartbeat("n1");
    misspelt.setPool("defualt");
    harness.send(Topic.NODE_HEARTBEATS, "n1", misspelt);
    assertThat(harness.deadLetters().get(0).getReason()).isEqualTo(DeadLetterReason.UNKNOWN_POOL);

    harness.registerNode("n1", 2);

    assertThat(harness.events(Event.NodeRegistered.class)).hasSize(2);
  }

  @Test
  void shouldTakeANodeOnceItsClockMakesSense() {
    GpuTelemetry early = TopologyHarness.telemetry("n1", 2);
    early.setMeasuredAtMillis(-1);
    harness.send(Topic.NODE_HEARTBEATS, "n1", TopologyHarness.heartbeat("n1"));
    harness.send(Topic.GPU_TELEMETRY, "n1", early);
    assertThat(harness.deadLetters().get(0).getField()).isEqualTo("measuredAtMillis");

    harness.registerNode("n1", 2);

    assertThat(harness.events(Event.NodeRegistered.class)).hasSize(2);
  }

  @Test
  void shouldKeepANodeOneOfWhoseGpusHasAnUnreadableModel() {
    GpuTelemetry telemetry = TopologyHarness.telemetry("n1", 2);
    telemetry.getGpus().get(0).setModel("A100\u0007");
    harness.send(Topic.NODE_HEARTBEATS, "n1", TopologyHarness.heartbeat("n1"));
    harness.send(Topic.GPU_TELEMETRY, "n1", telemetry);

    assertThat(harness.deadLetters().get(0).getField()).isEqualTo("gpus[n1-gpu0].model");
    assertThat(harness.events(Event.NodeRegistered.class)).hasSize(2);
  }

  @Test
  void shouldBoundTheShapesThatWait() {
    harness.advanceWallClock(20);
    for (int i = 0; i <= Limits.MAX_PENDING_SHAPES; i++) {
      harness.submit(TopologyHarness.job("shape-" + i).setGpuModel("model-" + i));
    }
    harness.advanceWallClock(20);

    assertThat(harness.events(Event.CommandRejected.class))
        .extracting(rejected -> rejected.rejection().code())
        .containsExactly(RejectionCode.TOO_MANY_SHAPES);
  }

  @Test
  void shouldNotLetADriverMoveTheWallClock() {
    harness.advanceClock(POOL, Limits.MAX_TIME_MILLIS);

    assertThat(onlyDeadLetter().getReason()).isEqualTo(DeadLetterReason.CLOCK_NOT_VIRTUAL);
  }

  @Test
  void shouldRefuseAReportOfNoAttempt() {
    harness.send(
        Topic.JOB_REPORTS,
        POOL,
        new TaskReport(POOL, "a", 0, 1L, "n0", ReportedTaskState.STARTED, 0, "", 0L));

    DeadLetter letter = onlyDeadLetter();
    assertThat(letter.getReason()).isEqualTo(DeadLetterReason.OUT_OF_RANGE);
    assertThat(letter.getField()).isEqualTo("attempt");
  }

  private static GpuTelemetry telemetryOf(GpuReading... readings) {
    return new GpuTelemetry("n0", POOL, 0L, "", List.of(readings));
  }

  @Test
  void shouldRefuseTelemetryWithOneGpuTwice() {
    harness.send(
        Topic.GPU_TELEMETRY,
        "n0",
        telemetryOf(TopologyHarness.reading("g", 0), TopologyHarness.reading("g", 1)));

    DeadLetter letter = onlyDeadLetter();
    assertThat(letter.getReason()).isEqualTo(DeadLetterReason.DUPLICATE);
    assertThat(letter.getField()).isEqualTo("gpus.uuid");
    assertThat(letter.getValue()).isEqualTo("g");
  }

  @Test
  void shouldRefuseANodeOfAnotherPool() {
    NodeHeartbeat heartbeat = TopologyHarness.heartbeat("n0");
    heartbeat.setPool(OTHER_POOL);
    harness.send(Topic.NODE_HEARTBEATS, "n0", heartbeat);

    assertThat(onlyDeadLetter().getReason()).isEqualTo(DeadLetterReason.NODE_IN_OTHER_POOL);
  }

  @Test
  void shouldRefuseOneGpuOnTwoNodesByAnEvent() {
    GpuTelemetry liar = TopologyHarness.telemetry("n0", 1);
    liar.setNodeId("n1");
    harness.send(Topic.GPU_TELEMETRY, "n1", liar);
    harness.send(Topic.NODE_HEARTBEATS, "n1", TopologyHarness.heartbeat("n1"));

    Event.CommandRejected rejected = harness.events(Event.CommandRejected.class).get(0);
    assertThat(rejected.target()).isEqualTo("n1");
    assertThat(rejected.rejection().value()).isEqualTo("n0-gpu0");
    assertThat(rejected.rejection().fix()).contains("node n0");
  }

  static Stream<Arguments> implausibleReadings() {
    return Stream.of(
        Arguments.of("DCGM's blank double", "temperatureCelsius", 140_737_488_355_328.0),
        Arguments.of("DCGM's not-supported double", "utilisationRatio", 140_737_488_355_330.0),
        Arguments.of("DCGM's blank long", "powerMilliwatts", 9_223_372_036_854_775_792L),
        Arguments.of("DCGM's blank int", "memoryUsedBytes", 0x7fff_fff0L),
        Arguments.of("NVML's not available", "eccUncorrected", 0xffff_ffffL),
        Arguments.of("above its range", "utilisationRatio", 1.5),
        Arguments.of("below its range", "temperatureCelsius", -274.0),
        Arguments.of("not a number", "utilisationRatio", Double.NaN),
        Arguments.of("infinite", "temperatureCelsius", Double.POSITIVE_INFINITY),
        Arguments.of("negative memory", "memoryTotalBytes", -5L));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("implausibleReadings")
  void shouldTakeAnImplausibleReadingAsUnknownAndSayItOnce(
      String kind, String field, Object value) {
    GpuReading broken = TopologyHarness.reading("n0-gpu0", 0);
    broken.put(field, value);
    GpuTelemetry telemetry = TopologyHarness.telemetry("n0", 4);
    List<GpuReading> readings = new ArrayList<>(telemetry.getGpus());
    readings.set(0, broken);
    telemetry.setGpus(readings);

    harness.send(Topic.GPU_TELEMETRY, "n0", telemetry);
    harness.send(Topic.GPU_TELEMETRY, "n0", telemetry);

    DeadLetter letter = onlyDeadLetter();
    assertThat(letter.getReason()).as(kind).isEqualTo(DeadLetterReason.IMPLAUSIBLE_VALUE);
    assertThat(letter.getField()).isEqualTo("gpus[n0-gpu0]." + field);
    assertThat(letter.getFix()).contains("unknown");
  }

  @Test
  void shouldLeaveOutADeviceWithoutIdAndKeepTheOthers() {
    GpuReading nameless = TopologyHarness.reading("x", 4);
    nameless.setUuid(null);
    GpuTelemetry telemetry = TopologyHarness.telemetry("n0", 4);
    List<GpuReading> readings = new ArrayList<>(telemetry.getGpus());
    readings.add(nameless);
    telemetry.setGpus(readings);
    harness.send(Topic.GPU_TELEMETRY, "n0", telemetry);

    assertThat(onlyDeadLetter().getField()).isEqualTo("gpus[4].uuid");
    assertThat(harness.raw(Topic.NODE_CHANGES)).hasSize(1);
  }
}
