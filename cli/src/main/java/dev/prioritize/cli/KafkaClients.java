package dev.prioritize.cli;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Kafka clients that never lose, repeat or wait without need. Whoever asks for one closes it.
 *
 * <p>The further settings are those of {@code SchedulerConfig.kafka()}, under Kafka's names: for
 * security above all. Those that begin with {@code producer.}, {@code consumer.} or {@code admin.}
 * reach that kind of client only. They cannot change what a command relies on.
 */
public final class KafkaClients {
  /** Longest that a call waits for an answer of a cluster that was there when it began. */
  private static final int TIMEOUT_MILLIS = 15_000;

  /** Longest that a record may take, retries included; not less than one request and its linger. */
  private static final int DELIVERY_TIMEOUT_MILLIS = 30_000;

  private static final String PRODUCER = "producer.";
  private static final String CONSUMER = "consumer.";
  private static final String ADMIN = "admin.";

  /** Settings behind these are for other kinds of client, or for topics that Streams makes. */
  private static final List<String> PREFIXES =
      List.of(
          PRODUCER,
          CONSUMER,
          ADMIN,
          "main.consumer.",
          "restore.consumer.",
          "global.consumer.",
          "topic.");

  private KafkaClients() {}

  /** {@link #producer(String, Map)} without further settings. */
  public static Producer<byte[], byte[]> producer(String bootstrapServers) {
    return producer(bootstrapServers, Map.of());
  }

  /** An idempotent producer that sends at once and is content with nothing less than all copies. */
  public static Producer<byte[], byte[]> producer(
      String bootstrapServers, Map<String, String> kafka) {
    Map<String, Object> settings = new HashMap<>();
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, TIMEOUT_MILLIS);
    settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS);
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_TIMEOUT_MILLIS);
    settings.putAll(settingsFor(PRODUCER, kafka));
    settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** {@link #readCommittedConsumer(String, Map)} without further settings. */
  public static Consumer<byte[], byte[]> readCommittedConsumer(String bootstrapServers) {
    return readCommittedConsumer(bootstrapServers, Map.of());
  }

  /**
   * A consumer that sees committed transactions only. It has no group: assign its partitions and
   * seek. A partition without a position is an error, so that nothing is passed over unnoticed.
   */
  public static Consumer<byte[], byte[]> readCommittedConsumer(
      String bootstrapServers, Map<String, String> kafka) {
    Map<String, Object> settings = new HashMap<>();
    settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS);
    settings.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS);
    settings.putAll(settingsFor(CONSUMER, kafka));
    settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** {@link #admin(String, Map)} without further settings. */
  public static Admin admin(String bootstrapServers) {
    return admin(bootstrapServers, Map.of());
  }

  /** An admin client. */
  public static Admin admin(String bootstrapServers, Map<String, String> kafka) {
    Map<String, Object> settings = new HashMap<>(settingsFor(ADMIN, kafka));
    settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    return Admin.create(settings);
  }

  /** What concerns one kind of client, without its prefix; with it goes before without. */
  private static Map<String, String> settingsFor(String prefix, Map<String, String> kafka) {
    Map<String, String> settings = new HashMap<>();
    kafka.forEach(
        (key, value) -> {
          if (PREFIXES.stream().noneMatch(key::startsWith)) {
            settings.put(key, value);
          }
        });
    kafka.forEach(
        (key, value) -> {
          if (key.startsWith(prefix)) {
            settings.put(key.substring(prefix.length()), value);
          }
        });
    return settings;
  }
}
