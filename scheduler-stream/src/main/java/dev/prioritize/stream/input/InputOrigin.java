package dev.prioritize.stream.input;

import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * Where an input stands, and its bytes: what a dead letter needs.
 *
 * @param topic topic name
 * @param partition partition number
 * @param offset Kafka offset
 * @param key key bytes, or null
 * @param value value bytes, or null
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record InputOrigin(String topic, int partition, long offset, byte[] key, byte[] value) {
  /** The origin of the record that a processor was given last. */
  public static InputOrigin of(ProcessingContext context, byte[] key, byte[] value) {
    RecordMetadata metadata = context.recordMetadata().orElseThrow();
    return new InputOrigin(metadata.topic(), metadata.partition(), metadata.offset(), key, value);
  }
}
