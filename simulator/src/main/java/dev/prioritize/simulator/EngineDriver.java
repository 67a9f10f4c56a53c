package dev.prioritize.simulator;

import dev.prioritize.core.command.Command;
import dev.prioritize.core.command.LoggedCommand;
import dev.prioritize.core.engine.Engine;
import dev.prioritize.core.event.Event;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.model.TaskPlacement;
import dev.prioritize.core.model.TaskState;
import dev.prioritize.core.state.Pool;
import java.util.List;
import java.util.function.Consumer;

/** Numbers the commands of one engine, and tells of each with its events. */
public final class EngineDriver {
  private static final int NO_EXIT_CODE = 0;
  private static final int EXIT_CODE_OF_FAILURE = 1;

  private final Engine engine;
  private final Simulation.Log log;
  private long commandSeq;

  /**
   * A driver of an engine that has not had a command yet.
   *
   * @param log told of each command with its events
   */
  public EngineDriver(Engine engine, Simulation.Log log) {
    this.engine = engine;
    this.log = log;
  }

  /** The engine's state; live. */
  public Pool pool() {
    return engine.pool();
  }

  /** Runs the command; its events have been applied and told when this returns. */
  public List<LoggedEvent> process(long nowMillis, Command command) {
    commandSeq++;
    LoggedCommand logged = new LoggedCommand(commandSeq, nowMillis, command);
    List<LoggedEvent> events = engine.process(logged);
    engine.pool().changes().clear();
    log.record(logged, events);
    return events;
  }

  /**
   * Ticks until a pass leaves nothing to decide.
   *
   * @param follower sees the events of each tick, and may process other commands meanwhile
   */
  public void tickUntilDecided(long nowMillis, Consumer<Event> follower) {
    boolean decided = false;
    while (!decided) {
      for (LoggedEvent logged : process(nowMillis, new Command.Tick())) {
        follower.accept(logged.event());
        if (logged.event() instanceof Event.PassFinished pass) {
          decided = !pass.decisionLimitSpent();
        }
      }
    }
  }

  /** A task's word to the engine. */
  public static Command.ReportTask report(
      Event.JobPlaced placed, TaskPlacement task, TaskState state) {
    return new Command.ReportTask(
        placed.jobId(),
        placed.attempt(),
        placed.epoch(),
        task.nodeId(),
        state,
        state == TaskState.FAILED ? EXIT_CODE_OF_FAILURE : NO_EXIT_CODE,
        "");
  }
}
