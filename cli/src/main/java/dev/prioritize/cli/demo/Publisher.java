package dev.prioritize.cli.demo;

import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.Topic;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;

/** Sends records to topics of the catalogue; for one thread. */
final class Publisher implements AutoCloseable {
  private final Producer<byte[], byte[]> producer;
  private final AvroCodec codec = new AvroCodec();
  private final List<Future<RecordMetadata>> underWay = new ArrayList<>();

  /** Takes over the producer. */
  Publisher(Producer<byte[], byte[]> producer) {
    this.producer = producer;
  }

  void send(Topic topic, String key, SpecificRecord value) {
    byte[] keyBytes = key.getBytes(StandardCharsets.UTF_8);
    underWay.add(
        producer.send(new ProducerRecord<>(topic.topicName(), keyBytes, codec.encode(value))));
  }

  /**
   * Waits until all is sent.
   *
   * @throws KafkaException if something could not be
   */
  void flush() {
    producer.flush();
    try {
      for (Future<RecordMetadata> sent : underWay) {
        sent.get();
      }
    } catch (ExecutionException e) {
      throw new KafkaException("the broker did not take a record", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted while sending", e);
    }
    underWay.clear();
  }

  @Override
  public void close() {
    producer.close();
  }
}
