package dev.prioritize.cli.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prioritize.cli.broker.EmbeddedBrokerException.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Goal: a broker that real clients can use and that leaves nothing behind. Method: use it. */
@Timeout(120)
final class EmbeddedBrokerTest {
  private static final String TOPIC = "letters";

  @TempDir private Path folder;

  @Test
  void shouldServeTransactionsAndDeleteTemporaryData() throws Exception {
    DataDirectory data = DataDirectory.temporary();
    EmbeddedBroker broker = EmbeddedBroker.start(data, 0);
    try (broker) {
      createTopic(broker);
      produce(broker, true, "a", "b");
      produce(broker, false, "aborted");
      produce(broker, true, "c");

      assertThat(consume(broker, 3)).containsExactly("a", "b", "c");
    }
    assertThat(data.path()).doesNotExist();
    broker.close();
  }

  @Test
  void shouldKeepRecordsAcrossRestart() throws Exception {
    String firstAddress;
    try (EmbeddedBroker broker = EmbeddedBroker.start(DataDirectory.forScheduler(folder), 0)) {
      firstAddress = broker.bootstrapServers();
      createTopic(broker);
      produce(broker, true, "a");
      assertThat(consume(broker, 1)).containsExactly("a");
    }

    // Another free port for clients, and another for the controller, than at the first start: the
    // first one's client port is taken meanwhile.
    int firstPort = port(firstAddress);
    try (ServerSocket taken = new ServerSocket(firstPort, 1, InetAddress.getLoopbackAddress());
        EmbeddedBroker broker = EmbeddedBroker.start(DataDirectory.forScheduler(folder), 0)) {
      assertThat(port(broker.bootstrapServers())).isNotEqualTo(taken.getLocalPort());
      produce(broker, true, "b");
      assertThat(consume(broker, 1))
          .as("continues after the committed offset")
          .containsExactly("b");
    }
  }

  @Test
  void shouldRunTwoBrokersSideBySide() throws Exception {
    ClientListener everywhere = new ClientListener("0.0.0.0", "localhost", 0);
    try (EmbeddedBroker two = EmbeddedBroker.start(DataDirectory.temporary(), everywhere)) {
      assertThat(two.bootstrapServers()).startsWith("localhost:");
      try (EmbeddedBroker one = EmbeddedBroker.start(DataDirectory.temporary(), 0)) {
        createTopic(one);
        createTopic(two);
        produce(one, true, "one");
        produce(two, true, "two");
        assertThat(consume(one, 1)).containsExactly("one");
      }

      assertThat(consume(two, 1)).as("outlives the other").containsExactly("two");
    }
  }

  @Test
  void shouldKeepRecordStampedFarInTheFuture() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(DataDirectory.temporary(), 0);
        KafkaProducer<String, String> producer = producer(broker)) {
      createTopic(broker);
      producer.initTransactions();
      producer.beginTransaction();
      long farFuture = System.currentTimeMillis() + Duration.ofDays(36_500).toMillis();
      producer.send(new ProducerRecord<>(TOPIC, 0, farFuture, "key", "late")).get();
      producer.commitTransaction();

      assertThat(consume(broker, 1)).containsExactly("late");
    }
  }

  @Test
  void shouldRefuseToCreateTopicByUsingIt() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(DataDirectory.temporary(), 0);
        Admin admin = Admin.create(clients(broker));
        KafkaProducer<String, String> producer =
            new KafkaProducer<>(
                Map.of(
                    ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                    broker.bootstrapServers(),
                    ProducerConfig.MAX_BLOCK_MS_CONFIG,
                    "500"),
                new StringSerializer(),
                new StringSerializer())) {
      String printed =
          stderrOf(
              () ->
                  assertThatThrownBy(() -> producer.partitionsFor("misspelt"))
                      .isInstanceOf(TimeoutException.class));

      assertThat(printed).contains("UNKNOWN_TOPIC_OR_PARTITION");
      assertThat(admin.listTopics().names().get()).isEmpty();
    }
  }

  @Test
  void shouldSayWhichPortIsInUseAndReleaseTheFolder() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      DataDirectory data = DataDirectory.forScheduler(folder);

      EmbeddedBrokerException refusal =
          catchThrowableOfType(
              EmbeddedBrokerException.class,
              () -> EmbeddedBroker.start(data, taken.getLocalPort()));

      assertThat(refusal.reason()).isEqualTo(Reason.PORT_IN_USE);
      assertThat(refusal)
          .hasMessage("port " + taken.getLocalPort() + " is in use: give another with --port");
      assertThat(data.kafkaLogs()).as("nothing was formatted").doesNotExist();
      DataDirectory.forScheduler(folder).close();
    }
  }

  @Test
  void shouldSayThatAddressIsNotOfThisMachine() {
    DataDirectory data = DataDirectory.temporary();
    // 192.0.2.0/24 is reserved for documentation: no machine has it.
    ClientListener elsewhere = new ClientListener("192.0.2.1", "192.0.2.1", 0);

    EmbeddedBrokerException refusal =
        catchThrowableOfType(
            EmbeddedBrokerException.class, () -> EmbeddedBroker.start(data, elsewhere));

    assertThat(refusal.reason()).isEqualTo(Reason.CANNOT_LISTEN);
    assertThat(refusal).hasMessageStartingWith("cannot listen on 192.0.2.1 port 0: ");
    assertThat(data.path()).doesNotExist();
  }

  @Test
  void shouldSurviveKafkaThatDoesNotStart() throws Exception {
    EmbeddedBroker.start(DataDirectory.forScheduler(folder), 0).close();
    // Damage that only the starting controller finds, where Kafka by itself would halt the JVM, and
    // this test with it.
    DataDirectory data = DataDirectory.forScheduler(folder);
    Path quorumState = data.kafkaLogs().resolve("__cluster_metadata-0").resolve("quorum-state");
    assertThat(quorumState).exists();
    Files.writeString(quorumState, "damaged");

    String printed =
        stderrOf(
            () ->
                assertThatThrownBy(() -> EmbeddedBroker.start(data, 0))
                    .isInstanceOfSatisfying(
                        EmbeddedBrokerException.class,
                        e -> assertThat(e.reason()).isEqualTo(Reason.KAFKA_FAILED))
                    .hasMessageStartingWith("Kafka did not start on data folder " + folder)
                    .hasMessageNotContaining("\n"));

    assertThat(printed).as("Kafka's own account of it").contains("quorum-state");
    DataDirectory.forScheduler(folder).close();
  }

  @Test
  void shouldPrintNothingInAnOrdinaryRun() throws Exception {
    String printed =
        stderrOf(
            () -> {
              try (EmbeddedBroker broker = EmbeddedBroker.start(DataDirectory.forDemo(folder), 0)) {
                createTopic(broker);
                produce(broker, true, "a");
                produce(broker, false, "b");
                assertThat(consume(broker, 1)).containsExactly("a");
              }
            });

    assertThat(printed).isEmpty();
  }

  private static String stderrOf(ThrowingCallable action) throws Exception {
    PrintStream stderr = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      assertThatCode(action).doesNotThrowAnyException();
    } finally {
      System.setErr(stderr);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }

  private static int port(String bootstrapServers) {
    return Integer.parseInt(bootstrapServers.substring(bootstrapServers.lastIndexOf(':') + 1));
  }

  private static Map<String, Object> clients(EmbeddedBroker broker) {
    return Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
  }

  private static void createTopic(EmbeddedBroker broker) throws Exception {
    try (Admin admin = Admin.create(clients(broker))) {
      admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get();
    }
  }

  private static KafkaProducer<String, String> producer(EmbeddedBroker broker) {
    return new KafkaProducer<>(
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            broker.bootstrapServers(),
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            "writer"),
        new StringSerializer(),
        new StringSerializer());
  }

  /** One transaction with these values, committed or aborted. */
  private static void produce(EmbeddedBroker broker, boolean commit, String... values)
      throws Exception {
    try (KafkaProducer<String, String> producer = producer(broker)) {
      producer.initTransactions();
      producer.beginTransaction();
      for (String value : values) {
        producer.send(new ProducerRecord<>(TOPIC, "key", value)).get();
      }
      if (commit) {
        producer.commitTransaction();
      } else {
        producer.abortTransaction();
      }
    }
  }

  /** The next committed values of a group that remembers its place, at least {@code count}. */
  private static List<String> consume(EmbeddedBroker broker, int count) {
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                broker.bootstrapServers(),
                ConsumerConfig.GROUP_ID_CONFIG,
                "reader",
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest"),
            new StringDeserializer(),
            new StringDeserializer())) {
      consumer.subscribe(List.of(TOPIC));
      List<String> values = new ArrayList<>();
      while (values.size() < count) {
        for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(100))) {
          values.add(record.value());
        }
      }
      consumer.commitSync();
      return values;
    }
  }
}
