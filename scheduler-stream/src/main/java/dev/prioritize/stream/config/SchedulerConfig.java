package dev.prioritize.stream.config;

import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.policy.onnx.ModelSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The configuration of a scheduler. What each value means, its default and its range are written in
 * the resource {@code prioritize.properties}.
 *
 * <p>Immutable.
 */
public final class SchedulerConfig {
  /** Value of {@code instance.id} that leaves the name to the scheduler. */
  static final String AUTO = "auto";

  private final String bootstrapServers;
  private final String applicationId;
  private final String instanceId;
  private final Path stateDir;
  private final int streamThreads;
  private final Duration commitInterval;
  private final int topicsPartitions;
  private final int topicsReplicationFactor;
  private final Path modelDir;
  private final ModelSettings modelSettings;
  private final Map<String, PoolConfig> pools;
  private final Map<String, String> kafka;
  private final String description;

  /** What the sources say of one pool. */
  private record OfPool(Resolution values, String pool) implements PoolSettings.Source {
    @Override
    public <T> T get(PoolAttribute<T> attribute) {
      return values.get(attribute, pool);
    }
  }

  private SchedulerConfig(Resolution values) {
    bootstrapServers = values.get(ConfigKeys.BOOTSTRAP_SERVERS);
    applicationId = values.get(ConfigKeys.APPLICATION_ID);
    instanceId = values.get(ConfigKeys.INSTANCE_ID);
    stateDir = values.get(ConfigKeys.STATE_DIR);
    streamThreads = values.get(ConfigKeys.STREAM_THREADS);
    commitInterval = values.get(ConfigKeys.COMMIT_INTERVAL);
    topicsPartitions = values.get(ConfigKeys.TOPICS_PARTITIONS);
    topicsReplicationFactor = values.get(ConfigKeys.TOPICS_REPLICATION_FACTOR);
    modelDir = values.get(ConfigKeys.MODEL_DIR);
    modelSettings =
        new ModelSettings(
            values.get(ConfigKeys.MODEL_PROVIDER), values.get(ConfigKeys.MODEL_DEADLINE));
    Map<String, PoolConfig> configs = new LinkedHashMap<>();
    values
        .get(ConfigKeys.POOLS)
        .forEach(pool -> configs.put(pool, PoolSettings.config(new OfPool(values, pool))));
    pools = Collections.unmodifiableMap(configs);
    kafka = values.kafka();
    description = values.used().stream().map(Setting::toString).collect(Collectors.joining("\n"));
  }

  /**
   * Reads the configuration. Options go before the environment, that before the file, and that
   * before the shipped defaults.
   *
   * @param fileOrNull a properties file in UTF-8; null for none
   * @param environment the process's; only variables that start with {@code PRIORITIZE_} are read
   * @param options values by key, as the command line gave them
   * @throws ConfigException if anything is wrong, with all that is
   */
  public static SchedulerConfig load(
      Path fileOrNull, Map<String, String> environment, Map<String, String> options) {
    return new SchedulerConfig(Resolver.resolve(fileOrNull, environment, options));
  }

  /** Brokers to start from, in Kafka's form. */
  public String bootstrapServers() {
    return bootstrapServers;
  }

  /** Name of the Kafka Streams application. */
  public String applicationId() {
    return applicationId;
  }

  /** Name of this instance among those of the application; empty if it is kept in the state. */
  public Optional<String> instanceId() {
    return instanceId.equals(AUTO) ? Optional.empty() : Optional.of(instanceId);
  }

  /** Folder of the local state; need not exist yet. */
  public Path stateDir() {
    return stateDir;
  }

  /** Threads of Kafka Streams. */
  public int streamThreads() {
    return streamThreads;
  }

  /** How long a transaction collects at most. */
  public Duration commitInterval() {
    return commitInterval;
  }

  /** Partitions of the topics when they are made. */
  public int topicsPartitions() {
    return topicsPartitions;
  }

  /** Copies of each topic when it is made, at most 100. */
  public int topicsReplicationFactor() {
    return topicsReplicationFactor;
  }

  /** Folder of the models beside the shipped one; need not exist. */
  public Path modelDir() {
    return modelDir;
  }

  /** How models are worked with. */
  public ModelSettings modelSettings() {
    return modelSettings;
  }

  /** The pools by id, in the order of the key {@code pools}; at least one. */
  public Map<String, PoolConfig> pools() {
    return pools;
  }

  /** Further settings for every Kafka client, under Kafka's names. May hold secrets. */
  public Map<String, String> kafka() {
    return kafka;
  }

  /**
   * Every value in force and where it came from, without secrets: lines {@code key = value (from
   * …)}, sorted by key; for each pool what holds for it, also if it was set for all pools.
   */
  public String describe() {
    return description;
  }

  /** {@link #describe()}. */
  @Override
  public String toString() {
    return description;
  }
}
