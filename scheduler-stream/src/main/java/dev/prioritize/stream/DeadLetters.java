package dev.prioritize.stream;

import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.DeadLetter;
import dev.prioritize.stream.input.InputOrigin;
import dev.prioritize.stream.input.InvalidInputException;
import dev.prioritize.stream.mapping.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what could not be taken, with the reason, so that nothing is lost. A letter is bounded
 * whatever the original was: its key and value are cut, its headers left behind.
 */
public final class DeadLetters {
  /** Of a longer original only the first so many bytes are kept; length and hash tell the whole. */
  public static final int MAX_ORIGINAL_BYTES = 64 * 1024;

  /** Of a longer key only the first so many bytes are kept; no honest key is longer than an id. */
  public static final int MAX_KEY_BYTES = 1_024;

  /** Length of an original that is null, which is not the same as empty. */
  private static final int NO_VALUE = -1;

  private static final Logger LOG = LoggerFactory.getLogger(DeadLetters.class);

  private final AvroCodec codec;

  /** A writer for one thread. */
  public DeadLetters(AvroCodec codec) {
    this.codec = codec;
  }

  /**
   * The dead letter of an input, under the input's key.
   *
   * @param timeMillis when it was refused, milliseconds since the epoch
   */
  public Record<byte[], byte[]> write(
      InputOrigin origin, InvalidInputException why, long timeMillis) {
    LOG.info(
        "refused {}-{}@{}: {} {}",
        origin.topic(),
        origin.partition(),
        origin.offset(),
        why.reason(),
        why.getMessage());
    byte[] key = head(origin.key(), MAX_KEY_BYTES);
    byte[] original = origin.value() == null ? new byte[0] : origin.value();
    DeadLetter letter =
        DeadLetter.newBuilder()
            .setSourceTopic(origin.topic())
            .setSourcePartition(origin.partition())
            .setSourceOffset(origin.offset())
            .setKey(key == null ? null : new String(key, StandardCharsets.UTF_8))
            .setReason(why.reason())
            .setField(why.field())
            .setValue(why.value())
            .setFix(why.fix())
            .setOriginal(ByteBuffer.wrap(head(original, MAX_ORIGINAL_BYTES)))
            .setOriginalLengthBytes(origin.value() == null ? NO_VALUE : original.length)
            .setOriginalSha256(Sha256.hex(original))
            .setTimeMillis(timeMillis)
            .build();
    return new Record<>(key, codec.encode(letter), timeMillis);
  }

  private static byte[] head(byte[] bytes, int most) {
    return bytes == null || bytes.length <= most ? bytes : Arrays.copyOf(bytes, most);
  }
}
