package dev.prioritize.cli.operate;

import dev.prioritize.cli.CommandFailure;
import dev.prioritize.cli.KafkaClients;
import dev.prioritize.cli.KafkaConnection;
import dev.prioritize.cli.Patience;
import dev.prioritize.core.state.Pool;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.Topic;
import dev.prioritize.schema.UndecodableRecordException;
import dev.prioritize.stream.SchedulerTopology;
import dev.prioritize.stream.config.SchedulerConfig;
import dev.prioritize.stream.pool.PoolRows;
import dev.prioritize.stream.query.NearestName;
import dev.prioritize.stream.query.PoolView;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Reads pools as a restart of the scheduler would: from the compacted topic behind its state store,
 * up to the last committed transaction. So a command sees what the scheduler sees, and asks nothing
 * of it.
 */
final class PoolStateReader {
  private final SchedulerConfig config;
  private final Patience patience;
  private final String topic;

  PoolStateReader(SchedulerConfig config, Patience patience) {
    this.config = config;
    this.patience = patience;
    this.topic = SchedulerTopology.poolStateTopic(config.applicationId());
  }

  /**
   * The pool as it stands.
   *
   * @throws CommandFailure if there is no such pool, with the name that was perhaps meant
   */
  PoolView read(String pool) {
    int partitions = requirePartitions();
    PoolView view = read(pool, partitions);
    if (view == null) {
      throw unknownPool(pool, read(all(partitions)).keySet());
    }
    return view;
  }

  /** The pool as it stands, or null if no scheduler has made it. */
  PoolView find(String pool) {
    int partitions = partitions();
    return partitions == 0 ? null : read(pool, partitions);
  }

  private PoolView read(String pool, int partitions) {
    byte[] key = pool.getBytes(StandardCharsets.UTF_8);
    return read(List.of(partition(Topic.partitionOf(key, partitions)))).get(pool);
  }

  /** All pools by name. */
  Map<String, PoolView> readAll() {
    return read(all(requirePartitions()));
  }

  private CommandFailure unknownPool(String pool, Collection<String> known) {
    String nearest = NearestName.of(pool, known);
    String hint = "name one of these with --pool: " + String.join(", ", known);
    if (known.isEmpty()) {
      hint = "no scheduler has made one on " + config.bootstrapServers() + " yet";
    } else if (nearest != null) {
      hint = "did you mean --pool " + nearest + "?";
    }
    return new CommandFailure("no pool is called " + pool + ": " + hint);
  }

  private int requirePartitions() {
    int partitions = partitions();
    if (partitions == 0) {
      throw new CommandFailure(
          "no scheduler with application.id "
              + config.applicationId()
              + " has run on "
              + config.bootstrapServers()
              + " yet: start one, or name another application.id in --config FILE");
    }
    return partitions;
  }

  /** 0 if there is no such topic. */
  private int partitions() {
    try (Admin admin = KafkaConnection.open(config)) {
      return admin
          .describeTopics(List.of(topic))
          .allTopicNames()
          .get()
          .get(topic)
          .partitions()
          .size();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("interrupted while looking for topic " + topic, e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return 0;
      }
      throw e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
    }
  }

  private TopicPartition partition(int partition) {
    return new TopicPartition(topic, partition);
  }

  private List<TopicPartition> all(int partitions) {
    return IntStream.range(0, partitions).mapToObj(this::partition).toList();
  }

  private Map<String, PoolView> read(List<TopicPartition> partitions) {
    Map<String, byte[]> rows = new LinkedHashMap<>();
    try (Consumer<byte[], byte[]> consumer =
        KafkaClients.readCommittedConsumer(config.bootstrapServers(), config.kafka())) {
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      new BoundedRead(consumer, patience).run("the pools' state", record -> keep(record, rows));
    }
    return views(rows);
  }

  /** A key's last record stands; one without value takes it away. */
  private static void keep(ConsumerRecord<byte[], byte[]> record, Map<String, byte[]> rows) {
    String key = new String(record.key(), StandardCharsets.UTF_8);
    if (record.value() == null) {
      rows.remove(key);
    } else {
      rows.put(key, record.value());
    }
  }

  private static Map<String, PoolView> views(Map<String, byte[]> rows) {
    AvroCodec codec = new AvroCodec();
    Map<String, PoolRows> rowsByPool = new TreeMap<>();
    try {
      rows.forEach(
          (key, row) ->
              rowsByPool
                  .computeIfAbsent(PoolRows.poolOf(key), name -> new PoolRows())
                  .add(codec.decode(row)));
    } catch (UndecodableRecordException e) {
      throw new CommandFailure(
          "the pools' state was written by another version of Prioritize ("
              + e.getMessage()
              + "): use that version's ./prioritize",
          e);
    }
    long wallMillis = System.currentTimeMillis();
    Map<String, PoolView> views = new TreeMap<>();
    rowsByPool.forEach(
        (name, poolRows) -> {
          Pool pool = poolRows.restore();
          if (pool.config() != null) { // else its first configuration was refused
            views.put(name, new PoolView(name, pool, wallMillis));
          }
        });
    return views;
  }
}
