package dev.prioritize.core.engine;

import dev.prioritize.core.command.Command;
import dev.prioritize.core.command.LoggedCommand;
import dev.prioritize.core.event.Event;
import dev.prioritize.core.event.Event.StateDigest;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.policy.PolicyCatalog;
import dev.prioritize.core.state.Pool;
import dev.prioritize.core.state.StateDigester;
import java.util.List;

/**
 * The scheduler of one pool: a deterministic state machine. A command yields events, only events
 * change the state, and time is the command's. The same commands yield the same events everywhere.
 *
 * <p>Not thread-safe: one writer per pool.
 */
public final class Engine {
  /** Counts the changes after which old commands may yield other events. */
  public static final int RULES_VERSION = 1;

  /** After so many commands an event tells what the state has come to. */
  public static final int DIGEST_INTERVAL = 10_000;

  private final Pool pool;
  private final PolicyCatalog policies;
  private final StateDigester digester; // null if there is no log to verify

  /**
   * An engine that goes on from this state.
   *
   * @param pool the state; from now on only this engine changes it
   * @param policies what the pool's configuration may name
   */
  public Engine(Pool pool, PolicyCatalog policies) {
    this(pool, policies, new StateDigester());
  }

  private Engine(Pool pool, PolicyCatalog policies, StateDigester digester) {
    this.pool = pool;
    this.policies = policies;
    this.digester = digester;
  }

  /**
   * An engine whose events nobody keeps: it decides the same and leaves out the state digests,
   * which are for the verification of a log.
   */
  public static Engine withoutDigests(Pool pool, PolicyCatalog policies) {
    return new Engine(pool, policies, null);
  }

  /** The state; live. */
  public Pool pool() {
    return pool;
  }

  /**
   * Runs a command and applies its events.
   *
   * @return its events, at least one
   * @throws IllegalArgumentException if the command does not follow on the last one
   * @throws IllegalStateException if the pool was not configured first
   */
  public List<LoggedEvent> process(LoggedCommand command) {
    if (command.commandSeq() != pool.commandSeq() + 1 || command.timeMillis() < pool.nowMillis()) {
      throw new IllegalArgumentException(
          "command "
              + command.commandSeq()
              + " at "
              + command.timeMillis()
              + " ms cannot follow command "
              + pool.commandSeq()
              + " at "
              + pool.nowMillis()
              + " ms");
    }
    if (pool.config() == null && !(command.command() instanceof Command.ConfigurePool)) {
      throw new IllegalStateException("the first command of a pool must be ConfigurePool");
    }
    EventSink sink = new EventSink(pool, command.commandSeq(), command.timeMillis());
    command.command().accept(new Dispatch(sink, command.timeMillis()));
    if (digester != null && command.commandSeq() % DIGEST_INTERVAL == 0) {
      sink.emit(new StateDigest(digester.sha256(pool.snapshot())));
    }
    return sink.events();
  }

  /** The table of contents: which processor decides on which command. */
  private final class Dispatch implements Command.Visitor<Void> {
    private final EventSink sink;
    private final long nowMillis;

    private Dispatch(EventSink sink, long nowMillis) {
      this.sink = sink;
      this.nowMillis = nowMillis;
    }

    @Override
    public Void configurePool(Command.ConfigurePool command) {
      new ConfigurePoolProcessor(pool, policies, sink).process(command);
      return null;
    }

    @Override
    public Void submitJob(Command.SubmitJob command) {
      new SubmitJobProcessor(pool, sink, nowMillis).process(command);
      return null;
    }

    @Override
    public Void cancelJob(Command.CancelJob command) {
      new CancelJobProcessor(pool, sink).process(command);
      return null;
    }

    @Override
    public Void changePriority(Command.ChangePriority command) {
      new ChangePriorityProcessor(pool, sink).process(command);
      return null;
    }

    @Override
    public Void reportTask(Command.ReportTask command) {
      new ReportTaskProcessor(pool, sink, nowMillis).process(command);
      return null;
    }

    @Override
    public Void reportNode(Command.ReportNode command) {
      new ReportNodeProcessor(pool, sink).process(command);
      return null;
    }

    @Override
    public Void reportSilence(Command.ReportSilence command) {
      new NodeAdminProcessor(pool, sink, nowMillis).process(command);
      return null;
    }

    @Override
    public Void drainNode(Command.DrainNode command) {
      new NodeAdminProcessor(pool, sink, nowMillis).process(command);
      return null;
    }

    @Override
    public Void undrainNode(Command.UndrainNode command) {
      new NodeAdminProcessor(pool, sink, nowMillis).process(command);
      return null;
    }

    @Override
    public Void removeNode(Command.RemoveNode command) {
      new NodeAdminProcessor(pool, sink, nowMillis).process(command);
      return null;
    }

    @Override
    public Void limitTenant(Command.LimitTenant command) {
      new LimitTenantProcessor(pool, sink).process(command);
      return null;
    }

    @Override
    public Void resume(Command.Resume command) {
      sink.emit(new Event.SchedulerResumed(nowMillis - pool.nowMillis()));
      return null;
    }

    @Override
    public Void tick(Command.Tick command) {
      new TickProcessor(pool, policies, sink, nowMillis).process();
      return null;
    }
  }
}
