package dev.prioritize.crashtest;

import dev.prioritize.cli.KafkaClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Reads the committed records of a topic of one partition, from its beginning. */
final class CommittedTopic implements AutoCloseable {
  private final Consumer<byte[], byte[]> consumer;
  private final List<TopicPartition> partitions;

  CommittedTopic(String bootstrapServers, String topic) {
    consumer = KafkaClients.readCommittedConsumer(bootstrapServers);
    partitions = List.of(new TopicPartition(topic, 0));
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /** What has come since the last call. */
  List<ConsumerRecord<byte[], byte[]>> poll(Duration timeout) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    consumer.poll(timeout).forEach(records::add);
    return records;
  }

  /** All of a topic that nobody writes to any more. */
  static List<ConsumerRecord<byte[], byte[]>> all(String bootstrapServers, String topic) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (CommittedTopic reader = new CommittedTopic(bootstrapServers, topic)) {
      TopicPartition partition = reader.partitions.get(0);
      long end = reader.consumer.endOffsets(reader.partitions).get(partition);
      while (reader.consumer.position(partition) < end) {
        records.addAll(reader.poll(Duration.ofMillis(100)));
      }
    }
    return records;
  }

  @Override
  public void close() {
    consumer.close();
  }
}
