package dev.prioritize.benchmarks.e2e;

import dev.prioritize.cli.KafkaClients;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
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

  @Override
  public void close() {
    consumer.close();
  }
}
