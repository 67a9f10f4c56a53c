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

/** Numbers the commands of one engine, and tells of each with its events. */
final class EngineDriver {
  private static final int NO_EXIT_CODE = 0;
  private static final int EXIT_CODE_OF_FAILURE = 1;

  private final Engine engine;
  private final Simulation.Log log;
  private long commandSeq;

  EngineDriver(Engine engine, Simulation.Log log) {
    this.engine = engine;
    this.log = log;
  }

  Pool pool() {
    return engine.pool();
  }

  /** Runs the command; its events have been applied and told when this returns. */
  List<LoggedEvent> process(long nowMillis, Command command) {
    commandSeq++;
    LoggedCommand logged = new LoggedCommand(commandSeq, nowMillis, command);
    List<LoggedEvent> events = engine.process(logged);
    engine.pool().changes().clear();
    log.record(logged, events);
    return events;
  }

  /** A task's word to the engine. */
  static Command.ReportTask report(Event.JobPlaced placed, TaskPlacement task, TaskState state) {
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
