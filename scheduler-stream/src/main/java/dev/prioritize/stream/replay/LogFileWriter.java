package dev.prioritize.stream.replay;

import dev.prioritize.core.command.Command.ConfigurePool;
import dev.prioritize.core.command.LoggedCommand;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.LogFileEnd;
import dev.prioritize.schema.LogFileEntry;
import dev.prioritize.schema.LogFileEntryKind;
import dev.prioritize.schema.RecordTypes;
import dev.prioritize.schema.Topic;
import dev.prioritize.stream.mapping.CommandMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.specific.SpecificDatumWriter;

/**
 * Writes a pool's log to a file. It lies beside its place under another name until it is whole:
 * {@link #finish} puts it there, {@link #close} without it leaves nothing.
 */
public final class LogFileWriter implements LogSink, AutoCloseable {
  /** The fastest: it takes as long as reading from Kafka, and saves three quarters of the room. */
  private static final int DEFLATE_LEVEL = 1;

  private final Path file;
  private final Path part;
  private final String poolName;
  private final AvroCodec codec = new AvroCodec();
  private final DataFileWriter<LogFileEntry> entries;
  private final LogFile.Sum sum = new LogFile.Sum();
  private final List<Integer> rulesVersions = new ArrayList<>();
  private long firstCommandSeq;
  private long lastCommandSeq;

  /**
   * Begins a file.
   *
   * @param file where it will be; replaced if it exists
   * @param compressed false keeps every record's bytes as they are, for other tools
   * @param version of this program, for people
   * @throws LogException if it cannot be written
   */
  public LogFileWriter(Path file, String poolName, boolean compressed, String version) {
    if (Files.isDirectory(file)) {
      throw new LogException(file + " is a folder: name a file in it");
    }
    this.file = file;
    this.poolName = poolName;
    part = file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid() + ".part");
    entries = new DataFileWriter<>(new SpecificDatumWriter<>(LogFileEntry.SCHEMA$));
    if (compressed) {
      entries.setCodec(CodecFactory.deflateCodec(DEFLATE_LEVEL));
    }
    entries.setMeta(LogFile.FORMAT_KEY, LogFile.FORMAT);
    entries.setMeta(LogFile.POOL_KEY, poolName);
    entries.setMeta(LogFile.VERSION_KEY, version);
    entries.setMeta(LogFile.SCHEMAS_KEY, schemas());
    part.toFile().deleteOnExit(); // an interrupted process ends without closing
    try {
      entries.create(LogFileEntry.SCHEMA$, Files.newOutputStream(part));
    } catch (IOException e) {
      throw cannotWrite(e);
    }
  }

  private static String schemas() {
    Stream<Schema> all =
        Stream.of(Topic.SCHEDULER_COMMANDS, Topic.SCHEDULER_EVENTS)
            .flatMap(topic -> RecordTypes.released(topic).stream());
    return Stream.concat(all, Stream.of(LogFileEnd.SCHEMA$))
        .map(Schema::toString)
        .collect(Collectors.joining(",", "[", "]"));
  }

  @Override
  public void command(byte[] record) {
    LoggedCommand command = CommandMapper.toCore(codec.decode(record));
    if (firstCommandSeq == 0) {
      firstCommandSeq = command.commandSeq();
    }
    lastCommandSeq = command.commandSeq();
    if (command.command() instanceof ConfigurePool configure) {
      addRulesVersion(configure.config().rulesVersion());
    }
    append(LogFileEntryKind.COMMAND, record);
    sum.command(record);
  }

  private void addRulesVersion(int version) {
    int count = rulesVersions.size();
    if (count == 0 || rulesVersions.get(count - 1) != version) {
      rulesVersions.add(version);
    }
  }

  @Override
  public void event(byte[] record) {
    append(LogFileEntryKind.EVENT, record);
    sum.event(record);
  }

  /**
   * Ends the file and puts it in its place.
   *
   * @return what it holds
   * @throws LogException if it cannot be written
   */
  public LogFileEnd finish() {
    LogFileEnd end =
        new LogFileEnd(
            poolName,
            firstCommandSeq,
            lastCommandSeq,
            sum.commands(),
            sum.events(),
            rulesVersions,
            sum.sha256());
    append(LogFileEntryKind.END, codec.encode(end));
    try {
      entries.close();
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw cannotWrite(e);
    }
    return end;
  }

  private void append(LogFileEntryKind kind, byte[] record) {
    try {
      entries.append(new LogFileEntry(kind, ByteBuffer.wrap(record)));
    } catch (IOException e) {
      throw cannotWrite(e);
    }
  }

  private LogException cannotWrite(IOException e) {
    return new LogException(
        "cannot write "
            + file
            + " ("
            + e.getClass().getSimpleName()
            + ": "
            + LogRecords.oneLine(e)
            + "): is the folder there and writable, and is there room on the disk?",
        e);
  }

  /** Drops what was not finished. */
  @Override
  public void close() {
    try {
      entries.close();
      Files.deleteIfExists(part);
    } catch (IOException e) {
      throw cannotWrite(e);
    }
  }
}
