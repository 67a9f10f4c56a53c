package dev.prioritize.stream.replay;

import dev.prioritize.core.command.Command.ConfigurePool;
import dev.prioritize.core.command.Command.Tick;
import dev.prioritize.core.command.LoggedCommand;
import dev.prioritize.core.engine.Engine;
import dev.prioritize.core.event.Event.StateDigest;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.policy.PolicyCatalog;
import dev.prioritize.core.state.Pool;
import dev.prioritize.core.state.StateDigester;
import dev.prioritize.stream.replay.Difference.Kind;
import dev.prioritize.stream.replay.LogRecords.ReadEvent;
import dev.prioritize.stream.replay.ReplayReport.Method;
import dev.prioritize.stream.replay.ReplayReport.Segment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Verifies a pool's log in two ways at once. It folds the events, and compares the state with every
 * state digest; and it runs the engine over the commands again, and compares every event byte for
 * byte. Commands of another {@code rulesVersion} are not run: their events are folded only, and the
 * engine goes on from that state at the next configuration by the rules of this version.
 *
 * <p>A log whose first command is not number 1 has lost its start, and with it the state that
 * everything rests on: of it only the sequence numbers can be checked.
 *
 * <p>The first difference ends it. Holds the pool's state twice and one command's events.
 */
public final class LogVerifier implements LogSink {
  private final LogRecords records;
  private final RecordedPicks recordedPicks;
  private final PolicyCatalog policies;
  private final Pool folded = new Pool();
  private final StateDigester digester = new StateDigester();
  private final ArrayDeque<LoggedEvent> expected = new ArrayDeque<>();
  private final List<Segment> segments = new ArrayList<>();

  /**
   * The events of {@link #lastCommand}, if that is a pass of the learned policy: it is run when all
   * of them are here, since they hold the policy's answers.
   */
  private final List<byte[]> heldEvents = new ArrayList<>();

  private boolean holdsEvents;

  /** Null while the commands are not run again. */
  private Engine engine;

  private int rulesVersion;
  private long firstCommandSeq;
  private LoggedCommand lastCommand;
  private long lastEventSeq;
  private boolean lastCommandHasEvents;
  private long commands;
  private long events;
  private long digests;
  private long olderEncodings;
  private Difference difference;

  /** A verifier of one pool's log. */
  public LogVerifier(String poolName) {
    this(poolName, asked -> {});
  }

  /** A verifier of one pool's log that also asks the learned policy again. */
  public LogVerifier(String poolName, PolicyVerification verification) {
    this(poolName, (RecordedPicks.Watch) verification);
  }

  private LogVerifier(String poolName, RecordedPicks.Watch watch) {
    records = new LogRecords(poolName);
    recordedPicks = new RecordedPicks(watch);
    policies = new ReplayPolicies(recordedPicks);
  }

  @Override
  public void command(byte[] record) {
    if (difference != null) {
      return;
    }
    try {
      runHeldPass();
      verifyCommand(record);
    } catch (DifferenceException e) {
      difference = e.difference();
    }
  }

  @Override
  public void event(byte[] record) {
    if (difference != null) {
      return;
    }
    try {
      if (holdsEvents) {
        heldEvents.add(record);
      } else {
        verify(read(record));
      }
    } catch (DifferenceException e) {
      difference = e.difference();
    }
  }

  @Override
  public boolean isDone() {
    return difference != null;
  }

  /** The log has come to its end: what it comes to. */
  public ReplayReport finish() {
    if (difference == null) {
      try {
        runHeldPass();
        requireAllEventsOfLastCommand("the log ends");
      } catch (DifferenceException e) {
        difference = e.difference();
      }
    }
    return report();
  }

  /** What was found up to here. */
  public ReplayReport report() {
    return new ReplayReport(
        firstCommandSeq,
        lastCommandSeq(),
        commands,
        events,
        digests,
        olderEncodings,
        segments,
        difference);
  }

  private long lastCommandSeq() {
    return lastCommand == null ? 0 : lastCommand.commandSeq();
  }

  private boolean startIsMissing() {
    return firstCommandSeq != 1;
  }

  // --- Commands ---

  private void verifyCommand(byte[] bytes) throws DifferenceException {
    LoggedCommand command = records.command(bytes, lastCommandSeq() + 1);
    requireAllEventsOfLastCommand("the log goes on with command " + command.commandSeq());
    requireNext(command);
    if (lastCommand == null) {
      firstCommandSeq = command.commandSeq();
    }
    lastCommand = command;
    lastCommandHasEvents = false;
    commands++;
    chooseMethod(command);
    if (engine != null && isLearnedPass(command)) {
      holdsEvents = true;
    } else if (engine != null) {
      expected.addAll(process(command));
    }
  }

  private boolean isLearnedPass(LoggedCommand command) {
    PoolConfig config = engine.pool().config();
    return command.command() instanceof Tick && config != null && ReplayPolicies.isLearned(config);
  }

  private void runHeldPass() throws DifferenceException {
    if (!holdsEvents) {
      return;
    }
    holdsEvents = false;
    List<ReadEvent> read = readableEvents();
    recordedPicks.nextPass(
        lastCommand.commandSeq(),
        engine.pool().config(),
        read.stream().map(event -> event.event().event()).toList());
    expected.addAll(process(lastCommand));
    for (ReadEvent event : read) {
      verify(event);
    }
    if (read.size() < heldEvents.size()) {
      read(heldEvents.get(read.size())); // to say what is wrong with it
    }
    heldEvents.clear();
  }

  /** The events held back, up to the first that cannot be read. */
  private List<ReadEvent> readableEvents() {
    List<ReadEvent> readable = new ArrayList<>(heldEvents.size());
    try {
      for (byte[] event : heldEvents) {
        readable.add(read(event));
      }
    } catch (DifferenceException e) {
      return readable; // those before it may differ already
    }
    return readable;
  }

  private void requireNext(LoggedCommand command) throws DifferenceException {
    long last = lastCommandSeq();
    long seq = command.commandSeq();
    if (lastCommand == null || seq == last + 1) {
      return;
    }
    boolean missing = seq > last;
    String message =
        missing
            ? "command %d is missing or comes later: after command %d the log has command %d (%s)"
                .formatted(last + 1, last, seq, typeOf(command))
            : "command %d (%s) comes again or too late: command %d should follow command %d"
                .formatted(seq, typeOf(command), last + 1, last);
    throw new DifferenceException(
        Difference.ofCommand(
            missing ? Kind.MISSING : Kind.REPEATED, seq, typeOf(command), message));
  }

  private void chooseMethod(LoggedCommand command) {
    if (command.command() instanceof ConfigurePool configure) {
      rulesVersion = configure.config().rulesVersion();
    }
    Method method = methodOf();
    if (method != Method.REPLAYED) {
      engine = null;
    } else if (engine == null) {
      engine = new Engine(Pool.restore(folded.snapshot()), policies);
    }
    count(method, method == Method.SEQUENCE_ONLY ? 0 : rulesVersion, command.commandSeq());
  }

  private void count(Method method, int rules, long commandSeq) {
    Segment last = segments.isEmpty() ? null : segments.get(segments.size() - 1);
    if (last != null && last.method() == method && last.rulesVersion() == rules) {
      segments.set(segments.size() - 1, last.to(commandSeq));
    } else {
      segments.add(new Segment(method, rules, commandSeq, commandSeq));
    }
  }

  private Method methodOf() {
    if (startIsMissing()) {
      return Method.SEQUENCE_ONLY;
    }
    return rulesVersion == Engine.RULES_VERSION ? Method.REPLAYED : Method.FOLDED;
  }

  private List<LoggedEvent> process(LoggedCommand command) throws DifferenceException {
    try {
      List<LoggedEvent> replayed = engine.process(command);
      engine.pool().changes().clear();
      return replayed;
    } catch (RuntimeException e) { // a command that was altered may break anything
      String message =
          "command %d (%s) cannot be run again: %s"
              .formatted(command.commandSeq(), typeOf(command), LogRecords.oneLine(e));
      throw new DifferenceException(
          Difference.ofCommand(Kind.COMMAND, command.commandSeq(), typeOf(command), message));
    }
  }

  private void requireAllEventsOfLastCommand(String next) throws DifferenceException {
    LoggedEvent missing = expected.peek();
    if (missing != null) {
      throw new DifferenceException(
          Difference.ofEvent(Kind.MISSING, missing, " is missing: replay gives it, but " + next));
    }
    // Of a log without its start, the events may begin later than the commands.
    boolean eventsHaveBegun = !startIsMissing() || lastEventSeq > 0;
    if (lastCommand != null && !lastCommandHasEvents && eventsHaveBegun) {
      String message =
          "the event %d of command %d (%s) is missing: every command has one, but %s"
              .formatted(lastEventSeq + 1, lastCommandSeq(), typeOf(lastCommand), next);
      throw new DifferenceException(
          Difference.ofCommand(Kind.MISSING, lastCommandSeq(), typeOf(lastCommand), message));
    }
  }

  // --- Events ---

  private ReadEvent read(byte[] bytes) throws DifferenceException {
    return records.event(bytes, lastCommandSeq(), lastEventSeq + 1);
  }

  private void verify(ReadEvent read) throws DifferenceException {
    LoggedEvent event = read.event();
    requireNext(event);
    if (engine != null) {
      compare(read, expected.poll());
    } else {
      requireOwnCommand(event);
    }
    if (lastCommand != null && !startIsMissing()) {
      fold(event);
    }
    lastEventSeq = event.eventSeq();
    lastCommandHasEvents |= event.commandSeq() == lastCommandSeq();
    events++;
  }

  private void requireNext(LoggedEvent event) throws DifferenceException {
    boolean anyMayBeFirst = lastEventSeq == 0 && startIsMissing();
    if (anyMayBeFirst || event.eventSeq() == lastEventSeq + 1) {
      return;
    }
    if (event.eventSeq() <= lastEventSeq) {
      throw new DifferenceException(
          Difference.ofEvent(
              Kind.REPEATED,
              event,
              " comes again or too late: event %d should follow event %d"
                  .formatted(lastEventSeq + 1, lastEventSeq)));
    }
    LoggedEvent wanted = expected.peek();
    String name = wanted == null ? "event " + (lastEventSeq + 1) : Difference.nameOf(wanted);
    String message =
        "%s is missing or comes later: after event %d the log has %s"
            .formatted(name, lastEventSeq, Difference.nameOf(event));
    throw new DifferenceException(
        new Difference(
            Kind.MISSING,
            wanted == null ? event.commandSeq() : wanted.commandSeq(),
            lastEventSeq + 1,
            wanted == null ? "" : Difference.typeOf(wanted),
            "",
            "",
            "",
            message));
  }

  private void compare(ReadEvent logged, LoggedEvent replayed) throws DifferenceException {
    if (replayed == null) {
      throw new DifferenceException(
          Difference.ofEvent(
              Kind.EXTRA, logged.event(), " is one too many: replay gives no such event"));
    }
    if (!records.haveSameBytes(logged, replayed)) {
      olderEncodings++;
    }
  }

  private void requireOwnCommand(LoggedEvent event) throws DifferenceException {
    boolean beforeFirstCommand =
        startIsMissing() && (lastCommand == null || event.commandSeq() < firstCommandSeq);
    if (!beforeFirstCommand && event.commandSeq() != lastCommandSeq()) {
      throw new DifferenceException(
          Difference.ofEvent(Kind.FOLD, event, " follows command " + lastCommandSeq()));
    }
  }

  private void fold(LoggedEvent event) throws DifferenceException {
    if (event.event() instanceof StateDigest digest) {
      String sha256 = digester.sha256(folded.snapshot());
      if (!sha256.equals(digest.sha256())) {
        throw new DifferenceException(Difference.ofDigest(event, digest.sha256(), sha256));
      }
      digests++;
    }
    try {
      folded.apply(event);
    } catch (RuntimeException e) { // an event that was altered may contradict anything
      throw new DifferenceException(
          Difference.ofEvent(
              Kind.FOLD, event, " contradicts the events before it: " + LogRecords.oneLine(e)));
    }
    folded.changes().clear();
  }

  private static String typeOf(LoggedCommand command) {
    return command.command().getClass().getSimpleName();
  }
}
