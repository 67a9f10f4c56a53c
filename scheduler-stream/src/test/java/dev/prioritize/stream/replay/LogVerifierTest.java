package dev.prioritize.stream.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.engine.Engine;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.ClockAdvance;
import dev.prioritize.schema.ConfigurePoolCommand;
import dev.prioritize.schema.JobFinishedEvent;
import dev.prioritize.schema.JobPlacedEvent;
import dev.prioritize.schema.JobStartedEvent;
import dev.prioritize.schema.JobSubmittedEvent;
import dev.prioritize.schema.PassFinishedEvent;
import dev.prioritize.schema.PoolConfiguredEvent;
import dev.prioritize.schema.PriorityClassValue;
import dev.prioritize.schema.ReservationChangedEvent;
import dev.prioritize.schema.StateDigestEvent;
import dev.prioritize.schema.SubmitJobCommand;
import dev.prioritize.schema.TickCommand;
import dev.prioritize.stream.replay.Difference.Kind;
import dev.prioritize.stream.replay.RecordedLog.Entry;
import dev.prioritize.stream.replay.ReplayReport.Method;
import dev.prioritize.stream.replay.ReplayReport.Segment;
import dev.prioritize.stream.replay.ReplayReport.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Goal: an honest log is found identical, and of any other the first difference is named. Method: a
 * log of one run of the engine, altered in every way that one can think of, and at random.
 */
class LogVerifierTest {
  private static final int OTHER_RULES = Engine.RULES_VERSION + 7;

  private final RecordedLog log = RecordedLog.ofAnEventfulMinute();

  @Test
  void shouldFindAnHonestLogIdentical() {
    log.ticksTo(2L * Engine.DIGEST_INTERVAL + 1);

    ReplayReport report = log.verify();

    assertThat(report.difference()).isNull();
    assertThat(report.verdict()).isEqualTo(Verdict.IDENTICAL);
    assertThat(report.commands()).isEqualTo(log.commands());
    assertThat(report.events()).isEqualTo(log.events());
    assertThat(report.digests()).isEqualTo(2);
    assertThat(report.olderEncodings()).isZero();
    assertThat(report.segments())
        .containsExactly(new Segment(Method.REPLAYED, Engine.RULES_VERSION, 1, log.commands()));
  }

  // --- Altered events ---

  @Test
  void shouldNameFieldAndBothValues() {
    log.alter(
        JobPlacedEvent.class, placed -> placed.getTasks().get(1).getGpuUuids().set(2, "GPU-a"));

    assertThat(difference().kind()).isEqualTo(Kind.FIELD);
    assertThat(difference().message())
        .isEqualTo(
            "event 6 (command 6, JobPlaced): field tasks[1].gpuUuids[2]: log has \"GPU-a\","
                + " replay gives \"n1-gpu2\"");
    assertThat(difference().eventSeq()).isEqualTo(6);
    assertThat(difference().commandSeq()).isEqualTo(6);
    assertThat(difference().logged()).isEqualTo("\"GPU-a\"");
  }

  @Test
  void shouldNameWhatALongerOrShorterListLacks() {
    log.alter(JobPlacedEvent.class, placed -> placed.getTasks().get(0).getGpuUuids().remove(3));

    assertThat(difference().message())
        .contains("field tasks[0].gpuUuids[3]: log has nothing, replay gives \"n0-gpu3\"");
  }

  @Test
  void shouldNoticeTimeSequenceAndCommandOfAnEvent() {
    RecordedLog time = RecordedLog.ofAnEventfulMinute();
    time.alter(JobStartedEvent.class, started -> started.setTimeMillis(5L));
    RecordedLog command = RecordedLog.ofAnEventfulMinute();
    command.alter(JobStartedEvent.class, started -> started.setCommandSeq(5L));
    RecordedLog sequence = RecordedLog.ofAnEventfulMinute();
    sequence.alter(JobStartedEvent.class, started -> started.setEventSeq(99L));

    assertThat(time.verify().difference().field()).isEqualTo("timeMillis");
    assertThat(command.verify().difference().field()).isEqualTo("commandSeq");
    assertThat(sequence.verify().difference())
        .returns(Kind.MISSING, Difference::kind)
        .returns("JobStarted", Difference::type);
  }

  @Test
  void shouldNameEventOfAnotherType() {
    int index = log.indexOf(JobStartedEvent.class);
    JobStartedEvent started = (JobStartedEvent) log.record(index);
    log.entries()
        .set(
            index,
            new Entry(
                false,
                new AvroCodec()
                    .encode(
                        new ReservationChangedEvent(
                            RecordedLog.POOL,
                            started.getCommandSeq(),
                            started.getEventSeq(),
                            started.getTimeMillis(),
                            "",
                            0L,
                            false))));

    assertThat(difference().message())
        .isEqualTo("event 11 (command 8): log has ReservationChanged, replay gives JobStarted");
  }

  @Test
  void shouldNameDroppedEvent() {
    log.entries().remove(log.indexOf(JobPlacedEvent.class));

    assertThat(difference().message())
        .isEqualTo(
            "event 6 (command 6, JobPlaced) is missing or comes later: after event 5 the log has"
                + " event 7 (command 6, ReservationChanged)");
  }

  @Test
  void shouldNameDroppedLastEventOfACommandAndOfTheLog() {
    RecordedLog end = RecordedLog.ofAnEventfulMinute();
    end.entries().remove(end.entries().size() - 1);
    log.entries().remove(log.indexOf(PassFinishedEvent.class));

    assertThat(difference().message())
        .isEqualTo(
            "event 8 (command 6, PassFinished) is missing: replay gives it, but the log goes on"
                + " with command 7");
    assertThat(end.verify().difference().message())
        .endsWith("PassFinished) is missing: replay gives it, but the log ends");
  }

  @Test
  void shouldNameSwappedAndDoubledEvents() {
    RecordedLog doubled = RecordedLog.ofAnEventfulMinute();
    int index = doubled.indexOf(JobPlacedEvent.class);
    doubled.entries().add(index, doubled.entries().get(index));
    Collections.swap(log.entries(), index, index + 1);

    assertThat(difference())
        .returns(Kind.MISSING, Difference::kind)
        .returns(6L, Difference::eventSeq)
        .returns("JobPlaced", Difference::type);
    assertThat(doubled.verify().difference().message())
        .isEqualTo(
            "event 6 (command 6, JobPlaced) comes again or too late: event 7 should follow event 6");
  }

  @Test
  void shouldNameAddedEvent() {
    int last = log.entries().size() - 1;
    PassFinishedEvent added = (PassFinishedEvent) log.record(last);
    added.setEventSeq(added.getEventSeq() + 1);
    log.entries().add(new Entry(false, new AvroCodec().encode(added)));

    assertThat(difference().kind()).isEqualTo(Kind.EXTRA);
    assertThat(difference().message()).endsWith("is one too many: replay gives no such event");
  }

  @Test
  void shouldNameAlteredDigest() {
    log.ticksTo(Engine.DIGEST_INTERVAL);
    log.alter(StateDigestEvent.class, digest -> digest.setSha256("00"));

    assertThat(difference())
        .returns("StateDigest", Difference::type)
        .returns("sha256", Difference::field)
        .returns("\"00\"", Difference::logged);
  }

  // --- Altered commands ---

  @Test
  void shouldNameTheFirstEventThatAnAlteredCommandChanges() {
    log.alter(
        SubmitJobCommand.class,
        submit -> submit.getSpec().setPriorityClass(PriorityClassValue.LOW));

    assertThat(difference().message())
        .isEqualTo(
            "event 4 (command 4, JobSubmitted): field spec.priorityClass: log has NORMAL, replay"
                + " gives LOW");
  }

  @Test
  void shouldNameDroppedSwappedAndDoubledCommands() {
    RecordedLog swapped = RecordedLog.ofAnEventfulMinute();
    int index = swapped.indexOf(SubmitJobCommand.class);
    Collections.swap(swapped.entries(), index, index + 2);
    RecordedLog doubled = RecordedLog.ofAnEventfulMinute();
    doubled.entries().add(index + 1, doubled.entries().get(index));
    log.entries().remove(index);
    log.entries().remove(index); // its event

    assertThat(difference().message())
        .isEqualTo(
            "command 4 is missing or comes later: after command 3 the log has command 5"
                + " (SubmitJob)");
    assertThat(swapped.verify().difference().kind()).isEqualTo(Kind.MISSING);
    assertThat(doubled.verify().difference().message())
        .isEqualTo(
            "event 4 (command 4, JobSubmitted) is missing: replay gives it, but the log goes on"
                + " with command 4");
  }

  @Test
  void shouldTellOfCommandThatCannotBeRunAgain() {
    log.alter(TickCommand.class, tick -> tick.setTimeMillis(1L));

    assertThat(difference().kind()).isEqualTo(Kind.COMMAND);
    assertThat(difference().message())
        .startsWith("command 6 (Tick) cannot be run again: command 6 at 1 ms cannot follow");
  }

  // --- Records that are none ---

  @Test
  void shouldNameRecordThatIsNone() {
    int index = log.indexOf(JobPlacedEvent.class);
    List<byte[]> none =
        List.of(
            new byte[0],
            new byte[] {1, 2, 3},
            log.entries().get(0).bytes(),
            cut(log.entries().get(index).bytes()),
            new AvroCodec().encode(new ClockAdvance(RecordedLog.POOL, 1L, "ann")));
    for (byte[] bytes : none) {
      RecordedLog altered = RecordedLog.ofAnEventfulMinute();
      altered.entries().set(index, new Entry(false, bytes));

      Difference difference = altered.verify().difference();
      assertThat(difference.kind()).isEqualTo(Kind.UNREADABLE);
      assertThat(difference.message()).startsWith("event 6 (command 6) cannot be read: ");
    }
    log.entries().set(0, new Entry(true, new byte[] {1}));
    assertThat(difference().message()).startsWith("command 1 cannot be read: ");
  }

  private static byte[] cut(byte[] bytes) {
    return Arrays.copyOf(bytes, bytes.length - 1);
  }

  @Test
  void shouldNameRecordOfAnotherPool() {
    log.alter(JobFinishedEvent.class, finished -> finished.setPool("q"));

    assertThat(difference().message()).endsWith("cannot be read: it is of pool q, not of p");
  }

  // --- Other rules, and a log without its start ---

  @Test
  void shouldFoldWhatOtherRulesDecidedAndDecideAgainFromThere() {
    underOtherRules(log);

    ReplayReport report = log.verify();

    assertThat(report.difference()).isNull();
    assertThat(report.verdict()).isEqualTo(Verdict.FOLDED);
    long second = log.commands() - 1;
    assertThat(report.segments())
        .containsExactly(
            new Segment(Method.FOLDED, OTHER_RULES, 1, second - 1),
            new Segment(Method.REPLAYED, Engine.RULES_VERSION, second, log.commands()));
  }

  private static void underOtherRules(RecordedLog log) {
    log.alter(ConfigurePoolCommand.class, c -> c.getConfig().setRulesVersion(OTHER_RULES));
    log.alter(PoolConfiguredEvent.class, c -> c.getConfig().setRulesVersion(OTHER_RULES));
  }

  @Test
  void shouldNoticeWhereFoldedEventsContradictEachOther() {
    underOtherRules(log);
    log.alter(JobPlacedEvent.class, placed -> placed.setJobId("unheard-of"));

    assertThat(difference().kind()).isEqualTo(Kind.FOLD);
    assertThat(difference().message())
        .isEqualTo(
            "event 6 (command 6, JobPlaced) contradicts the events before it: event about job"
                + " unheard-of, which the pool lacks");
  }

  @Test
  void shouldNoticeByTheDigestWhatFoldingAloneDoesNotShow() {
    RecordedLog untouched = RecordedLog.ofAnEventfulMinute();
    for (RecordedLog each : List.of(log, untouched)) {
      // The digests are those of the other rules' run.
      each.ticksTo(Engine.DIGEST_INTERVAL);
      each.alter(ConfigurePoolCommand.class, c -> c.getConfig().setRulesVersion(OTHER_RULES));
      int second = secondIndexOf(each, ConfigurePoolCommand.class);
      each.entries().set(second, withRules(each, second));
    }
    log.alter(JobSubmittedEvent.class, submitted -> submitted.setSubmittedAtMillis(1L));

    assertThat(untouched.verify().difference()).isNull();
    assertThat(difference().kind()).isEqualTo(Kind.DIGEST);
    assertThat(difference().message())
        .matches(
            "event \\d+ \\(command 10000, StateDigest\\): field sha256: log has \"[0-9a-f]{64}\","
                + " the events before it lead to \"[0-9a-f]{64}\"");
  }

  private static int secondIndexOf(RecordedLog log, Class<ConfigurePoolCommand> type) {
    int first = log.indexOf(type);
    for (int i = first + 1; i < log.entries().size(); i++) {
      if (type.isInstance(log.record(i))) {
        return i;
      }
    }
    throw new IllegalArgumentException("only one " + type.getSimpleName());
  }

  private static Entry withRules(RecordedLog log, int index) {
    ConfigurePoolCommand command = (ConfigurePoolCommand) log.record(index);
    command.getConfig().setRulesVersion(OTHER_RULES);
    return new Entry(true, new AvroCodec().encode(command));
  }

  @Test
  void shouldSayThatNothingButNumbersCanBeCheckedWithoutTheStart() {
    long commands = log.commands();
    dropCommandsBefore(log, 6);

    ReplayReport report = log.verify();

    assertThat(report.difference()).isNull();
    assertThat(report.verdict()).isEqualTo(Verdict.NOT_VERIFIED);
    assertThat(report.firstCommandSeq()).isEqualTo(6);
    assertThat(report.segments())
        .containsExactly(new Segment(Method.SEQUENCE_ONLY, 0, 6, commands));
  }

  @Test
  void shouldNotCallAnEmptyLogIdentical() {
    log.entries().clear();

    assertThat(log.verify().verdict()).isEqualTo(Verdict.NOT_VERIFIED);
  }

  private static void dropCommandsBefore(RecordedLog log, int commandSeq) {
    List<Entry> kept = new ArrayList<>(log.entries());
    int commands = 0;
    int index = 0;
    while (commands < commandSeq) {
      commands += kept.get(index).isCommand() ? 1 : 0;
      index++;
    }
    log.entries().subList(0, index - 1).clear();
  }

  @Test
  void shouldStillFindHolesInALogWithoutItsStart() {
    dropCommandsBefore(log, 6);
    log.entries().remove(log.indexOf(JobPlacedEvent.class) + 1);

    assertThat(difference().kind()).isEqualTo(Kind.MISSING);
    assertThat(difference().message()).startsWith("event 7 is missing or comes later");
  }

  @Test
  void shouldTakeTopicsThatWereCutAtDifferentPlaces() {
    dropCommandsBefore(log, 6);
    RecordedLog fewerCommands = RecordedLog.ofAnEventfulMinute();
    dropCommandsBefore(fewerCommands, 6);
    fewerCommands.entries().remove(fewerCommands.indexOf(TickCommand.class));
    RecordedLog fewerEvents = RecordedLog.ofAnEventfulMinute();
    dropCommandsBefore(fewerEvents, 6);
    int first = fewerEvents.indexOf(JobPlacedEvent.class);
    while (!fewerEvents.entries().get(first).isCommand()) {
      fewerEvents.entries().remove(first);
    }

    assertThat(fewerCommands.verify().verdict()).isEqualTo(Verdict.NOT_VERIFIED);
    assertThat(fewerEvents.verify().verdict()).isEqualTo(Verdict.NOT_VERIFIED);
  }

  // --- Anything ---

  static IntStream seeds() {
    Integer one = Integer.getInteger("prioritize.seed");
    return one == null ? IntStream.range(0, 5) : IntStream.of(one);
  }

  /** Every byte of every event tells: turned, it is named where it is. */
  @ParameterizedTest(name = "-Dprioritize.seed={0}")
  @MethodSource("seeds")
  void shouldNameTheEventOfWhichAnyOneBitIsTurned(int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 100; i++) {
      RecordedLog altered = RecordedLog.ofAnEventfulMinute();
      int index = random.nextInt(altered.entries().size());
      Entry entry = altered.entries().get(index);
      if (entry.isCommand()) {
        continue;
      }
      long eventSeq =
          altered.entries().subList(0, index + 1).stream().filter(e -> !e.isCommand()).count();
      byte[] bytes = entry.bytes().clone();
      int at = random.nextInt(bytes.length);
      bytes[at] ^= (byte) (1 << random.nextInt(8));
      altered.entries().set(index, new Entry(false, bytes));

      Difference difference = altered.verify().difference();
      assertThat(difference).as("byte %d of event %d", at, eventSeq).isNotNull();
      assertThat(difference.message())
          .as("byte %d", at)
          .contains("event " + eventSeq)
          .hasLineCount(1);
    }
  }

  private Difference difference() {
    Difference difference = log.verify().difference();
    assertThat(difference).as("difference").isNotNull();
    return difference;
  }
}
