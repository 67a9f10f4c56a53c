package dev.prioritize.stream;

import dev.prioritize.schema.Topic;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/**
 * Kafka's clients as Streams makes them, but for one thing: every transaction asks the group's
 * coordinator whether its writer still has its place in the group.
 *
 * <p>Kafka fences a writer that was given up for dead when it commits its input offsets, and
 * Streams commits none in a transaction that came from no input. Our ticks do. So an instance that
 * stood still while another took its pools could write one more tick when it woke up, under event
 * numbers that the other had given out already.
 */
final class FencedClients implements KafkaClientSupplier {
  @Override
  public Admin getAdmin(Map<String, Object> config) {
    return Admin.create(config);
  }

  @Override
  public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
    return new FencedProducer(config);
  }

  @Override
  public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
    return consumer(config);
  }

  @Override
  public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
    return consumer(config);
  }

  @Override
  public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
    return consumer(config);
  }

  private static Consumer<byte[], byte[]> consumer(Map<String, Object> config) {
    return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  private static final class FencedProducer extends KafkaProducer<byte[], byte[]> {
    /** An offset in the group that nobody reads: the topic is not an input. */
    private static final Map<TopicPartition, OffsetAndMetadata> QUESTION =
        Map.of(
            new TopicPartition(Topic.SCHEDULER_COMMANDS.topicName(), 0),
            new OffsetAndMetadata(0, "no position: fences transactions without input"));

    private FencedProducer(Map<String, Object> config) {
      super(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public void sendOffsetsToTransaction(
        Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
      if (group.generationId() < 0) {
        // Kafka takes it for a commit without group when all the members are gone.
        throw new CommitFailedException("this instance is not a member of the group any more");
      }
      super.sendOffsetsToTransaction(offsets.isEmpty() ? QUESTION : offsets, group);
    }
  }
}
