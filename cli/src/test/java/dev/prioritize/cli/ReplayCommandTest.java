package dev.prioritize.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.cli.broker.DataDirectory;
import dev.prioritize.cli.broker.EmbeddedBroker;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.ConfigurePoolCommand;
import dev.prioritize.schema.JobPlacedEvent;
import dev.prioritize.schema.PoolConfiguredEvent;
import dev.prioritize.schema.TickCommand;
import dev.prioritize.schema.Topic;
import dev.prioritize.stream.replay.LogFileReader;
import dev.prioritize.stream.replay.LogFileWriter;
import dev.prioritize.stream.replay.LogSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: whoever exports and replays a log learns whether the scheduler decided as it should have.
 * Method: the log of a demo on a real broker, as it is and altered, from its file and from the
 * topics of another broker.
 */
@Timeout(180)
final class ReplayCommandTest {
  private static final String POOL = "demo";

  @TempDir private static Path folder;
  private static Path demoLog;
  private static EmbeddedBroker broker;

  private final AvroCodec codec = new AvroCodec();

  /** A record on its way from one log to another. */
  private static final class Entry {
    private final boolean isCommand;
    private final byte[] bytes;

    Entry(boolean isCommand, byte[] bytes) {
      this.isCommand = isCommand;
      this.bytes = bytes;
    }

    boolean isCommand() {
      return isCommand;
    }

    byte[] bytes() {
      return bytes;
    }
  }

  @BeforeAll
  static void recordDemo() {
    demoLog = folder.resolve("demo.avro");
    CliRun demo =
        CliRun.of(
            "demo", "--jobs", "30", "--nodes", "3", "--gpus-per-node", "4", "--export", demoLog());
    assertThat(demo.exitCode()).as(demo.err()).isZero();
    assertThat(demo.out()).contains("./prioritize replay " + demoLog);
    broker = EmbeddedBroker.start(DataDirectory.temporary(), 0);
    CliRun topics = CliRun.of("topics", "--bootstrap-servers", broker.bootstrapServers());
    assertThat(topics.exitCode()).as(topics.err()).isZero();
  }

  @AfterAll
  static void stopBroker() {
    if (broker != null) {
      broker.close();
    }
  }

  private static String demoLog() {
    return demoLog.toString();
  }

  private static List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    try (LogFileReader reader = new LogFileReader(demoLog)) {
      reader.copyTo(
          new LogSink() {
            @Override
            public void command(byte[] record) {
              entries.add(new Entry(true, record));
            }

            @Override
            public void event(byte[] record) {
              entries.add(new Entry(false, record));
            }
          });
    }
    return entries;
  }

  private static CliRun replay(List<Entry> entries, String... options) {
    Path file = folder.resolve("altered.avro");
    try (LogFileWriter writer = new LogFileWriter(file, POOL, true, "test")) {
      for (Entry entry : entries) {
        if (entry.isCommand()) {
          writer.command(entry.bytes());
        } else {
          writer.event(entry.bytes());
        }
      }
      writer.finish();
    }
    return CliRun.of(with(options, "replay", file.toString()));
  }

  private static String[] with(String[] more, String... first) {
    return Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new);
  }

  /** Alters the first record of this type. */
  private <T extends SpecificRecord> void alter(
      List<Entry> entries, Class<T> type, Consumer<T> change) {
    int index = indexOf(entries, type);
    T record = codec.decode(entries.get(index).bytes(), type);
    change.accept(record);
    entries.set(index, new Entry(entries.get(index).isCommand(), codec.encode(record)));
  }

  private int indexOf(List<Entry> entries, Class<? extends SpecificRecord> type) {
    for (int i = 0; i < entries.size(); i++) {
      if (type.isInstance(codec.decode(entries.get(i).bytes()))) {
        return i;
      }
    }
    throw new IllegalArgumentException("no " + type.getSimpleName());
  }

  // --- From a file ---

  @Test
  void shouldFindTheLogOfADemoIdentical() {
    CliRun run = CliRun.of("replay", demoLog());
    CliRun json = CliRun.of("replay", demoLog(), "--json");

    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    assertThat(run.out())
        .matches(
            "identical: pool demo, commands 1 to \\d+, \\d+ events, decided again byte for byte,"
                + " no state digest yet \\(one is written every 10,000 commands\\),"
                + " took \\d+\\.\\d s\n");
    assertThat(json.out())
        .startsWith("{\"verdict\":\"IDENTICAL\",\"pool\":\"demo\",\"firstCommandSeq\":1,")
        .endsWith("\"difference\":null}\n");
  }

  @Test
  void shouldNameAlteredEventFieldAndBothValues() {
    List<Entry> entries = entries();
    alter(
        entries,
        JobPlacedEvent.class,
        placed -> placed.getTasks().get(0).getGpuUuids().set(0, "GPU-a"));

    CliRun run = replay(entries);
    CliRun json = replay(entries, "--json");

    assertThat(run.exitCode()).isEqualTo(ExitCodes.DIFFERENT);
    assertThat(run.out())
        .containsPattern(
            "different: event \\d+ \\(command \\d+, JobPlaced\\): field tasks\\[0]\\.gpuUuids\\[0]:"
                + " log has \"GPU-a\", replay gives \"[^\"]+\"\n"
                + "before it nothing differs: ");
    assertThat(json.exitCode()).isEqualTo(ExitCodes.DIFFERENT);
    assertThat(json.out())
        .contains("\"verdict\":\"DIFFERENT\"", "\"field\":\"tasks[0].gpuUuids[0]\"")
        .contains("\"log\":\"\\\"GPU-a\\\"\"")
        .hasLineCount(1);
  }

  @Test
  void shouldNameDroppedEvent() {
    List<Entry> entries = entries();
    entries.remove(indexOf(entries, JobPlacedEvent.class));

    CliRun run = replay(entries);

    assertThat(run.exitCode()).isEqualTo(ExitCodes.DIFFERENT);
    assertThat(run.out()).containsPattern("different: event \\d+ .*, JobPlaced\\) is missing");
  }

  @Test
  void shouldSayWhatOtherRulesDecided() {
    List<Entry> entries = entries();
    alter(entries, ConfigurePoolCommand.class, c -> c.getConfig().setRulesVersion(77));
    alter(entries, PoolConfiguredEvent.class, c -> c.getConfig().setRulesVersion(77));

    CliRun run = replay(entries);

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .startsWith("nothing differs: pool demo, commands 1 to ")
        .contains("were decided by rules 77, and this version has rules ")
        .contains("folded only");
  }

  @Test
  void shouldSayWhatCannotBeVerifiedWithoutTheStart() {
    List<Entry> entries = entries();
    entries.subList(0, indexOf(entries, TickCommand.class)).clear();

    CliRun run = replay(entries);

    assertThat(run.exitCode()).isEqualTo(ExitCodes.NOT_VERIFIED);
    assertThat(run.out())
        .startsWith("not verified: pool demo, commands ")
        .contains("the commands before are missing", "Only sequence numbers were checked");
  }

  @Test
  void shouldRefuseWhatIsNoWholeLogFile() throws IOException {
    byte[] whole = Files.readAllBytes(demoLog);
    Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(whole, whole.length - 30));
    Path garbage = Files.writeString(folder.resolve("garbage"), "no log at all");

    assertNoVerdict(CliRun.of("replay", cut.toString()), cut + " is ");
    assertNoVerdict(CliRun.of("replay", garbage.toString()), garbage + " is no log of Prioritize");
    assertNoVerdict(CliRun.of("replay", folder + "/none"), folder + "/none does not exist");
  }

  private static void assertNoVerdict(CliRun run, String message) {
    assertThat(run.exitCode()).isEqualTo(ExitCodes.NO_VERDICT);
    assertThat(run.err()).startsWith(message).hasLineCount(1);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void shouldRefuseOptionsThatDoNotGoTogether() {
    for (CliRun run :
        List.of(
            CliRun.of("replay"),
            CliRun.of("replay", demoLog(), "--pool", "demo"),
            CliRun.of("replay", demoLog(), "--bootstrap-servers", "localhost:1"))) {
      assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
      assertThat(run.err()).contains("FILE", "replay --help").hasLineCount(2);
    }
  }

  @Test
  void shouldRefuseToExportToWhereNoFileCanBe() {
    CliRun folderGiven = CliRun.of("demo", "--export", folder.toString());

    assertThat(folderGiven.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(folderGiven.err()).endsWith("is a folder: name a file in it\n").hasLineCount(1);
  }

  // --- From Kafka ---

  /** The pool shares its partition with another, and with what never was committed. */
  @Test
  void shouldExportAndReplayOnePoolOfATopic() throws Exception {
    List<Entry> entries = entries();
    try (Producer<byte[], byte[]> producer = transactionalProducer()) {
      producer.initTransactions();
      producer.beginTransaction();
      for (Entry entry : entries) {
        send(producer, POOL, entry);
        send(producer, "other", new Entry(entry.isCommand(), new byte[] {1, 2}));
      }
      producer.commitTransaction();
      producer.beginTransaction();
      send(producer, POOL, new Entry(true, new byte[] {3}));
      producer.abortTransaction();
      // One topic shows the last transaction, the other not yet.
      producer.beginTransaction();
      send(producer, POOL, commandAfter(entries));
      producer.commitTransaction();
    }
    Path file = folder.resolve("exported.avro");

    CliRun export = run("export", "--out", file.toString(), "--json");
    CliRun fromFile = CliRun.of("replay", file.toString());
    CliRun fromKafka = run("replay");

    assertThat(export.exitCode()).as(export.err()).isZero();
    long commands = entries.stream().filter(Entry::isCommand).count();
    assertThat(export.out())
        .contains("\"lastCommandSeq\":" + commands + ",")
        .contains("\"events\":" + (entries.size() - commands) + ",");
    for (CliRun replay : List.of(fromFile, fromKafka)) {
      assertThat(replay.exitCode()).as(replay.out() + replay.err()).isZero();
      assertThat(replay.out()).startsWith("identical: pool demo, commands 1 to " + commands);
    }
  }

  private CliRun run(String command, String... options) {
    return CliRun.of(
        with(options, command, "--pool", POOL, "--bootstrap-servers", broker.bootstrapServers()));
  }

  private static Producer<byte[], byte[]> transactionalProducer() {
    return KafkaClients.producer(
        broker.bootstrapServers(), Map.of("transactional.id", "replay-test"));
  }

  private static void send(Producer<byte[], byte[]> producer, String pool, Entry entry) {
    Topic topic = entry.isCommand() ? Topic.SCHEDULER_COMMANDS : Topic.SCHEDULER_EVENTS;
    byte[] key = POOL.getBytes(StandardCharsets.UTF_8);
    int partition = Topic.partitionOf(key, Topic.DEFAULT_POOL_PARTITIONS);
    // Its outcome is that of the transaction.
    var unused =
        producer.send(
            new ProducerRecord<>(
                topic.topicName(),
                partition,
                pool.getBytes(StandardCharsets.UTF_8),
                entry.bytes()));
  }

  private Entry commandAfter(List<Entry> entries) {
    long commands = entries.stream().filter(Entry::isCommand).count();
    return new Entry(true, codec.encode(new TickCommand(POOL, commands + 1, 1L << 40)));
  }

  @Test
  void shouldSayThatAPoolHasNoLog() {
    String[] nobody = {"--pool", "nobody", "--bootstrap-servers", broker.bootstrapServers()};

    CliRun export = CliRun.of(with(nobody, "export", "--out", folder + "/nobody.avro"));
    CliRun replay = CliRun.of(with(nobody, "replay"));

    assertThat(export.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(export.err()).startsWith("pool nobody has no log on this Kafka").hasLineCount(1);
    assertThat(folder.resolve("nobody.avro")).doesNotExist();
    assertNoVerdict(replay, "pool nobody has no log on this Kafka");
  }
}
