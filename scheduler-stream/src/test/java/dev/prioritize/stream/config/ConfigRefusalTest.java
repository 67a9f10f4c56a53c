package dev.prioritize.stream.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prioritize.stream.config.ConfigProblem.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigRefusalTest {
  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("my.properties"), text);
  }

  private static List<ConfigProblem> problems(
      Path file, Map<String, String> environment, Map<String, String> options) {
    return catchThrowableOfType(
            ConfigException.class, () -> SchedulerConfig.load(file, environment, options))
        .problems();
  }

  private static ConfigProblem option(String key, String value) {
    List<ConfigProblem> problems = problems(null, Map.of(), Map.of(key, value));
    assertThat(problems).hasSize(1);
    return problems.get(0);
  }

  private static ConfigProblem variable(String name, String value) {
    List<ConfigProblem> problems = problems(null, Map.of(name, value), Map.of());
    assertThat(problems).hasSize(1);
    return problems.get(0);
  }

  @ParameterizedTest
  @CsvSource({
    "pool.default.polcy, pool.default.policy",
    "pool.*.agingInterval, pool.*.aging.interval",
    "Bootstrap.Servers, bootstrap.servers",
    "topic.partitions, topics.partitions",
    "kafak.sasl.mechanism, kafka.sasl.mechanism",
    "security.protocol, kafka.security.protocol",
    "num.stream.threads, stream.threads"
  })
  void shouldRefuseUnknownKeyWithTheNearest(String key, String nearest) {
    ConfigProblem problem = option(key, "hunter2");

    assertThat(problem.kind()).isEqualTo(Kind.UNKNOWN_KEY);
    assertThat(problem.nearest()).isEqualTo(nearest);
    assertThat(problem.message())
        .isEqualTo("unknown key " + key + " in an option: did you mean " + nearest + "?");
  }

  @Test
  void shouldRefuseKafkaPrefixAlone() {
    assertThat(option("kafka.", "x").kind()).isEqualTo(Kind.UNKNOWN_KEY);
    assertThat(variable("PRIORITIZE_KAFKA_", "x").kind()).isEqualTo(Kind.UNKNOWN_KEY);
  }

  @ParameterizedTest
  @CsvSource({
    "PRIORITIZE_POOL_DEFAULT_POLCY, PRIORITIZE_POOL_DEFAULT_POLICY",
    "PRIORITIZE_POOL_POLCY, PRIORITIZE_POOL_POLICY",
    "PRIORITIZE_JAVA_OPT, PRIORITIZE_JAVA_OPTS",
    "PRIORITIZE_KAFAK_SASL_MECHANISM, PRIORITIZE_KAFKA_SASL_MECHANISM",
    "PRIORITIZE_SASL_MECHANISM, PRIORITIZE_KAFKA_SASL_MECHANISM"
  })
  void shouldRefuseUnknownVariableWithTheNearest(String variable, String nearest) {
    ConfigProblem problem = variable(variable, "hunter2");

    assertThat(problem.kind()).isEqualTo(Kind.UNKNOWN_KEY);
    assertThat(problem.message())
        .isEqualTo(
            "unknown variable " + variable + " in the environment: did you mean " + nearest + "?");
  }

  @Test
  void shouldTellThatAKeysPoolIsMissing() throws IOException {
    Path file = file("\npool.gpu.node.timeout=1m\n");

    assertThat(problems(file, Map.of(), Map.of()))
        .singleElement()
        .satisfies(
            problem ->
                assertThat(problem.message())
                    .isEqualTo(
                        "unknown key pool.gpu.node.timeout in "
                            + file
                            + ":2: pools does not name gpu: did you mean pool.*.node.timeout?"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bootstrap.servers|localhost",
        "bootstrap.servers|localhost:0",
        "bootstrap.servers|a:1,",
        "application.id|my app",
        "instance.id|my host",
        "state.dir|' '",
        "stream.threads|0",
        "stream.threads|65",
        "stream.threads|two",
        "commit.interval|10",
        "commit.interval|0ms",
        "commit.interval|2m",
        "topics.partitions|99999999999",
        "topics.replication.factor|-1",
        "pools|''",
        "pools|a,,b",
        "pools|a,a",
        "pools|a/b",
        "pool.*.clock|WALL",
        "pool.*.policy|fastest",
        "pool.*.discipline|backfill",
        "pool.*.policy.model|../other",
        "pool.*.policy.model|.hidden",
        "model.provider|gpu",
        "model.deadline|0ms",
        "pool.default.aging.interval|off",
        "pool.default.starvation.bound.low|0",
        "pool.default.starvation.bound.urgent|4000d",
        "pool.default.decision.limit|1000001",
        "pool.default.node.timeout|999ms",
        "pool.default.job.retention|1y"
      })
  void shouldRefuseInvalidValue(String key, String value) {
    ConfigProblem problem = option(key, value);

    assertThat(problem.kind()).isEqualTo(Kind.INVALID_VALUE);
    assertThat(problem.key()).isEqualTo(key);
    assertThat(problem.value()).isEqualTo(value.strip());
    assertThat(problem.origin()).isEqualTo("option");
    assertThat(problem.allowed()).isNotEmpty();
  }

  @Test
  void shouldSayWhatIsAllowed() {
    assertThat(option("pool.default.policy", "fastest").message())
        .isEqualTo(
            "pool.default.policy = fastest  (from option): allowed is one of drl, fifo, sjf, saf,"
                + " priority, aged, wsaf, wsaf4, qssf, f1, wfp3, unicep, multifactor, random");
    assertThat(variable("PRIORITIZE_POOL_STARVATION_BOUND_LOW", "7").message())
        .isEqualTo(
            "pool.*.starvation.bound.low = 7  (from env PRIORITIZE_POOL_STARVATION_BOUND_LOW):"
                + " allowed is a whole number with a unit (ms, s, m, h, d), from 1s to 3650d, or"
                + " off");
    assertThat(option("stream.threads", "0").message())
        .isEqualTo("stream.threads = 0  (from option): allowed is a whole number from 1 to 64");
  }

  @Test
  void shouldSayThatTheLearnedPolicyWorksUnderEasyOnly() {
    List<ConfigProblem> problems =
        problems(
            null, Map.of(), Map.of("pool.*.discipline", "strict", "pool.default.policy", "drl"));

    assertThat(problems).hasSize(1);
    assertThat(problems.get(0).message())
        .isEqualTo(
            "pool.*.discipline = strict  (from option): allowed is easy, since the policy of pool"
                + " default is drl; or set pool.default.policy to a heuristic, such as aged");
  }

  @Test
  void shouldRefuseInvalidValueAlsoIfItIsOverridden() throws IOException {
    Path file = file("stream.threads=none\n");

    assertThat(problems(file, Map.of(), Map.of("stream.threads", "2")))
        .singleElement()
        .satisfies(problem -> assertThat(problem.origin()).isEqualTo("file " + file + ":1"));
  }

  @Test
  void shouldRefuseDuplicateKeyInTheFile() throws IOException {
    Path file = file("stream.threads=2\n# again\nstream.threads=2\n");

    assertThat(problems(file, Map.of(), Map.of()))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.kind()).isEqualTo(Kind.DUPLICATE_KEY);
              assertThat(problem.message())
                  .isEqualTo(
                      "duplicate key stream.threads in "
                          + file
                          + ":3: it stands in "
                          + file
                          + ":1 already");
            });
  }

  @ParameterizedTest
  @CsvSource({
    "kafka.bootstrap.servers, to set bootstrap.servers instead",
    "kafka.application.id, to set application.id instead",
    "kafka.group.instance.id, to set instance.id instead",
    "kafka.state.dir, to set state.dir instead",
    "kafka.num.stream.threads, to set stream.threads instead",
    "kafka.commit.interval.ms, to set commit.interval instead",
    "kafka.replication.factor, to set topics.replication.factor instead",
    "kafka.processing.guarantee, to leave it out: it is always exactly_once_v2"
  })
  void shouldRefuseKafkaKeyThatPrioritizeSets(String key, String allowed) {
    ConfigProblem problem = option(key, "5");

    assertThat(problem.kind()).isEqualTo(Kind.REPLACED_KEY);
    assertThat(problem.message()).isEqualTo(key + " = 5  (from option): allowed is " + allowed);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"a-b,x,a_b", "gpu,x,GPU", "a.b,x,A-B"})
  void shouldRefusePoolsWithTheSameVariables(String pools) {
    ConfigProblem problem = option("pools", pools);

    assertThat(problem.kind()).isEqualTo(Kind.CLASHING_POOLS);
    assertThat(problem.message())
        .isEqualTo(
            "pools = "
                + pools
                + "  (from option): "
                + pools.replace(",x,", " and ")
                + " would have the same environment variables: allowed are names that differ in"
                + " more than case and '.', '_', '-'");
  }

  @Test
  void shouldRefuseMissingFile() {
    Path file = folder.resolve("none.properties");

    assertThat(problems(file, Map.of(), Map.of()))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.kind()).isEqualTo(Kind.UNREADABLE_FILE);
              assertThat(problem.message())
                  .isEqualTo(
                      "configuration file " + file + " cannot be read: there is no such file");
            });
  }

  @Test
  void shouldRefuseFolderAndOtherEncodingAndMalformedEscape() throws IOException {
    assertThat(problems(folder, Map.of(), Map.of()))
        .singleElement()
        .matches(problem -> problem.kind() == Kind.UNREADABLE_FILE);

    Path latin1 = Files.write(folder.resolve("latin1"), new byte[] {'#', (byte) 0xe9, '\n'});
    assertThat(problems(latin1, Map.of(), Map.of()).get(0).message())
        .endsWith("cannot be read: it is not in UTF-8");

    Path malformed = file("\nstate.dir=C:\\users\n");
    assertThat(problems(malformed, Map.of(), Map.of()).get(0).message())
        .isEqualTo(
            "configuration file " + malformed + ":2 cannot be read: an escape \\u is malformed");
  }

  @Test
  void shouldTellAllProblemsAtOnceAndNoSecrets() throws IOException {
    Path file =
        file(
            """
            stream.threads=0
            kafak.ssl.key.password=hunter2
            kafak.ssl.key.password=hunter2
            pools=a b,c
            pool.c.policy=lifo
            kafka.ssl.key.password=hunter2
            """);

    ConfigException refused =
        catchThrowableOfType(
            ConfigException.class,
            () ->
                SchedulerConfig.load(
                    file,
                    Map.of("PRIORITIZE_PASSWORD", "hunter2"),
                    Map.of("passwd", "hunter2", "commit.interval", "1")));

    assertThat(refused.problems())
        .extracting(ConfigProblem::key)
        .containsExactlyInAnyOrder(
            "stream.threads",
            "kafak.ssl.key.password",
            "kafak.ssl.key.password",
            "pools",
            "pool.c.policy",
            "PRIORITIZE_PASSWORD",
            "passwd",
            "commit.interval");
    assertThat(refused).hasMessageStartingWith("the configuration has 8 problems:\n  ");
    assertThat(refused.getMessage().lines()).hasSize(9);
    assertThat(refused.getMessage() + refused.problems()).doesNotContain("hunter2");
  }
}
