package dev.prioritize.stream.input;

import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.DeadLetterReason;
import dev.prioritize.schema.Topic;
import dev.prioritize.schema.UndecodableRecordException;
import java.nio.charset.StandardCharsets;
import org.apache.avro.specific.SpecificRecord;

/** Bytes to a record of a type that the topic may carry, under a key that lies where it should. */
public final class RecordReader {
  /** Longest input; telemetry of the largest node has some tens of KiB. */
  public static final int MAX_INPUT_BYTES = 1024 * 1024;

  private final AvroCodec codec;
  private final int partitions;

  /**
   * A reader for one thread.
   *
   * @param codec used by this thread only
   * @param partitions of every topic keyed by pool or node, at least 1
   */
  public RecordReader(AvroCodec codec, int partitions) {
    this.codec = codec;
    this.partitions = partitions;
  }

  /**
   * Decodes an input.
   *
   * @throws InvalidInputException if it has no key, lies in another partition than its key says, is
   *     not Avro, or of a type that has no business on the topic
   */
  public SpecificRecord read(InputOrigin origin) throws InvalidInputException {
    checkPartition(origin);
    checkLength(origin.value());
    Topic topic = Topic.named(origin.topic());
    SpecificRecord record = decode(origin.value());
    if (!topic.carries(record)) {
      throw new InvalidInputException(
          DeadLetterReason.UNEXPECTED_RECORD_TYPE,
          "value",
          record.getSchema().getName(),
          "send to "
              + topic.topicName()
              + " only "
              + String.join(", ", topic.schemas().stream().map(s -> s.getName()).toList()));
    }
    return record;
  }

  private void checkPartition(InputOrigin origin) throws InvalidInputException {
    if (origin.key() == null) {
      throw new InvalidInputException(
          DeadLetterReason.MISSING_FIELD, "key", null, "send the pool's or node's id as the key");
    }
    int expected = Topic.partitionOf(origin.key(), partitions);
    if (expected != origin.partition()) {
      throw new InvalidInputException(
          DeadLetterReason.WRONG_PARTITION,
          "partition",
          origin.partition(),
          "use Kafka's default partitioner (murmur2): this key belongs in partition " + expected);
    }
  }

  private static void checkLength(byte[] value) throws InvalidInputException {
    if (value != null && value.length > MAX_INPUT_BYTES) {
      throw new InvalidInputException(
          DeadLetterReason.TOO_LONG,
          "value",
          value.length + " bytes",
          "send at most " + MAX_INPUT_BYTES + " bytes");
    }
  }

  private SpecificRecord decode(byte[] value) throws InvalidInputException {
    try {
      return codec.decode(value);
    } catch (UndecodableRecordException e) {
      throw new InvalidInputException(
          e.reason(),
          "value",
          e.getMessage(),
          e.reason() == DeadLetterReason.UNKNOWN_SCHEMA
              ? "send a released schema, or upgrade the scheduler first"
              : "send Avro single-object encoding of a released schema");
    }
  }

  /**
   * Checks that the key is the id in the record.
   *
   * @throws InvalidInputException if it is not
   */
  public static void requireKey(InputOrigin origin, String field, String id)
      throws InvalidInputException {
    String key = new String(origin.key(), StandardCharsets.UTF_8);
    if (!key.equals(id)) {
      throw new InvalidInputException(
          DeadLetterReason.KEY_MISMATCH, "key", key, "use the record's " + field + ", " + id);
    }
  }
}
