package dev.prioritize.stream.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.ClockAdvance;
import dev.prioritize.schema.DeadLetterReason;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Goal: a pool has one writer, so a record in another partition is refused. */
class RecordReaderTest {
  private static final int PARTITIONS = 8;

  private final AvroCodec codec = new AvroCodec();
  private final RecordReader reader = new RecordReader(codec, PARTITIONS);

  private InputOrigin inPartition(int partition) {
    return new InputOrigin(
        "admin-requests",
        partition,
        0,
        "default".getBytes(StandardCharsets.UTF_8),
        codec.encode(new ClockAdvance("default", 1L, "")));
  }

  @Test
  void shouldTakeARecordOnlyFromThePartitionOfItsKey() {
    int taken = 0;
    for (int partition = 0; partition < PARTITIONS; partition++) {
      InputOrigin origin = inPartition(partition);
      InvalidInputException refusal =
          catchThrowableOfType(InvalidInputException.class, () -> reader.read(origin));
      if (refusal == null) {
        taken++;
      } else {
        assertThat(refusal.reason()).isEqualTo(DeadLetterReason.WRONG_PARTITION);
        assertThat(refusal.field()).isEqualTo("partition");
        assertThat(refusal.fix()).contains("murmur2");
      }
    }
    assertThat(taken).isEqualTo(1);
  }
}
