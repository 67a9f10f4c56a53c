package dev.prioritize.stream;

import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.DeadLetter;
import dev.prioritize.stream.input.InputOrigin;
import dev.prioritize.stream.input.InvalidInputException;
import dev.prioritize.stream.mapping.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes what could not be taken, with the reason, so that nothing is lost. */
public final class DeadLetters {
  /** Of a longer original only the first so many bytes are kept; length and hash tell the whole. */
  public static final int MAX_ORIGINAL_BYTES = 64 * 1024;

  /** Length of an original that is null, which is not the same as empty. */
  private static final int NO_VALUE = -1;

  private static final Logger LOG = LoggerFactory.getLogger(DeadLetters.class);

  private final AvroCodec codec;

  /** A writer for one thread. */
  public DeadLetters(AvroCodec codec) {
    this.codec = codec;
  }

  /**
   * The dead letter of an input.
   *
   * @param timeMillis when it was refused, milliseconds since the epoch
   */
  public byte[] write(InputOrigin origin, InvalidInputException why, long timeMillis) {
    LOG.info(
        "refused {}-{}@{}: {} {}",
        origin.topic(),
        origin.partition(),
        origin.offset(),
        why.reason(),
        why.getMessage());
    byte[] original = origin.value() == null ? new byte[0] : origin.value();
    return codec.encode(
        DeadLetter.newBuilder()
            .setSourceTopic(origin.topic())
            .setSourcePartition(origin.partition())
            .setSourceOffset(origin.offset())
            .setKey(origin.key() == null ? null : new String(origin.key(), StandardCharsets.UTF_8))
            .setReason(why.reason())
            .setField(why.field())
            .setValue(why.value())
            .setFix(why.fix())
            .setOriginal(
                ByteBuffer.wrap(original, 0, Math.min(original.length, MAX_ORIGINAL_BYTES)))
            .setOriginalLengthBytes(origin.value() == null ? NO_VALUE : original.length)
            .setOriginalSha256(Sha256.hex(original))
            .setTimeMillis(timeMillis)
            .build());
  }
}
