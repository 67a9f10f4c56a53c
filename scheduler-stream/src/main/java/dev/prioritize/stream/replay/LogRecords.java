package dev.prioritize.stream.replay;

import dev.prioritize.core.command.LoggedCommand;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.UndecodableRecordException;
import dev.prioritize.stream.mapping.CommandMapper;
import dev.prioritize.stream.mapping.EventMapper;
import dev.prioritize.stream.replay.Difference.Kind;
import java.util.Arrays;
import org.apache.avro.specific.SpecificRecord;

/** Bytes of one pool's log to commands and events, and events back to bytes. */
final class LogRecords {
  /** Length of the part of a record that names its schema. */
  private static final int SCHEMA_BYTES = 10;

  private final String poolName;
  private final AvroCodec codec = new AvroCodec();

  LogRecords(String poolName) {
    this.poolName = poolName;
  }

  /** An event as read. */
  static final class ReadEvent {
    private final LoggedEvent event;

    /** Of the newest schema, whichever wrote it. */
    private final SpecificRecord record;

    private final byte[] bytes;

    private ReadEvent(LoggedEvent event, SpecificRecord record, byte[] bytes) {
      this.event = event;
      this.record = record;
      this.bytes = bytes;
    }

    LoggedEvent event() {
      return event;
    }
  }

  /** What the bytes hold, which should be the command of that number. */
  LoggedCommand command(byte[] bytes, long commandSeq) throws DifferenceException {
    try {
      SpecificRecord record = codec.decode(bytes);
      requirePool(CommandMapper.poolOf(record));
      return CommandMapper.toCore(record);
    } catch (UndecodableRecordException | IllegalArgumentException e) {
      String message = "command %d cannot be read: %s".formatted(commandSeq, oneLine(e));
      throw new DifferenceException(Difference.ofCommand(Kind.UNREADABLE, commandSeq, "", message));
    }
  }

  /** What the bytes hold, which should be the event of that number. */
  ReadEvent event(byte[] bytes, long commandSeq, long eventSeq) throws DifferenceException {
    try {
      SpecificRecord record = codec.decode(bytes);
      requirePool(EventMapper.poolOf(record));
      return new ReadEvent(EventMapper.toCore(record), record, bytes);
    } catch (UndecodableRecordException | IllegalArgumentException e) {
      String message =
          "event %d (command %d) cannot be read: %s".formatted(eventSeq, commandSeq, oneLine(e));
      throw new DifferenceException(
          new Difference(Kind.UNREADABLE, commandSeq, eventSeq, "", "", "", "", message));
    }
  }

  private void requirePool(String pool) {
    if (!pool.equals(poolName)) {
      throw new IllegalArgumentException("it is of pool " + pool + ", not of " + poolName);
    }
  }

  /**
   * Compares byte for byte; only where an older schema wrote the log, field by field.
   *
   * @return true if the bytes are the same, false if only the fields are
   */
  boolean haveSameBytes(ReadEvent logged, LoggedEvent replayed) throws DifferenceException {
    if (!Difference.typeOf(logged.event).equals(Difference.typeOf(replayed))) {
      throw new DifferenceException(Difference.ofType(logged.event, replayed));
    }
    SpecificRecord record = EventMapper.toAvro(poolName, replayed);
    byte[] bytes = codec.encode(record);
    if (Arrays.equals(logged.bytes, bytes)) {
      return true;
    }
    FieldDifference field = FieldDifference.first(logged.record, record);
    if (field != null) {
      throw new DifferenceException(Difference.ofField(logged.event, field));
    }
    if (Arrays.equals(logged.bytes, 0, SCHEMA_BYTES, bytes, 0, SCHEMA_BYTES)) {
      throw new DifferenceException(
          Difference.ofEvent(
              Kind.ENCODING,
              logged.event,
              ": its bytes are not those of replay, though all fields are"));
    }
    return false;
  }

  static String oneLine(Exception e) {
    String message = e.getMessage() == null ? "" : e.getMessage();
    return message.lines().findFirst().orElse(e.getClass().getSimpleName());
  }
}
