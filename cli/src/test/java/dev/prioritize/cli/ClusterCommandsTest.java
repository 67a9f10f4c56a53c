package dev.prioritize.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.cli.broker.DataDirectory;
import dev.prioritize.cli.broker.EmbeddedBroker;
import dev.prioritize.schema.Topic;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Goal: a Kafka without scheduler is prepared, and told from one that is not. Method: use one. */
@Timeout(120)
final class ClusterCommandsTest {
  private static final List<String> NAMES =
      Stream.of(Topic.values()).map(Topic::topicName).toList();

  private static EmbeddedBroker broker;
  private static Admin admin;

  @BeforeAll
  static void startBroker() {
    broker = EmbeddedBroker.start(DataDirectory.temporary(), 0);
    admin = KafkaClients.admin(broker.bootstrapServers());
  }

  @AfterAll
  static void stopBroker() {
    admin.close();
    broker.close();
  }

  @BeforeEach
  void deleteTopics() throws Exception {
    Set<String> names = admin.listTopics().names().get();
    admin.deleteTopics(names).all().get();
    Awaitility.await().until(() -> admin.listTopics().names().get().isEmpty());
  }

  private static CliRun topics(String... options) {
    return CliRun.of(
        Stream.concat(
                Stream.of("topics", "--bootstrap-servers", broker.bootstrapServers()),
                Stream.of(options))
            .toArray(String[]::new));
  }

  @Test
  void shouldCreateTheCatalogueOnce() throws Exception {
    CliRun first = topics("--partitions", "4");

    assertThat(first.exitCode()).as(first.err()).isZero();
    assertThat(first.out()).containsPattern("job-submissions +pool +4 +delete +7d +created\n");
    Map<String, TopicDescription> found = admin.describeTopics(NAMES).allTopicNames().get();
    assertThat(found.values()).allSatisfy(topic -> assertThat(topic.partitions()).hasSize(4));
    for (Topic topic : Topic.values()) {
      Map<String, String> configs = configs(topic);
      assertThat(configs).containsAllEntriesOf(topic.configs());
    }

    CliRun second = topics("--partitions", "4", "--json");

    assertThat(second.exitCode()).isZero();
    assertThat(second.out()).contains("\"outcome\":\"existed\"").doesNotContain("created");
  }

  private static Map<String, String> configs(Topic topic) throws Exception {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic.topicName());
    Config config = admin.describeConfigs(List.of(resource)).all().get().get(resource);
    return config.entries().stream()
        .collect(Collectors.toMap(entry -> entry.name(), entry -> entry.value()));
  }

  @Test
  void shouldCreateOnlyWhatIsMissing() throws Exception {
    topics();
    admin.deleteTopics(List.of("job-reports")).all().get();
    Awaitility.await().until(() -> !admin.listTopics().names().get().contains("job-reports"));

    CliRun run = topics();

    assertThat(run.out())
        .containsPattern("job-reports .* created\n")
        .containsPattern("job-states .* existed\n");
  }

  @Test
  void shouldRefuseTopicsWithOtherPartitions() {
    topics("--partitions", "4");

    CliRun run = topics("--partitions", "5");

    assertThat(run.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err()).contains("has 4 partitions, not 5").hasLineCount(1);
    CliRun scheduler = CliRun.of("scheduler", "--bootstrap-servers", broker.bootstrapServers());
    assertThat(scheduler.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(scheduler.err()).contains("has 4 partitions, not 8").hasLineCount(1);
  }

  @Test
  void shouldTellWhatKafkaRefuses() {
    CliRun run = topics("--replication-factor", "2");

    assertThat(run.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err()).startsWith("Kafka refused: ").contains("replicat").hasLineCount(1);
  }

  @Test
  void shouldTellHowToMakeMissingTopics() {
    String address = broker.bootstrapServers();
    String advice =
        " is missing on "
            + address
            + ": run ./prioritize topics --bootstrap-servers "
            + address
            + " first";

    CliRun submit = CliRun.of("submit", "--bootstrap-servers", address, "--", "x");
    CliRun scheduler = CliRun.of("scheduler", "--bootstrap-servers", address);

    assertThat(submit.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(submit.err()).startsWith("topic job-submissions" + advice).hasLineCount(1);
    assertThat(scheduler.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(scheduler.err()).startsWith("topic job-submissions" + advice).hasLineCount(1);
  }

  @Test
  void shouldTellThatNobodyAnswers() {
    topics();
    String[] submit = {
      "submit", "--bootstrap-servers", broker.bootstrapServers(), "--id", "j1", "--wait", "300ms"
    };

    CliRun waited = CliRun.of(with(submit, "--", "x"));
    CliRun sent = CliRun.of(with(submit, "--no-wait", "--", "x"));

    assertThat(waited.exitCode()).isEqualTo(ExitCodes.NO_ANSWER);
    assertThat(waited.err())
        .contains("no answer within 300ms: job j1 in pool default")
        .contains("Is the scheduler running?")
        .contains("--id j1");
    assertThat(sent.exitCode()).isZero();
    assertThat(sent.out()).contains("sent: job j1 in pool default stands in job-submissions-");
  }

  private static String[] with(String[] first, String... more) {
    return Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void shouldGiveSettingsOnlyToTheClientsThatTheyAreFor() {
    Map<String, String> kafka = new HashMap<>();
    kafka.put("client.id", "for-all");
    kafka.put("producer.client.id", "for-producers");
    kafka.put("consumer.isolation.level", "read_uncommitted");

    try (var producer = KafkaClients.producer(broker.bootstrapServers(), kafka);
        var consumer = KafkaClients.readCommittedConsumer(broker.bootstrapServers(), kafka)) {
      assertThat(producer.metrics().keySet())
          .anySatisfy(m -> assertThat(m.tags()).containsEntry("client-id", "for-producers"));
      assertThat(consumer.metrics().keySet())
          .anySatisfy(m -> assertThat(m.tags()).containsEntry("client-id", "for-all"));
    }
  }
}
