package dev.prioritize.stream.replay;

import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.LogFileEnd;
import dev.prioritize.schema.LogFileEntry;
import dev.prioritize.schema.UndecodableRecordException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;

/** Reads a file of {@link LogFileWriter}. */
public final class LogFileReader implements AutoCloseable {
  private final Path file;
  private final DataFileStream<LogFileEntry> entries;
  private final AvroCodec codec = new AvroCodec();
  private final LogFile.Sum sum = new LogFile.Sum();

  /**
   * Opens a file.
   *
   * @throws LogException if it is no log file, or one that this version cannot read
   */
  public LogFileReader(Path file) {
    this.file = file;
    entries = open(file);
    String format = entries.getMetaString(LogFile.FORMAT_KEY);
    if (format == null) {
      throw new LogException(file + " is no log of Prioritize: give a file of ./prioritize export");
    }
    if (!format.equals(LogFile.FORMAT)) {
      throw new LogException(
          file + " has format " + format + ", which this version cannot read: use a newer one");
    }
  }

  private static DataFileStream<LogFileEntry> open(Path file) {
    SpecificData data = new SpecificData(LogFileReader.class.getClassLoader());
    SpecificDatumReader<LogFileEntry> reader =
        new SpecificDatumReader<>(LogFileEntry.SCHEMA$, LogFileEntry.SCHEMA$, data);
    try {
      InputStream in = new BufferedInputStream(Files.newInputStream(file));
      try {
        return new DataFileStream<>(in, reader);
      } catch (IOException | RuntimeException | OutOfMemoryError e) {
        in.close();
        throw new LogException(
            file + " is no log of Prioritize: give a file of ./prioritize export", e);
      }
    } catch (NoSuchFileException e) {
      throw new LogException(file + " does not exist", e);
    } catch (IOException e) {
      throw new LogException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /** The pool that the log is of. */
  public String pool() {
    return entries.getMetaString(LogFile.POOL_KEY);
  }

  /**
   * Pushes every record into the sink, and reads on to the end even when that is done.
   *
   * @return in which way the file is not as it was written, a line each; empty if it is
   * @throws LogException if it is damaged or cut off
   */
  public List<String> copyTo(LogSink sink) {
    while (hasNext()) {
      LogFileEntry entry = next();
      byte[] record = bytes(entry.getRecord());
      switch (entry.getKind()) {
        case COMMAND -> {
          sum.command(record);
          sink.command(record);
        }
        case EVENT -> {
          sum.event(record);
          sink.event(record);
        }
        case END -> {
          return compareWith(end(record));
        }
        default -> throw damaged("an entry of unknown kind", null);
      }
    }
    throw new LogException(
        file + " is cut off" + afterWhat() + ": its end is missing; export the log again");
  }

  private boolean hasNext() {
    try {
      return entries.hasNext();
    } catch (AvroRuntimeException | OutOfMemoryError e) { // a length that became huge
      throw damaged(e.getMessage(), e);
    }
  }

  private LogFileEntry next() {
    try {
      return entries.next();
    } catch (RuntimeException | OutOfMemoryError e) {
      throw damaged(e.getMessage(), e);
    }
  }

  private LogFileEnd end(byte[] record) {
    try {
      return codec.decode(record, LogFileEnd.class);
    } catch (UndecodableRecordException e) {
      throw damaged(e.getMessage(), e);
    }
  }

  private List<String> compareWith(LogFileEnd end) {
    List<String> problems = new ArrayList<>();
    if (hasNext()) {
      problems.add(file + " goes on after its end");
    }
    if (sum.commands() != end.getCommands()) {
      problems.add(
          "%s was written with %d commands, and holds %d"
              .formatted(file, end.getCommands(), sum.commands()));
    }
    if (sum.events() != end.getEvents()) {
      problems.add(
          "%s was written with %d events, and holds %d"
              .formatted(file, end.getEvents(), sum.events()));
    }
    if (!sum.sha256().equals(end.getSha256())) {
      problems.add(file + " is not as it was written: its checksum differs");
    }
    return problems;
  }

  private LogException damaged(String how, Throwable cause) {
    String why = how == null ? "" : " (" + how.lines().findFirst().orElse("") + ")";
    return new LogException(
        file + " is damaged" + afterWhat() + why + ": export the log again", cause);
  }

  private String afterWhat() {
    return " after %d commands and %d events".formatted(sum.commands(), sum.events());
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  @Override
  public void close() {
    try {
      entries.close();
    } catch (IOException e) {
      throw new LogException("cannot close " + file + ": " + e.getMessage(), e);
    }
  }
}
