package dev.prioritize.benchmarks.e2e;

import dev.prioritize.cli.KafkaClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/** Reads a topic from its beginning and sees only what is committed; for one thread. */
final class TopicReader implements AutoCloseable {
  private final Consumer<byte[], byte[]> consumer;
  private final List<TopicPartition> partitions;

  TopicReader(String bootstrapServers, String topic, int partitionCount) {
    consumer = KafkaClients.readCommittedConsumer(bootstrapServers);
    partitions =
        IntStream.range(0, partitionCount).mapToObj(p -> new TopicPartition(topic, p)).toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    return consumer.poll(timeout);
  }

  /** True once all that stood there when it was asked has been read. */
  boolean isAtEnd() {
    return consumer.endOffsets(partitions).entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
  }

  /** The next records, empty at the end only. */
  List<byte[]> nextValues() {
    while (true) {
      ConsumerRecords<byte[], byte[]> records = consumer.poll(Duration.ofMillis(100));
      if (!records.isEmpty()) {
        return values(records);
      }
      if (isAtEnd()) {
        return List.of();
      }
    }
  }

  private static List<byte[]> values(ConsumerRecords<byte[], byte[]> records) {
    List<byte[]> values = new ArrayList<>(records.count());
    for (ConsumerRecord<byte[], byte[]> record : records) {
      values.add(record.value());
    }
    return values;
  }

  @Override
  public void close() {
    consumer.close();
  }
}
