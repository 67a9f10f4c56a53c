package dev.prioritize.stream.config;

import dev.prioritize.core.model.ClockMode;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.LearnedRules;
import dev.prioritize.core.model.Limits;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.core.policy.LearnedPolicy;
import dev.prioritize.policy.onnx.Provider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The table of keys and what each may be. What they mean, and their defaults, stand in {@code
 * prioritize.properties}; {@code kafka.*} is in {@link KafkaSettings}.
 */
final class ConfigKeys {
  /** It begins the names of internal topics, to which Kafka allows 249 characters. */
  private static final int MAX_APPLICATION_ID_CHARS = 100;

  private static final int MAX_THREADS = 64;
  private static final int MAX_PARTITIONS = 1_000;
  private static final int MAX_REPLICATION_FACTOR = 100;
  private static final int MAX_NODE_FAULT_LIMIT = 1_000;

  /** {@link Limits#MAX_DURATION_MILLIS}: ten years. */
  private static final String LONGEST = "3650d";

  static final ConfigKey<String> BOOTSTRAP_SERVERS =
      new ConfigKey<>("bootstrap.servers", ValueType.addresses());
  static final ConfigKey<String> APPLICATION_ID =
      new ConfigKey<>(
          "application.id",
          ValueType.matching(
              "[A-Za-z0-9_-][A-Za-z0-9._-]{0," + (MAX_APPLICATION_ID_CHARS - 1) + "}",
              "letters, digits, '.', '_' and '-', not starting with '.', at most "
                  + MAX_APPLICATION_ID_CHARS
                  + " characters"));
  static final ConfigKey<String> INSTANCE_ID =
      new ConfigKey<>(
          "instance.id",
          ValueType.matching(
              "[A-Za-z0-9._-]{1," + Limits.MAX_ID_CHARS + "}",
              SchedulerConfig.AUTO
                  + ", or letters, digits, '.', '_' and '-', at most "
                  + Limits.MAX_ID_CHARS
                  + " characters"));
  static final ConfigKey<Path> STATE_DIR = new ConfigKey<>("state.dir", ValueType.folder());
  static final ConfigKey<Integer> STREAM_THREADS =
      new ConfigKey<>("stream.threads", ValueType.integer(1, MAX_THREADS));
  static final ConfigKey<Duration> COMMIT_INTERVAL =
      new ConfigKey<>("commit.interval", ValueType.duration("1ms", "1m"));
  static final ConfigKey<Integer> TOPICS_PARTITIONS =
      new ConfigKey<>("topics.partitions", ValueType.integer(1, MAX_PARTITIONS));
  static final ConfigKey<Integer> TOPICS_REPLICATION_FACTOR =
      new ConfigKey<>("topics.replication.factor", ValueType.integer(1, MAX_REPLICATION_FACTOR));
  static final ConfigKey<Path> MODEL_DIR = new ConfigKey<>("model.dir", ValueType.folder());
  static final ConfigKey<Provider> MODEL_PROVIDER =
      new ConfigKey<>("model.provider", ValueType.oneOf(byLowerCaseName(Provider.values())));
  static final ConfigKey<Duration> MODEL_DEADLINE =
      new ConfigKey<>("model.deadline", ValueType.durationOrOff("1ms", "1m"));
  static final ConfigKey<List<String>> POOLS = new ConfigKey<>("pools", ValueType.poolIds());

  /** All keys without a pool in their name. */
  static final List<ConfigKey<?>> GENERAL =
      List.of(
          BOOTSTRAP_SERVERS,
          APPLICATION_ID,
          INSTANCE_ID,
          STATE_DIR,
          STREAM_THREADS,
          COMMIT_INTERVAL,
          TOPICS_PARTITIONS,
          TOPICS_REPLICATION_FACTOR,
          MODEL_DIR,
          MODEL_PROVIDER,
          MODEL_DEADLINE,
          POOLS);

  static final PoolAttribute<ClockMode> CLOCK =
      new PoolAttribute<>(
          "clock", ValueType.oneOf(byLowerCaseName(ClockMode.values())), PoolConfig::clock);
  static final PoolAttribute<String> POLICY =
      new PoolAttribute<>("policy", ValueType.oneOf(policies()), PoolConfig::policy);
  static final PoolAttribute<Discipline> DISCIPLINE =
      new PoolAttribute<>(
          "discipline",
          ValueType.oneOf(byLowerCaseName(Discipline.values())),
          PoolConfig::discipline);
  static final PoolAttribute<Duration> AGING_INTERVAL =
      duration("aging.interval", PoolConfig::agingIntervalMillis);

  /** One for each class, from LOW to URGENT. */
  static final List<PoolAttribute<Duration>> STARVATION_BOUNDS =
      Arrays.stream(PriorityClass.values()).map(ConfigKeys::starvationBound).toList();

  static final PoolAttribute<Integer> DECISION_LIMIT =
      new PoolAttribute<>(
          "decision.limit",
          ValueType.integer(1, Limits.MAX_PENDING_JOBS),
          PoolConfig::decisionLimit);
  static final PoolAttribute<Duration> NODE_TIMEOUT =
      duration("node.timeout", PoolConfig::nodeTimeoutMillis);
  static final PoolAttribute<Duration> JOB_RETENTION =
      duration("job.retention", PoolConfig::jobRetentionMillis);

  static final PoolAttribute<Duration> START_DEADLINE =
      duration("start.deadline", config -> config.faults().startDeadlineMillis());
  static final PoolAttribute<Duration> RECONCILE_GRACE =
      duration("reconcile.grace", config -> config.faults().reconcileGraceMillis());
  static final PoolAttribute<Duration> COOL_DOWN =
      duration("cool.down", config -> config.faults().coolDownMillis());
  static final PoolAttribute<Integer> NODE_FAULT_LIMIT =
      new PoolAttribute<>(
          "node.fault.limit",
          ValueType.integer(0, MAX_NODE_FAULT_LIMIT),
          config -> config.faults().nodeFaultLimit());
  static final PoolAttribute<Integer> QUARANTINE_FAILURES =
      new PoolAttribute<>(
          "quarantine.failures",
          ValueType.integer(0, Limits.MAX_FAILURES_PER_NODE),
          config -> config.faults().quarantineFailures());
  static final PoolAttribute<Duration> QUARANTINE_WINDOW =
      duration("quarantine.window", config -> config.faults().quarantineWindowMillis());
  static final PoolAttribute<Duration> QUARANTINE_DURATION =
      duration("quarantine.duration", config -> config.faults().quarantineMillis());

  static final PoolAttribute<Integer> WINDOW =
      new PoolAttribute<>(
          "policy.window",
          ValueType.integer(1, LearnedRules.MAX_WINDOW),
          config -> config.learned().window());
  static final PoolAttribute<Integer> HOLD_PERCENT =
      new PoolAttribute<>(
          "policy.hold.percent",
          ValueType.integer(0, 100),
          config -> config.learned().holdPercent());
  static final PoolAttribute<String> SUBSTITUTE =
      new PoolAttribute<>(
          "policy.substitute",
          ValueType.oneOf(heuristics()),
          config -> config.learned().substitute());

  static final PoolAttribute<String> MODEL =
      new PoolAttribute<>(
          "policy.model",
          ValueType.id("the name of a model's folder, or " + LearnedRules.SHIPPED),
          config -> config.learned().model());

  /** All keys that each pool has. No suffix ends in a dot and another one: names stay unique. */
  static final List<PoolAttribute<?>> OF_POOL =
      Stream.concat(
              Stream.<PoolAttribute<?>>of(
                  CLOCK,
                  POLICY,
                  DISCIPLINE,
                  AGING_INTERVAL,
                  DECISION_LIMIT,
                  NODE_TIMEOUT,
                  JOB_RETENTION,
                  START_DEADLINE,
                  RECONCILE_GRACE,
                  COOL_DOWN,
                  NODE_FAULT_LIMIT,
                  QUARANTINE_FAILURES,
                  QUARANTINE_WINDOW,
                  QUARANTINE_DURATION,
                  WINDOW,
                  HOLD_PERCENT,
                  SUBSTITUTE,
                  MODEL),
              STARVATION_BOUNDS.stream())
          .toList();

  private ConfigKeys() {}

  private static PoolAttribute<Duration> duration(
      String suffix, ToLongFunction<PoolConfig> millis) {
    return new PoolAttribute<>(
        suffix,
        ValueType.duration("1s", LONGEST),
        config -> Duration.ofMillis(millis.applyAsLong(config)));
  }

  private static PoolAttribute<Duration> starvationBound(PriorityClass priorityClass) {
    return new PoolAttribute<>(
        "starvation.bound." + lowerCaseName(priorityClass),
        ValueType.durationOrOff("1s", LONGEST),
        config -> Duration.ofMillis(config.starvationBoundMillis(priorityClass)));
  }

  private static Map<String, String> policies() {
    Map<String, String> policies = new LinkedHashMap<>();
    policies.put(LearnedPolicy.NAME, LearnedPolicy.NAME);
    policies.putAll(heuristics());
    return policies;
  }

  private static Map<String, String> heuristics() {
    Map<String, String> policies = new LinkedHashMap<>();
    for (Heuristic heuristic : Heuristic.values()) {
      policies.put(heuristic.identity().name(), heuristic.identity().name());
    }
    return policies;
  }

  private static <E extends Enum<E>> Map<String, E> byLowerCaseName(E[] values) {
    Map<String, E> names = new LinkedHashMap<>();
    for (E value : values) {
      names.put(lowerCaseName(value), value);
    }
    return names;
  }

  static String lowerCaseName(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
