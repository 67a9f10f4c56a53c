package dev.prioritize.stream;

import dev.prioritize.core.command.LoggedCommand;
import dev.prioritize.core.engine.Engine;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.model.ClockMode;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.FaultRules;
import dev.prioritize.core.model.LearnedRules;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.ClockAdvance;
import dev.prioritize.schema.DeadLetter;
import dev.prioritize.schema.GpuReading;
import dev.prioritize.schema.GpuTelemetry;
import dev.prioritize.schema.JobSubmission;
import dev.prioritize.schema.LabelValue;
import dev.prioritize.schema.LaunchSpec;
import dev.prioritize.schema.NodeHeartbeat;
import dev.prioritize.schema.PlacementRuleValue;
import dev.prioritize.schema.PriorityClassValue;
import dev.prioritize.schema.ReportedTaskState;
import dev.prioritize.schema.TaskAssignment;
import dev.prioritize.schema.TaskReport;
import dev.prioritize.schema.Topic;
import dev.prioritize.stream.mapping.CommandMapper;
import dev.prioritize.stream.mapping.EventMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

/**
 * The whole topology without a broker: one partition, a wall clock that stands until it is moved.
 */
final class TopologyHarness implements AutoCloseable {
  static final String POOL = "default";
  static final long START_MILLIS = 1_700_000_000_000L;
  static final Duration COMMIT_INTERVAL = Duration.ofMillis(10);

  private final AvroCodec codec = new AvroCodec();
  private final TopologyTestDriver driver;
  private final Map<Topic, TestInputTopic<byte[], byte[]>> inputs = new EnumMap<>(Topic.class);
  private final Map<Topic, List<TestRecord<byte[], byte[]>>> outputs = new EnumMap<>(Topic.class);

  TopologyHarness(Path stateDir, Map<String, PoolConfig> pools) {
    Properties settings = new Properties();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
    settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "nowhere:1");
    settings.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
    driver =
        new TopologyTestDriver(
            SchedulerTopology.build(pools, () -> Heuristic::of, 1, COMMIT_INTERVAL),
            settings,
            Instant.ofEpochMilli(START_MILLIS));
  }

  static PoolConfig config(ClockMode clock) {
    return new PoolConfig(
        clock,
        "fifo",
        Discipline.EASY,
        PoolConfig.DEFAULT_AGING_INTERVAL_MILLIS,
        PoolConfig.DEFAULT_STARVATION_BOUNDS_MILLIS,
        PoolConfig.DEFAULT_DECISION_LIMIT,
        PoolConfig.DEFAULT_NODE_TIMEOUT_MILLIS,
        PoolConfig.DEFAULT_JOB_RETENTION_MILLIS,
        FaultRules.DEFAULT,
        LearnedRules.DEFAULT,
        Engine.RULES_VERSION);
  }

  void advanceWallClock(long millis) {
    driver.advanceWallClockTime(Duration.ofMillis(millis));
  }

  void send(Topic topic, String key, SpecificRecord record) {
    sendRaw(topic, key, codec.encode(record));
  }

  void sendRaw(Topic topic, String key, byte[] value) {
    sendRaw(topic, key == null ? null : key.getBytes(StandardCharsets.UTF_8), value);
  }

  void sendRaw(Topic topic, byte[] key, byte[] value) {
    inputs
        .computeIfAbsent(
            topic,
            t ->
                driver.createInputTopic(
                    t.topicName(), new ByteArraySerializer(), new ByteArraySerializer()))
        .pipeInput(key, value);
  }

  byte[] encode(SpecificRecord record) {
    return codec.encode(record);
  }

  /** Everything that the topic has received so far. */
  List<TestRecord<byte[], byte[]>> raw(Topic topic) {
    List<TestRecord<byte[], byte[]>> all = outputs.computeIfAbsent(topic, t -> new ArrayList<>());
    all.addAll(
        driver
            .createOutputTopic(
                topic.topicName(), new ByteArrayDeserializer(), new ByteArrayDeserializer())
            .readRecordsToList());
    return all;
  }

  List<SpecificRecord> records(Topic topic) {
    return raw(topic).stream().map(record -> codec.decode(record.value())).toList();
  }

  List<LoggedCommand> commands() {
    return records(Topic.SCHEDULER_COMMANDS).stream().map(CommandMapper::toCore).toList();
  }

  List<LoggedEvent> events() {
    return records(Topic.SCHEDULER_EVENTS).stream().map(EventMapper::toCore).toList();
  }

  <E> List<E> events(Class<E> type) {
    return events().stream()
        .map(LoggedEvent::event)
        .filter(type::isInstance)
        .map(type::cast)
        .toList();
  }

  List<TaskAssignment> assignments() {
    return records(Topic.ASSIGNMENTS).stream().map(TaskAssignment.class::cast).toList();
  }

  List<DeadLetter> deadLetters() {
    return records(Topic.DEAD_LETTERS).stream().map(DeadLetter.class::cast).toList();
  }

  void registerNode(String nodeId, int gpus) {
    send(Topic.GPU_TELEMETRY, nodeId, telemetry(nodeId, gpus));
    send(Topic.NODE_HEARTBEATS, nodeId, heartbeat(nodeId));
  }

  static GpuTelemetry telemetry(String nodeId, int gpus) {
    List<GpuReading> readings = new ArrayList<>();
    for (int i = 0; i < gpus; i++) {
      readings.add(reading(nodeId + "-gpu" + i, i));
    }
    return new GpuTelemetry(nodeId, POOL, START_MILLIS, "", readings);
  }

  static GpuReading reading(String uuid, int index) {
    return GpuReading.newBuilder()
        .setUuid(uuid)
        .setIndex(index)
        .setModel("A100")
        .setMemoryTotalBytes(80L << 30)
        .setUtilisationRatio(0.5)
        .setTemperatureCelsius(60.0)
        .setPowerMilliwatts(300_000L)
        .setXids(List.of())
        .build();
  }

  static NodeHeartbeat heartbeat(String nodeId) {
    return new NodeHeartbeat(
        nodeId,
        POOL,
        nodeId + ".example",
        List.of(new LabelValue("rack", "r1")),
        "",
        List.of(),
        START_MILLIS);
  }

  static JobSubmission.Builder job(String jobId) {
    return JobSubmission.newBuilder()
        .setPool(POOL)
        .setJobId(jobId)
        .setTenant("team")
        .setName("")
        .setPriorityClass(PriorityClassValue.NORMAL)
        .setGpus(1)
        .setPlacement(PlacementRuleValue.CONSOLIDATED)
        .setExpectedDurationMillis(60_000L)
        .setMaxRetries(0)
        .setLaunchSpec(new LaunchSpec(List.of("train", jobId), List.of(), null, null))
        .setLabels(List.of())
        .setSubmittedAtMillis(START_MILLIS);
  }

  void submit(JobSubmission.Builder job) {
    send(Topic.JOB_SUBMISSIONS, POOL, job.build());
  }

  void report(TaskAssignment task, ReportedTaskState state, long timeMillis) {
    send(
        Topic.JOB_REPORTS,
        POOL,
        new TaskReport(
            POOL,
            task.getJobId(),
            task.getAttempt(),
            task.getEpoch(),
            task.getNodeId(),
            state,
            0,
            "",
            timeMillis));
  }

  void advanceClock(String pool, long millis) {
    send(Topic.ADMIN_REQUESTS, pool, new ClockAdvance(pool, millis, "test"));
  }

  @Override
  public void close() {
    driver.close();
  }
}
