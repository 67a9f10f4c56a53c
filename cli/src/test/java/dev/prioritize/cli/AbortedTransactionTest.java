package dev.prioritize.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.cli.broker.DataDirectory;
import dev.prioritize.cli.broker.EmbeddedBroker;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.core.policy.Policy;
import dev.prioritize.core.policy.PolicyCatalog;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.Topic;
import dev.prioritize.stream.SchedulerApp;
import dev.prioritize.stream.Topics;
import dev.prioritize.stream.config.SchedulerConfig;
import dev.prioritize.stream.mapping.EventMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: of a transaction that is aborted nothing is seen, neither in the topics nor in the state.
 * Method: on a real broker, a policy throws in the middle of a transaction that has written much.
 */
@Timeout(180)
final class AbortedTransactionTest {
  private static final String POOL = "default";
  private static final int PARTITIONS = 1;
  private static final int JOBS = 40;
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  @TempDir private Path folder;
  private static final Duration LONGER_THAN_LINGER = Duration.ofMillis(500);

  private EmbeddedBroker broker;

  @BeforeEach
  void startBroker() {
    broker = EmbeddedBroker.start(DataDirectory.temporary(), 0);
    try (Admin admin = KafkaClients.admin(broker.bootstrapServers())) {
      Topics.ensure(admin, PARTITIONS, 1);
    }
  }

  @AfterEach
  void stopBroker() {
    broker.close();
  }

  /** Throws once, when a tick that has others before it asks for the policy. */
  private static final class CatalogThatThrowsOnce implements PolicyCatalog {
    private static final int FAILING_CALL = 5;

    private final Supplier<RuntimeException> failure;
    private int calls;

    private CatalogThatThrowsOnce(Supplier<RuntimeException> failure) {
      this.failure = failure;
    }

    @Override
    public Policy find(PoolConfig config) {
      calls++;
      if (calls == FAILING_CALL) {
        awaitLinger();
        throw failure.get();
      }
      return Heuristic.of(config);
    }
  }

  private static Supplier<PolicyCatalog> throwingOnce(Supplier<RuntimeException> failure) {
    PolicyCatalog catalog = new CatalogThatThrowsOnce(failure);
    return () -> catalog;
  }

  /** Until what was decided before has left the producer, which sends by itself only then. */
  private static void awaitLinger() {
    try {
      Thread.sleep(LONGER_THAN_LINGER.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private SchedulerApp start(Supplier<PolicyCatalog> policies) throws InterruptedException {
    Map<String, String> options =
        Map.of(
            "bootstrap.servers", broker.bootstrapServers(),
            "state.dir", folder.resolve("state").toString(),
            "topics.partitions", Integer.toString(PARTITIONS),
            // Longer than the burst takes, so that it is one transaction.
            "commit.interval", "5s",
            "pool.*.policy", "aged");
    SchedulerApp app = SchedulerApp.start(SchedulerConfig.load(null, Map.of(), options), policies);
    assertThat(app.awaitRunning(TIMEOUT)).isTrue();
    return app;
  }

  private void submit(String prefix) throws Exception {
    Submissions.send(broker.bootstrapServers(), List.of(POOL), prefix, JOBS);
  }

  /** All that stands in the topic, committed or not. */
  private List<Long> eventNumbersWrittenAtAll() {
    Map<String, Object> settings =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            broker.bootstrapServers(),
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_uncommitted");
    AvroCodec codec = new AvroCodec();
    List<Long> numbers = new ArrayList<>();
    try (Consumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      TopicPartition partition = new TopicPartition(Topic.SCHEDULER_EVENTS.topicName(), 0);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      while (consumer.position(partition) < end) {
        consumer
            .poll(Duration.ofMillis(100))
            .forEach(
                record -> numbers.add(EventMapper.toCore(codec.decode(record.value())).eventSeq()));
      }
    }
    return numbers;
  }

  @Test
  void shouldLeaveNoTraceWhenKafkaFailsInTheMiddle() throws Exception {
    submit("a-");
    try (SchedulerApp app =
            start(throwingOnce(() -> new KafkaException("a failure of the outside")));
        CommittedEvents events = new CommittedEvents(broker.bootstrapServers(), PARTITIONS)) {
      events.awaitSubmissions(POOL, JOBS);

      assertThat(app.failure()).isEmpty();
      List<Long> written = eventNumbersWrittenAtAll();
      assertThat(new HashSet<>(written)).as("some were aborted").hasSizeLessThan(written.size());
      assertGaplessAndOnce(events, JOBS);
    }
    // The state that was committed has no trace either: it goes on from exactly there.
    try (SchedulerApp app = start(() -> Heuristic::of);
        CommittedEvents events = new CommittedEvents(broker.bootstrapServers(), PARTITIONS)) {
      submit("b-");
      events.awaitSubmissions(POOL, 2 * JOBS);

      assertThat(app.failure()).isEmpty();
      assertGaplessAndOnce(events, 2 * JOBS);
    }
  }

  private static void assertGaplessAndOnce(CommittedEvents events, int jobs) {
    events.assertGapless(POOL);
    assertThat(events.submittedJobIds(POOL)).hasSize(jobs).doesNotHaveDuplicates();
  }

  @Test
  void shouldStopForBugOfOursWithoutTraceOfIt() throws Exception {
    submit("a-");
    try (SchedulerApp app = start(throwingOnce(() -> new IllegalStateException("a bug of ours")))) {
      assertThat(app.awaitStopped()).isFalse();

      assertThat(app.failure().orElseThrow())
          .contains("a fault of its own, IllegalStateException: a bug of ours")
          .hasLineCount(1);
    }
    try (SchedulerApp app = start(() -> Heuristic::of);
        CommittedEvents events = new CommittedEvents(broker.bootstrapServers(), PARTITIONS)) {
      events.awaitSubmissions(POOL, JOBS);

      assertThat(app.failure()).isEmpty();
      assertGaplessAndOnce(events, JOBS);
    }
  }
}
