package dev.prioritize.schema;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.util.ClassSecurityValidator;
import org.apache.avro.util.ClassSecurityValidator.ClassSecurityPredicate;

/**
 * Records to bytes and back, in Avro's single-object encoding: C3 01, the schema's fingerprint (8
 * bytes, little endian), the body. A record is read with the very schema that wrote it, if that was
 * ever released.
 *
 * <p>Not thread-safe: the buffers are kept from call to call. One per thread is cheap, since all
 * share the schemas.
 *
 * <p><b>Hostile bytes.</b> A length in the body is believed only as far as bytes remain in the
 * record: Avro's reader checks it before it allocates, against the array that it reads from. Avro's
 * generated {@code customDecode} does not, which is why it is off here, whatever the system
 * property says. So the process-wide {@code org.apache.avro.limits} need not be set.
 */
public final class AvroCodec {
  /**
   * Longest record that is written or read, in bytes: what the topics take. The longest honest one
   * is the placement of the largest gang.
   */
  public static final int MAX_RECORD_BYTES = Topic.MAX_MESSAGE_BYTES;

  private static final int MARKER = 0xC301;
  private static final int HEADER_BYTES = 10;

  static {
    // Avro 1.12.2 refuses classes that nobody has vouched for.
    ClassSecurityPredicate before = ClassSecurityValidator.getGlobal();
    ClassSecurityPredicate ours = type -> type.getPackage() == AvroCodec.class.getPackage();
    ClassSecurityValidator.setGlobal(ClassSecurityValidator.composite(before, ours));
  }

  private final SpecificData writing = new SpecificData(AvroCodec.class.getClassLoader());
  private final SpecificData reading = new SpecificData(AvroCodec.class.getClassLoader());
  private final IdentityHashMap<Schema, Writer> writers = new IdentityHashMap<>();
  private final Map<Long, SpecificDatumReader<SpecificRecord>> readers = new HashMap<>();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
  private BinaryEncoder encoder;
  private BinaryDecoder decoder;

  private static final class Writer {
    final byte[] header;
    final SpecificDatumWriter<SpecificRecord> body;

    Writer(byte[] header, SpecificDatumWriter<SpecificRecord> body) {
      this.header = header;
      this.body = body;
    }
  }

  /** A codec for one thread. */
  public AvroCodec() {
    writing.setCustomCoders(true);
    reading.setCustomCoders(false);
    reading.setFastReaderEnabled(true);
  }

  /**
   * The record's single-object encoding; equal records give equal bytes.
   *
   * @throws IllegalArgumentException if a field that must be set is not, or the record is too long
   */
  public byte[] encode(SpecificRecord record) {
    Writer writer = writers.computeIfAbsent(record.getSchema(), this::newWriter);
    out.reset();
    out.writeBytes(writer.header);
    encoder = EncoderFactory.get().binaryEncoder(out, encoder);
    try {
      writer.body.write(record, encoder);
      encoder.flush();
    } catch (IOException | RuntimeException e) {
      encoder = null; // it still holds a part of this record
      throw new IllegalArgumentException(
          "cannot encode "
              + record.getSchema().getName()
              + ": "
              + e.getMessage()
              + ". Maybe a field without default was not set.",
          e);
    }
    if (out.size() > MAX_RECORD_BYTES) {
      throw new IllegalArgumentException(
          record.getSchema().getName()
              + " has "
              + out.size()
              + " bytes encoded, but at most "
              + MAX_RECORD_BYTES
              + " are allowed");
    }
    return out.toByteArray();
  }

  /**
   * The record that the bytes hold, of any released type and version.
   *
   * @param bytes may be null, which is no record
   * @throws UndecodableRecordException NOT_AVRO or UNKNOWN_SCHEMA, with a message of one line
   */
  public SpecificRecord decode(byte[] bytes) {
    long fingerprint = fingerprint(bytes);
    SpecificDatumReader<SpecificRecord> reader = readers.get(fingerprint);
    if (reader == null) {
      reader = newReader(fingerprint);
      readers.put(fingerprint, reader);
    }
    try {
      decoder =
          DecoderFactory.get()
              .binaryDecoder(bytes, HEADER_BYTES, bytes.length - HEADER_BYTES, decoder);
      SpecificRecord record = reader.read(null, decoder);
      if (!decoder.isEnd()) {
        throw notAvro("bytes are left over after a " + record.getSchema().getName());
      }
      return record;
    } catch (UndecodableRecordException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw notAvro("broken " + reader.getExpected().getName() + ": " + oneLine(e));
    }
  }

  /**
   * The record that the bytes hold, which must be of one type.
   *
   * @throws UndecodableRecordException as {@link #decode(byte[])}, or UNEXPECTED_RECORD_TYPE
   */
  public <T extends SpecificRecord> T decode(byte[] bytes, Class<T> type) {
    SpecificRecord record = decode(bytes);
    if (!type.isInstance(record)) {
      throw new UndecodableRecordException(
          DeadLetterReason.UNEXPECTED_RECORD_TYPE,
          "a " + record.getSchema().getName() + ", but wanted a " + type.getSimpleName());
    }
    return type.cast(record);
  }

  private static long fingerprint(byte[] bytes) {
    if (bytes == null) {
      throw notAvro("no value");
    }
    if (bytes.length < HEADER_BYTES) {
      throw notAvro(bytes.length + " bytes are too few");
    }
    if (bytes.length > MAX_RECORD_BYTES) {
      throw notAvro(bytes.length + " bytes are more than " + MAX_RECORD_BYTES);
    }
    ByteBuffer header = ByteBuffer.wrap(bytes);
    int marker = header.getShort() & 0xFFFF;
    if (marker != MARKER) {
      throw notAvro(String.format("starts with %04X, not with C301", marker));
    }
    return header.order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  private Writer newWriter(Schema schema) {
    long fingerprint = SchemaNormalization.parsingFingerprint64(schema);
    byte[] header =
        ByteBuffer.allocate(HEADER_BYTES)
            .putShort((short) MARKER)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(fingerprint)
            .array();
    return new Writer(header, new SpecificDatumWriter<>(schema, writing));
  }

  private SpecificDatumReader<SpecificRecord> newReader(long fingerprint) {
    WriterSchemas.Pair pair = WriterSchemas.of(fingerprint);
    if (pair == null) {
      throw new UndecodableRecordException(
          DeadLetterReason.UNKNOWN_SCHEMA,
          String.format("no released schema has the fingerprint %016x", fingerprint));
    }
    return new SpecificDatumReader<>(pair.writer(), pair.reader(), reading);
  }

  private static UndecodableRecordException notAvro(String message) {
    return new UndecodableRecordException(DeadLetterReason.NOT_AVRO, message);
  }

  private static String oneLine(Exception e) {
    String message = e.getMessage();
    return message == null
        ? e.getClass().getSimpleName()
        : message.lines().findFirst().orElse(e.getClass().getSimpleName());
  }
}
