package dev.prioritize.stream;

import dev.prioritize.schema.Topic;
import dev.prioritize.stream.config.SchedulerConfig;
import dev.prioritize.stream.pool.CommitPacing;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/** What Kafka Streams is told, and why where it is not the default. */
public final class StreamsSettings {
  /** With the default of 100 ms a record waits that long at each hop. */
  private static final long POLL_MILLIS = 5;

  /**
   * How long an instance that is gone keeps its pools from the others: the least that brokers allow
   * by default, and longer than a restart takes, which so finds its pools waiting.
   */
  private static final int SESSION_TIMEOUT_MILLIS = 6_000;

  /** How soon an instance hears that the pools are shared out anew. */
  private static final int HEARTBEAT_INTERVAL_MILLIS = 1_000;

  /**
   * How long the open transaction of an instance that is gone holds back readers, beyond the commit
   * interval; less than the session timeout, so that whoever takes over need not wait for it. A
   * pause of this length costs the thread that made it.
   */
  private static final int TRANSACTION_TIMEOUT_MILLIS = 5_000;

  /** Longer than a transaction collects by default. */
  private static final int LINGER_MILLIS = 100;

  /** What one partition gets in a transaction of a full burst; Kafka's 16 KiB is a tenth of it. */
  private static final int BATCH_BYTES = 128 * 1024;

  private StreamsSettings() {}

  /**
   * The settings that a configuration stands for, under the names of Kafka.
   *
   * @param instanceId unique among the running instances, the same after a restart
   */
  public static Map<String, Object> of(SchedulerConfig config, String instanceId) {
    Map<String, Object> settings = new TreeMap<>(config.kafka());
    settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, config.bootstrapServers());
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, config.applicationId());
    settings.put(StreamsConfig.STATE_DIR_CONFIG, config.stateDir().toString());
    settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, config.streamThreads());
    settings.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, config.topicsReplicationFactor());
    // Command, events, assignments and state in one transaction.
    settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    settings.put(
        StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
        CommitPacing.longestMillis(config.commitInterval().toMillis()));
    settings.put(StreamsConfig.POLL_MS_CONFIG, POLL_MILLIS);
    // What is on disk is what was committed (KIP-892): without it Streams wipes the state after a
    // kill and reads the whole changelog, after first failing on what it found.
    settings.put(StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, true);
    // Record caches hold back what must be in the log.
    settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
    settings.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, SharedRocksMemory.class);
    // Inputs are taken as they come: in which order they were is told by the log. Waiting for those
    // of the other topics costs time, and looking for them a fifth of the processor.
    settings.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, StreamsConfig.MAX_TASK_IDLE_MS_DISABLED);
    // All that a transaction writes goes out at its commit, in few requests: nobody may read it
    // sooner. It does not wait for a linger time, since a commit flushes.
    settings.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), LINGER_MILLIS);
    settings.put(StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), BATCH_BYTES);
    settings.put(
        StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG),
        Topic.MAX_MESSAGE_BYTES);
    settings.put(
        StreamsConfig.topicPrefix(TopicConfig.MAX_MESSAGE_BYTES_CONFIG), Topic.MAX_MESSAGE_BYTES);
    // A submission made before the scheduler's first start is not lost.
    settings.put(StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
    // Static membership: whoever comes back under the name takes up the pools at once.
    settings.put(StreamsConfig.consumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG), instanceId);
    putUnlessSet(
        settings,
        StreamsConfig.CONSUMER_PREFIX,
        ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
        SESSION_TIMEOUT_MILLIS);
    putUnlessSet(
        settings,
        StreamsConfig.CONSUMER_PREFIX,
        ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG,
        HEARTBEAT_INTERVAL_MILLIS);
    putUnlessSet(
        settings,
        StreamsConfig.PRODUCER_PREFIX,
        ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
        Math.toIntExact(config.commitInterval().toMillis()) + TRANSACTION_TIMEOUT_MILLIS);
    return settings;
  }

  /** A default of ours for one kind of client, which the user may have set with or without kind. */
  private static void putUnlessSet(
      Map<String, Object> settings, String kind, String key, int value) {
    if (!settings.containsKey(key)) {
      settings.putIfAbsent(kind + key, value);
    }
  }
}
