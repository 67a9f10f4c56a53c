package dev.prioritize.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

class AvroCodecTest {
  private static final int HEADER_BYTES = 10;

  private final AvroCodec codec = new AvroCodec();

  @Test
  void shouldRoundTripEveryRecordType() {
    for (Schema type : RecordTypes.ALL) {
      byte[] bytes = example(type);

      SpecificRecord decoded = codec.decode(bytes);

      assertThat(decoded.getSchema()).isSameAs(type);
      assertThat(codec.encode(decoded)).as(type.getName()).isEqualTo(bytes);
    }
  }

  @Test
  void shouldDecodeToOneTypeOnRequest() {
    TickCommand tick = new TickCommand("p", 1L, 2L);

    assertThat(codec.decode(codec.encode(tick), TickCommand.class)).isEqualTo(tick);
    assertThatThrownBy(() -> codec.decode(codec.encode(tick), JobRow.class))
        .hasMessage("a TickCommand, but wanted a JobRow")
        .extracting("reason")
        .isEqualTo(DeadLetterReason.UNEXPECTED_RECORD_TYPE);
  }

  @Test
  void shouldRefuseWhatIsNoSingleObject() {
    assertRefused(null, DeadLetterReason.NOT_AVRO, "no value");
    assertRefused(new byte[9], DeadLetterReason.NOT_AVRO, "9 bytes are too few");
    assertRefused(new byte[20], DeadLetterReason.NOT_AVRO, "starts with 0000, not with C301");
    assertRefused(
        new byte[AvroCodec.MAX_RECORD_BYTES + 1],
        DeadLetterReason.NOT_AVRO,
        "4194305 bytes are more than 4194304");
  }

  @Test
  void shouldRefuseUnknownSchema() {
    byte[] bytes = example(TickCommand.SCHEMA$);
    Arrays.fill(bytes, 2, HEADER_BYTES, (byte) 7);

    assertRefused(
        bytes,
        DeadLetterReason.UNKNOWN_SCHEMA,
        "no released schema has the fingerprint 0707070707070707");
  }

  @Test
  void shouldRefuseTrailingBytesAndEveryTruncation() {
    for (Schema type : RecordTypes.ALL) {
      byte[] bytes = example(type);
      assertRefused(Arrays.copyOf(bytes, bytes.length + 1), DeadLetterReason.NOT_AVRO, null);
      for (int length = HEADER_BYTES; length < bytes.length; length++) {
        assertRefused(Arrays.copyOf(bytes, length), DeadLetterReason.NOT_AVRO, null);
      }
    }
  }

  @Test
  void shouldSurviveAnyChangeOfBytes() {
    // Goal: no exception but ours whatever the bytes. Method: seeded random changes.
    Random random = new Random(7);
    for (Schema type : RecordTypes.ALL) {
      for (int i = 0; i < 500; i++) {
        byte[] bytes = example(type);
        for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
          bytes[HEADER_BYTES + random.nextInt(bytes.length - HEADER_BYTES)] =
              (byte) random.nextInt();
        }
        try {
          codec.decode(bytes);
        } catch (UndecodableRecordException e) {
          assertThat(e.reason()).isEqualTo(DeadLetterReason.NOT_AVRO);
        }
      }
    }
  }

  @Test
  void shouldNotAllocateWhatHostileLengthsPromise() {
    // 2,147,483,639 items of an array, characters of a string, bytes of a byte array: the most that
    // Avro's own limits let pass by default.
    byte[] huge = varint(Integer.MAX_VALUE - 8);
    assertRefusedCheaply(afterFields(LaunchSpecRow.SCHEMA$, 2, huge)); // argv
    assertRefusedCheaply(afterFields(LaunchSpecRow.SCHEMA$, 0, huge)); // pool
    assertRefusedCheaply(afterFields(DeadLetter.SCHEMA$, 8, huge)); // original
    assertRefusedCheaply(afterFields(DurationRow.SCHEMA$, 5, huge)); // durationsMillis
    assertRefusedCheaply(afterFields(DurationRow.SCHEMA$, 5, varint(Long.MAX_VALUE)));
    assertRefusedCheaply(afterFields(DurationRow.SCHEMA$, 5, varint(Long.MIN_VALUE)));
    assertRefusedCheaply(afterFields(TickCommand.SCHEMA$, 0, varint(-5)));
  }

  @Test
  void shouldRefuseToEncodeIncompleteRecordAndStayUsable() {
    TickCommand incomplete = new TickCommand();

    assertThatThrownBy(() -> codec.encode(incomplete))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("cannot encode TickCommand: ");
    shouldRoundTripEveryRecordType();
  }

  @Test
  void shouldRefuseToEncodeTooLongRecord() {
    LaunchSpec spec =
        new LaunchSpec(
            List.of("x".repeat(AvroCodec.MAX_RECORD_BYTES)), List.<LabelValue>of(), null, null);

    assertThatThrownBy(() -> codec.encode(spec))
        .hasMessageStartingWith("LaunchSpec has 41943")
        .hasMessageEndingWith("at most 4194304 are allowed");
  }

  @Test
  void shouldEncodeEqualRecordsToEqualBytesByAnyCodec() {
    SpecificRecord record = codec.decode(example(JobSubmission.SCHEMA$));

    assertThat(new AvroCodec().encode(record)).isEqualTo(codec.encode(record));
  }

  private void assertRefused(byte[] bytes, DeadLetterReason reason, String message) {
    UndecodableRecordException refusal =
        catchThrowableOfType(UndecodableRecordException.class, () -> codec.decode(bytes));
    assertThat(refusal).isNotNull();
    assertThat(refusal.reason()).isEqualTo(reason);
    assertThat(refusal.getMessage()).doesNotContain("\n");
    if (message != null) {
      assertThat(refusal).hasMessage(message);
    }
  }

  private void assertRefusedCheaply(byte[] bytes) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    assertRefused(bytes, DeadLetterReason.NOT_AVRO, null);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(8L * 1024 * 1024);
  }

  private static byte[] example(Schema type) {
    return SchemaReleases.encode(type, ExampleRecords.of(type));
  }

  /** An example's bytes up to its field of that index, then these ones. */
  private static byte[] afterFields(Schema type, int index, byte[] then) {
    Schema head = Schema.createRecord("Head", null, null, false);
    head.setFields(
        type.getFields().subList(0, index).stream()
            .map(f -> new Schema.Field(f, f.schema()))
            .toList());
    GenericData.Record example = ExampleRecords.of(type);
    GenericData.Record start = new GenericData.Record(head);
    head.getFields().forEach(field -> start.put(field.name(), example.get(field.name())));
    byte[] bytes = SchemaReleases.encode(head, start);
    System.arraycopy(example(type), 0, bytes, 0, HEADER_BYTES);
    return ByteBuffer.allocate(bytes.length + then.length).put(bytes).put(then).array();
  }

  private static byte[] varint(long value) {
    ByteBuffer bytes = ByteBuffer.allocate(10);
    long rest = (value << 1) ^ (value >> 63);
    while ((rest & ~0x7FL) != 0) {
      bytes.put((byte) ((rest & 0x7F) | 0x80));
      rest >>>= 7;
    }
    return Arrays.copyOf(bytes.put((byte) rest).array(), bytes.position());
  }
}
