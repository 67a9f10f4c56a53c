package dev.prioritize.benchmarks.e2e;

import dev.prioritize.cli.KafkaClients;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.Topic;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Sends records and does not wait for them; for one thread. */
final class Outbox implements AutoCloseable {
  private final Producer<byte[], byte[]> producer;
  private final AvroCodec codec = new AvroCodec();
  private final AtomicReference<Exception> failure = new AtomicReference<>();

  Outbox(String bootstrapServers) {
    producer = KafkaClients.producer(bootstrapServers);
  }

  void send(Topic topic, String key, SpecificRecord record) {
    send(topic.topicName(), key, codec.encode(record));
  }

  /**
   * Sends what is encoded already.
   *
   * @throws IllegalStateException if the broker has refused an earlier record
   */
  void send(String topic, String key, byte[] value) {
    Exception refused = failure.get();
    if (refused != null) {
      throw new IllegalStateException("the broker did not take a record", refused);
    }
    Future<RecordMetadata> unused =
        producer.send(
            new ProducerRecord<>(topic, key.getBytes(StandardCharsets.UTF_8), value),
            (sent, exception) -> {
              if (exception != null) {
                failure.compareAndSet(null, exception);
              }
            });
  }

  @Override
  public void close() {
    producer.close();
  }
}
