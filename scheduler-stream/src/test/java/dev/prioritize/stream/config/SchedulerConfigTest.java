package dev.prioritize.stream.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prioritize.core.engine.Engine;
import dev.prioritize.core.model.ClockMode;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.FaultRules;
import dev.prioritize.core.model.LearnedRules;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.policy.onnx.ModelSettings;
import dev.prioritize.policy.onnx.Provider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchedulerConfigTest {
  private static final long SECOND = 1_000;
  private static final long HOUR = 3_600 * SECOND;
  private static final long DAY = 24 * HOUR;

  private static final PoolConfig DEFAULT_POOL =
      new PoolConfig(
          ClockMode.WALL,
          "aged",
          Discipline.EASY,
          PoolConfig.DEFAULT_AGING_INTERVAL_MILLIS,
          PoolConfig.DEFAULT_STARVATION_BOUNDS_MILLIS,
          PoolConfig.DEFAULT_DECISION_LIMIT,
          PoolConfig.DEFAULT_NODE_TIMEOUT_MILLIS,
          PoolConfig.DEFAULT_JOB_RETENTION_MILLIS,
          FaultRules.DEFAULT,
          LearnedRules.DEFAULT,
          Engine.RULES_VERSION);

  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("my.properties"), text);
  }

  private static SchedulerConfig options(Map<String, String> options) {
    return SchedulerConfig.load(null, Map.of(), options);
  }

  @Test
  void shouldHaveDefaults() {
    SchedulerConfig config = options(Map.of());

    assertThat(config.bootstrapServers()).isEqualTo("localhost:9092");
    assertThat(config.applicationId()).isEqualTo("prioritize");
    assertThat(config.instanceId()).isEmpty();
    assertThat(config.stateDir())
        .isEqualTo(Path.of(System.getProperty("user.home"), ".prioritize", "state"));
    assertThat(config.streamThreads()).isEqualTo(1);
    assertThat(config.commitInterval()).isEqualTo(Duration.ofMillis(10));
    assertThat(config.topicsPartitions()).isEqualTo(8);
    assertThat(config.topicsReplicationFactor()).isEqualTo(1);
    assertThat(config.modelDir())
        .isEqualTo(Path.of(System.getProperty("user.home"), ".prioritize", "models"));
    assertThat(config.modelSettings()).isEqualTo(ModelSettings.DEFAULT);
    assertThat(config.pools()).isEqualTo(Map.of("default", DEFAULT_POOL));
    assertThat(config.kafka()).isEmpty();
  }

  @Test
  void shouldShipAFileThatSetsAndExplainsEveryKey() throws IOException {
    String text = shippedFile();

    assertThat(PropertiesText.parse(text).stream().map(PropertiesText.Entry::key))
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(
                    ConfigKeys.GENERAL.stream().map(ConfigKey::name),
                    ConfigKeys.OF_POOL.stream()
                        .map(attribute -> attribute.of(PoolAttribute.ALL_POOLS).name()))
                .toList());
    // Above each block of keys stands a comment that names default and range.
    for (String block : text.split("\n\n", -1)) {
      if (block.lines().anyMatch(line -> !line.startsWith("#") && !line.isBlank())) {
        assertThat(block).startsWith("# ").contains("# Default: ");
      }
    }
  }

  @Test
  void shouldLoadTheShippedFileLikeNoFile() throws IOException {
    SchedulerConfig config = SchedulerConfig.load(file(shippedFile()), Map.of(), Map.of());

    assertThat(config.describe().replaceAll("\\(from .*\\)", ""))
        .isEqualTo(options(Map.of()).describe().replaceAll("\\(from .*\\)", ""));
  }

  @Test
  void shouldMapEveryKey() throws IOException {
    SchedulerConfig config =
        SchedulerConfig.load(
            file(
                """
                bootstrap.servers = a.example:9092, SSL://[::1]:9093
                application.id = night-shift
                instance.id = scheduler-0
                state.dir = /var/lib/prioritize
                stream.threads = 4
                commit.interval = 100ms
                topics.partitions = 32
                topics.replication.factor = 3
                model.dir = /var/lib/models
                model.provider = cuda
                model.deadline = off
                pools = gpu.a100, sim
                pool.sim.clock = virtual
                pool.sim.policy = sjf
                pool.sim.discipline = strict
                pool.sim.aging.interval = 1h
                pool.sim.starvation.bound.low = off
                pool.sim.starvation.bound.normal = 3d
                pool.sim.starvation.bound.high = 2h
                pool.sim.starvation.bound.urgent = 30s
                pool.sim.decision.limit = 7
                pool.sim.node.timeout = 5m
                pool.sim.job.retention = 2d
                pool.sim.policy.window = 64
                pool.sim.policy.hold.percent = 0
                pool.sim.policy.substitute = fifo
                pool.sim.policy.model = night-3
                kafka.security.protocol = SSL
                kafka.ssl.endpoint.identification.algorithm =
                """),
            Map.of(),
            Map.of());

    assertThat(config.bootstrapServers()).isEqualTo("a.example:9092, SSL://[::1]:9093");
    assertThat(config.applicationId()).isEqualTo("night-shift");
    assertThat(config.instanceId()).contains("scheduler-0");
    assertThat(config.stateDir()).isEqualTo(Path.of("/var/lib/prioritize"));
    assertThat(config.streamThreads()).isEqualTo(4);
    assertThat(config.commitInterval()).isEqualTo(Duration.ofMillis(100));
    assertThat(config.topicsPartitions()).isEqualTo(32);
    assertThat(config.topicsReplicationFactor()).isEqualTo(3);
    assertThat(config.modelDir()).isEqualTo(Path.of("/var/lib/models"));
    assertThat(config.modelSettings()).isEqualTo(new ModelSettings(Provider.CUDA, Duration.ZERO));
    assertThat(config.pools().keySet()).containsExactly("gpu.a100", "sim");
    assertThat(config.pools().get("gpu.a100")).isEqualTo(DEFAULT_POOL);
    assertThat(config.pools().get("sim"))
        .isEqualTo(
            new PoolConfig(
                ClockMode.VIRTUAL,
                "sjf",
                Discipline.STRICT,
                HOUR,
                List.of(0L, 3 * DAY, 2 * HOUR, 30 * SECOND),
                7,
                300 * SECOND,
                2 * DAY,
                FaultRules.DEFAULT,
                new LearnedRules(64, 0, "fifo", "night-3"),
                Engine.RULES_VERSION));
    assertThat(config.kafka())
        .isEqualTo(Map.of("security.protocol", "SSL", "ssl.endpoint.identification.algorithm", ""));
  }

  @Test
  void shouldKnowEveryHeuristicAndDiscipline() {
    for (Heuristic heuristic : Heuristic.values()) {
      String name = heuristic.identity().name();
      assertThat(options(Map.of("pool.*.policy", name)).pools().get("default").policy())
          .isEqualTo(name);
    }
    Map<String, String> skip = Map.of("pool.*.discipline", "skip", "pool.*.policy", "aged");
    assertThat(options(skip).pools().get("default").discipline()).isEqualTo(Discipline.SKIP);
  }

  @Test
  void shouldPreferOptionThenEnvironmentThenFileThenDefault() throws IOException {
    Path file =
        file(
            """
            stream.threads=2
            topics.partitions=16
            application.id=from-file
            """);
    Map<String, String> environment =
        Map.of("PRIORITIZE_STREAM_THREADS", "3", "PRIORITIZE_TOPICS_PARTITIONS", "24", "HOME", "/");

    SchedulerConfig config = SchedulerConfig.load(file, environment, Map.of("stream.threads", "4"));

    assertThat(config.streamThreads()).isEqualTo(4);
    assertThat(config.topicsPartitions()).isEqualTo(24);
    assertThat(config.applicationId()).isEqualTo("from-file");
    assertThat(config.topicsReplicationFactor()).isEqualTo(1);
    assertThat(config.describe())
        .contains(
            "stream.threads = 4  (from option)",
            "topics.partitions = 24  (from env PRIORITIZE_TOPICS_PARTITIONS)",
            "application.id = from-file  (from file " + file + ":3)",
            "topics.replication.factor = 1  (from default)");
  }

  @Test
  void shouldPreferANamedPoolToAllPoolsWhateverTheSources() {
    SchedulerConfig config =
        SchedulerConfig.load(
            null,
            Map.of("PRIORITIZE_POOLS", "a-1,b", "PRIORITIZE_POOL_A_1_POLICY", "sjf"),
            Map.of("pool.*.policy", "fifo"));

    assertThat(config.pools().get("a-1").policy()).isEqualTo("sjf");
    assertThat(config.pools().get("b").policy()).isEqualTo("fifo");
  }

  @Test
  void shouldReadAllPoolsAndKafkaFromTheEnvironment() {
    SchedulerConfig config =
        SchedulerConfig.load(
            null,
            Map.of(
                "PRIORITIZE_POOL_STARVATION_BOUND_LOW", "off",
                "PRIORITIZE_KAFKA_SASL_MECHANISM", "PLAIN",
                "PRIORITIZE_JAVA_OPTS", "-Xmx1g",
                "PRIORITIZE_LOG_LEVEL", "debug"),
            Map.of());

    assertThat(config.pools().get("default").starvationBoundsMillis().get(0)).isZero();
    assertThat(config.kafka()).isEqualTo(Map.of("sasl.mechanism", "PLAIN"));
  }

  @Test
  void shouldDescribeEveryValueSortedAndWithoutSecrets() {
    SchedulerConfig config =
        SchedulerConfig.load(
            null,
            Map.of("PRIORITIZE_KAFKA_SSL_KEY_PASSWORD", "hunter2"),
            Map.of(
                "pools", "b,a",
                "kafka.security.protocol", "SASL_SSL",
                "kafka.sasl.jaas.config", "username=\"u\" password=\"hunter2\";",
                "kafka.my.plugin", "hunter2"));

    List<String> lines = config.describe().lines().toList();
    assertThat(lines).isSorted().hasSize(12 + 2 * 22 + 4);
    assertThat(lines)
        .contains(
            "pools = b,a  (from option)",
            "pool.a.aging.interval = 24h  (from default)",
            "pool.b.policy = aged  (from default)",
            "kafka.security.protocol = SASL_SSL  (from option)",
            "kafka.sasl.jaas.config = ***  (from option)",
            "kafka.my.plugin = ***  (from option)",
            "kafka.ssl.key.password = ***  (from env PRIORITIZE_KAFKA_SSL_KEY_PASSWORD)");
    assertThat(config.toString()).doesNotContain("hunter2");
    assertThat(config.kafka()).containsEntry("ssl.key.password", "hunter2");
  }

  @Test
  void shouldBeImmutable() {
    SchedulerConfig config = options(Map.of());

    assertThatThrownBy(() -> config.pools().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> config.kafka().put("a", "b"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  private static String shippedFile() throws IOException {
    try (InputStream in = SchedulerConfigTest.class.getResourceAsStream("/prioritize.properties")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
