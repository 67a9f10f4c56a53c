package dev.prioritize.stream.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.prioritize.core.engine.Engine;
import dev.prioritize.schema.LogFileEnd;
import dev.prioritize.stream.replay.ReplayReport.Verdict;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: a log file gives back the very bytes that went in, and whatever happened to it is told.
 * Method: files written, read, cut and overwritten at random; one read by Avro alone.
 */
class LogFileTest {
  @TempDir private Path folder;

  private final RecordedLog log = RecordedLog.ofAnEventfulMinute();

  private record Result(List<String> problems, ReplayReport report) {}

  private Path write(boolean compressed) {
    Path file = folder.resolve("p.log");
    try (LogFileWriter writer = new LogFileWriter(file, RecordedLog.POOL, compressed, "1.2.3")) {
      log.pushTo(writer);
      writer.finish();
    }
    return file;
  }

  private static Result replay(Path file) {
    try (LogFileReader reader = new LogFileReader(file)) {
      LogVerifier verifier = new LogVerifier(reader.pool());
      List<String> problems = reader.copyTo(verifier);
      return new Result(problems, verifier.finish());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldGiveBackEveryByteInOrder(boolean compressed) {
    List<String> read = new ArrayList<>();
    List<String> written = new ArrayList<>();
    log.pushTo(intoList(written));

    try (LogFileReader reader = new LogFileReader(write(compressed))) {
      assertThat(reader.pool()).isEqualTo(RecordedLog.POOL);
      assertThat(reader.copyTo(intoList(read))).isEmpty();
    }

    assertThat(read).isEqualTo(written);
    assertThat(replay(write(compressed)).report().verdict()).isEqualTo(Verdict.IDENTICAL);
  }

  private static LogSink intoList(List<String> list) {
    return new LogSink() {
      @Override
      public void command(byte[] record) {
        list.add("command " + HexFormat.of().formatHex(record));
      }

      @Override
      public void event(byte[] record) {
        list.add("event " + HexFormat.of().formatHex(record));
      }
    };
  }

  @Test
  void shouldTellAtItsEndWhatItHolds() {
    LogFileEnd end;
    Path file = folder.resolve("p.log");
    try (LogFileWriter writer = new LogFileWriter(file, RecordedLog.POOL, true, "1.2.3")) {
      log.pushTo(writer);
      end = writer.finish();
    }

    assertThat(end.getPool()).isEqualTo("p");
    assertThat(end.getFirstCommandSeq()).isEqualTo(1);
    assertThat(end.getLastCommandSeq()).isEqualTo(log.commands()).isEqualTo(end.getCommands());
    assertThat(end.getEvents()).isEqualTo(log.events());
    assertThat(end.getRulesVersions()).containsExactly(Engine.RULES_VERSION);
    assertThat(end.getSha256()).matches("[0-9a-f]{64}");
  }

  @Test
  void shouldLeaveNothingOfAFileThatWasNotFinished() throws IOException {
    Path file = folder.resolve("p.log");
    Files.writeString(file, "of an earlier run");

    try (LogFileWriter writer = new LogFileWriter(file, RecordedLog.POOL, true, "1.2.3")) {
      log.pushTo(writer);
    }

    assertThat(folder.toFile().list()).containsExactly("p.log");
    assertThat(file).hasContent("of an earlier run");
  }

  @Test
  void shouldSayThatItCannotWrite() {
    Path file = folder.resolve("missing").resolve("p.log");

    assertThatThrownBy(() -> new LogFileWriter(file, RecordedLog.POOL, true, "1.2.3"))
        .isInstanceOf(LogException.class)
        .hasMessageStartingWith("cannot write " + file + " (NoSuchFileException: ");
  }

  /** What docs/replay.md says of the file, by Avro alone and what stands in the file. */
  @Test
  void shouldBeReadableWithoutThisProgram() throws IOException {
    Path file = write(true);

    List<String> types = new ArrayList<>();
    try (DataFileReader<GenericRecord> entries =
        new DataFileReader<>(file.toFile(), new GenericDatumReader<>())) {
      assertThat(entries.getMetaString("prioritize.version")).isEqualTo("1.2.3");
      List<Schema> schemas = new ArrayList<>();
      new ObjectMapper()
          .readTree(entries.getMetaString("prioritize.schemas"))
          .forEach(schema -> schemas.add(new Schema.Parser().parse(schema.toString())));
      for (GenericRecord entry : entries) {
        types.add(entry.get("kind") + " " + decode(schemas, entry).getSchema().getName());
      }
    }

    assertThat(types)
        .startsWith("COMMAND ConfigurePoolCommand", "EVENT PoolConfiguredEvent")
        .endsWith("EVENT PassFinishedEvent", "END LogFileEnd");
  }

  private static GenericRecord decode(List<Schema> schemas, GenericRecord entry)
      throws IOException {
    ByteBuffer bytes = (ByteBuffer) entry.get("record");
    long fingerprint =
        bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN).getLong(bytes.position() + 2);
    for (Schema schema : schemas) {
      if (SchemaNormalization.parsingFingerprint64(schema) == fingerprint) {
        return new BinaryMessageDecoder<GenericRecord>(GenericData.get(), schema).decode(bytes);
      }
    }
    throw new IllegalStateException("no schema has the fingerprint " + fingerprint);
  }

  // --- What may have happened to a file ---

  @Test
  void shouldRefuseWhatIsNoLogFile() throws IOException {
    Path text = Files.writeString(folder.resolve("thesis.tex"), "\\begin{document} and so on");
    Path empty = Files.writeString(folder.resolve("empty"), "");
    Path other = folder.resolve("other.avro");
    Schema schema = new Schema.Parser().parse("{\"type\":\"string\"}");
    try (DataFileWriter<Object> writer = new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
      writer.create(schema, other.toFile());
      writer.append("hello");
    }

    for (Path file : List.of(text, empty, other)) {
      assertThatThrownBy(() -> replay(file))
          .isInstanceOf(LogException.class)
          .hasMessage(file + " is no log of Prioritize: give a file of ./prioritize export");
    }
    assertThatThrownBy(() -> replay(folder.resolve("nothing")))
        .hasMessage(folder.resolve("nothing") + " does not exist");
    assertThatThrownBy(() -> replay(folder)).isInstanceOf(LogException.class);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldSayThatItIsCutOffWhereverItIs(boolean compressed) throws IOException {
    byte[] whole = Files.readAllBytes(write(compressed));
    Path cut = folder.resolve("cut");
    for (int length = 0; length < whole.length; length += 1 + length / 40) {
      Files.write(cut, Arrays.copyOf(whole, length));

      assertThatThrownBy(() -> replay(cut))
          .as("first %d of %d bytes", length, whole.length)
          .isInstanceOf(LogException.class)
          .message()
          .hasLineCount(1)
          .containsAnyOf("is cut off", "is damaged", "is no log of Prioritize");
    }
  }

  /** An altered file may be read as another log, but never passes for the one that was written. */
  @ParameterizedTest(name = "-Dprioritize.seed={0}")
  @MethodSource("seeds")
  void shouldNeverTakeADamagedFileForWhatWasWritten(int seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] whole = Files.readAllBytes(write(random.nextBoolean()));
    int bodyAt = endOfHeader(whole);
    Path file = folder.resolve("damaged");
    List<String> written = new ArrayList<>();
    log.pushTo(intoList(written));
    for (int i = 0; i < 40; i++) {
      byte[] damaged = whole.clone();
      int at = bodyAt + random.nextInt(whole.length - bodyAt);
      damaged[at] ^= (byte) (1 << random.nextInt(8));
      Files.write(file, damaged);

      assertThat(isToldFrom(written, file)).as("byte %d of %d", at, whole.length).isTrue();
    }
  }

  /** The mark between blocks stands first at the header's end, and last at the file's. */
  private static int endOfHeader(byte[] file) {
    String text = new String(file, StandardCharsets.ISO_8859_1);
    return text.indexOf(text.substring(text.length() - 16)) + 16;
  }

  static IntStream seeds() {
    Integer one = Integer.getInteger("prioritize.seed");
    return one == null ? IntStream.range(0, 6) : IntStream.of(one);
  }

  /** Some bits of a compressed file stand for nothing: turned, they change nothing. */
  private static boolean isToldFrom(List<String> written, Path file) {
    List<String> read = new ArrayList<>();
    try (LogFileReader reader = new LogFileReader(file)) {
      return !reader.copyTo(intoList(read)).isEmpty() || read.equals(written);
    } catch (LogException e) {
      assertThat(e.getMessage()).hasLineCount(1);
      return true;
    }
  }

  @Test
  void shouldNameTheEventThatWasAlteredInTheFileAndTheChecksum() throws IOException {
    Path file = write(false);
    byte[] bytes = Files.readAllBytes(file);
    int at = new String(bytes, StandardCharsets.ISO_8859_1).lastIndexOf("n1-gpu2");
    bytes[at + 6] = '7';
    Files.write(file, bytes);

    Result result = replay(file);

    assertThat(result.report().difference().message())
        .matches("event \\d+ \\(command \\d+, \\w+\\): field .*: log has \"n1-gpu7\", .*");
    assertThat(result.problems())
        .containsExactly(file + " is not as it was written: its checksum differs");
  }
}
