package dev.prioritize.schema;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.config.TopicConfig;

/**
 * The topic catalogue. A topic carries records of several types, each encoded by itself ({@link
 * AvroCodec}); the reader tells them apart by the schema's fingerprint.
 *
 * <p>All topics keyed by pool have the same number of partitions, for the life of the log: only so
 * one Streams task owns all of a pool.
 */
public enum Topic {
  /** What users ask for. */
  JOB_SUBMISSIONS(
      "job-submissions",
      Key.POOL,
      days(7),
      List.of(JobSubmission.SCHEMA$, JobCancellation.SCHEMA$, PriorityChange.SCHEMA$)),
  /** What launchers tell of their tasks. */
  JOB_REPORTS("job-reports", Key.POOL, days(7), List.of(TaskReport.SCHEMA$)),
  /** What operators and drivers ask for. */
  ADMIN_REQUESTS(
      "admin-requests",
      Key.POOL,
      days(7),
      List.of(
          NodeDrain.SCHEMA$,
          NodeUndrain.SCHEMA$,
          NodeRemoval.SCHEMA$,
          TenantLimit.SCHEMA$,
          PoolChange.SCHEMA$,
          NodeSilence.SCHEMA$,
          ClockAdvance.SCHEMA$)),
  /** Readings of the GPUs. */
  GPU_TELEMETRY("gpu-telemetry", Key.NODE, days(7), List.of(GpuTelemetry.SCHEMA$)),
  /** Signs of life of the launchers. */
  NODE_HEARTBEATS("node-heartbeats", Key.NODE, days(7), List.of(NodeHeartbeat.SCHEMA$)),
  /** What the telemetry filter passes on: nodes that are new or have changed. */
  NODE_CHANGES("node-changes", Key.POOL, days(7), List.of(NodeChange.SCHEMA$)),
  /** The log: every command in the order in which the engine took it. */
  SCHEDULER_COMMANDS(
      "scheduler-commands",
      Key.POOL,
      days(400),
      List.of(
          ConfigurePoolCommand.SCHEMA$,
          SubmitJobCommand.SCHEMA$,
          CancelJobCommand.SCHEMA$,
          ChangePriorityCommand.SCHEMA$,
          ReportTaskCommand.SCHEMA$,
          ReportNodeCommand.SCHEMA$,
          ReportSilenceCommand.SCHEMA$,
          DrainNodeCommand.SCHEMA$,
          UndrainNodeCommand.SCHEMA$,
          RemoveNodeCommand.SCHEMA$,
          LimitTenantCommand.SCHEMA$,
          ResumeCommand.SCHEMA$,
          TickCommand.SCHEMA$)),
  /** The audit trail: every fact and why. State is its fold. */
  SCHEDULER_EVENTS(
      "scheduler-events",
      Key.POOL,
      days(400),
      List.of(
          PoolConfiguredEvent.SCHEMA$,
          NodeRegisteredEvent.SCHEMA$,
          NodeUpdatedEvent.SCHEMA$,
          InventoryReportedEvent.SCHEMA$,
          TaskDisownedEvent.SCHEMA$,
          NodeSilentEvent.SCHEMA$,
          NodeReturnedEvent.SCHEMA$,
          NodeDrainedEvent.SCHEMA$,
          NodeUndrainedEvent.SCHEMA$,
          NodeCooledDownEvent.SCHEMA$,
          NodeFailureCountedEvent.SCHEMA$,
          JobBlamedEvent.SCHEMA$,
          NodeQuarantinedEvent.SCHEMA$,
          NodeReleasedEvent.SCHEMA$,
          NodeRemovedEvent.SCHEMA$,
          TenantLimitedEvent.SCHEMA$,
          SchedulerResumedEvent.SCHEMA$,
          TaskLostEvent.SCHEMA$,
          JobSubmittedEvent.SCHEMA$,
          JobRejectedEvent.SCHEMA$,
          PriorityChangedEvent.SCHEMA$,
          JobPlacedEvent.SCHEMA$,
          TaskReportedEvent.SCHEMA$,
          ReportIgnoredEvent.SCHEMA$,
          JobStartedEvent.SCHEMA$,
          JobStoppingEvent.SCHEMA$,
          JobRequeuedEvent.SCHEMA$,
          JobFinishedEvent.SCHEMA$,
          JobForgottenEvent.SCHEMA$,
          ReservationChangedEvent.SCHEMA$,
          PassFinishedEvent.SCHEMA$,
          CommandRejectedEvent.SCHEMA$,
          CommandIgnoredEvent.SCHEMA$,
          StateDigestEvent.SCHEMA$)),
  /** What launchers have to do. */
  ASSIGNMENTS("assignments", Key.NODE, days(30), List.of(TaskAssignment.SCHEMA$)),
  /** Every job as it stands; a tombstone when it is forgotten. */
  JOB_STATES("job-states", Key.POOL_AND_JOB, Duration.ZERO, List.of(JobStatus.SCHEMA$)),
  /** Every node as it stands. */
  NODE_STATES("node-states", Key.POOL_AND_NODE, Duration.ZERO, List.of(NodeStatus.SCHEMA$)),
  /** Inputs that could not be taken, and why. */
  DEAD_LETTERS("dead-letters", Key.SOURCE, days(30), List.of(DeadLetter.SCHEMA$));

  /** What the key of a topic's records is; always UTF-8 text. */
  public enum Key {
    /** The pool's id. */
    POOL,
    /** The node's id. */
    NODE,
    /** {@code pool/jobId}; neither id can hold a slash. In the partition of the pool. */
    POOL_AND_JOB,
    /** {@code pool/nodeId}; neither id can hold a slash. In the partition of the pool. */
    POOL_AND_NODE,
    /** The very bytes of the source record's key. */
    SOURCE
  }

  /** What Kafka does with old records. */
  public enum Cleanup {
    /** Drops them after the retention time. */
    DELETE,
    /** Keeps the last one of each key. */
    COMPACT
  }

  /** Partitions of every topic keyed by pool: the most instances that can share the work. */
  public static final int DEFAULT_POOL_PARTITIONS = 8;

  /** Partitions of every other topic. */
  public static final int DEFAULT_NODE_PARTITIONS = 8;

  /**
   * Largest record of any topic: Kafka's default of 1 MiB is less than the placement of the largest
   * gang with the longest UUIDs.
   */
  public static final int MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

  private final String topicName;
  private final Key key;
  private final Duration retention;

  @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable list of schemas that nobody changes
  private final List<Schema> schemas;

  Topic(String topicName, Key key, Duration retention, List<Schema> schemas) {
    this.topicName = topicName;
    this.key = key;
    this.retention = retention;
    this.schemas = schemas;
  }

  /** The name in Kafka. */
  public String topicName() {
    return topicName;
  }

  /** What the records' key is. */
  public Key key() {
    return key;
  }

  /** What becomes of old records. */
  public Cleanup cleanup() {
    return retention.isZero() ? Cleanup.COMPACT : Cleanup.DELETE;
  }

  /** How long records are kept by default; {@link Duration#ZERO} for a compacted topic. */
  public Duration retention() {
    return retention;
  }

  /** How many partitions the topic gets if nobody says otherwise. */
  public int defaultPartitions() {
    return key == Key.POOL ? DEFAULT_POOL_PARTITIONS : DEFAULT_NODE_PARTITIONS;
  }

  /**
   * The topic's own settings, as Kafka's admin client takes them. The broker stamps the records: no
   * producer's clock decides on retention, or on the order in which a task takes its inputs.
   */
  public Map<String, String> configs() {
    Map<String, String> configs = new TreeMap<>();
    configs.put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime");
    configs.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(MAX_MESSAGE_BYTES));
    if (cleanup() == Cleanup.COMPACT) {
      configs.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
    } else {
      configs.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
      configs.put(TopicConfig.RETENTION_MS_CONFIG, Long.toString(retention.toMillis()));
    }
    return configs;
  }

  /** The types of record that the topic may carry. */
  public List<Schema> schemas() {
    return schemas;
  }

  /** True if the topic may carry records of this one's type. */
  public boolean carries(SpecificRecord record) {
    return schemas.contains(record.getSchema());
  }

  /**
   * The partition in which a key belongs: that of Kafka's default partitioner, murmur2 over the
   * key. Clients built on librdkafka take another by default; for them it is called {@code
   * murmur2_random}.
   *
   * @param partitions of the topic, at least 1
   */
  public static int partitionOf(byte[] key, int partitions) {
    return BuiltInPartitioner.partitionForKey(key, partitions);
  }

  /**
   * The partition in which a key that begins with a pool belongs: the pool's.
   *
   * @param key UTF-8 text with a slash behind the pool
   * @param partitions of the topic, at least 1
   */
  public static int partitionOfPool(byte[] key, int partitions) {
    int end = 0;
    while (key[end] != '/') {
      end++;
    }
    return partitionOf(Arrays.copyOf(key, end), partitions);
  }

  /**
   * The topic of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Topic named(String topicName) {
    for (Topic topic : values()) {
      if (topic.topicName.equals(topicName)) {
        return topic;
      }
    }
    throw new IllegalArgumentException("no topic is named " + topicName);
  }

  private static Duration days(int days) {
    return Duration.ofDays(days);
  }
}
