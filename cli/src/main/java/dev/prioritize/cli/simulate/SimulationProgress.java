package dev.prioritize.cli.simulate;

import dev.prioritize.cli.Progress;
import dev.prioritize.core.command.LoggedCommand;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.simulator.Simulation;
import dev.prioritize.simulator.WorkloadPlayer;
import java.util.List;

/** Tells how far a simulation has come; looks at the clock now and then only. */
final class SimulationProgress implements Simulation.Log {
  private static final int COMMANDS_BETWEEN_LOOKS = 256;

  private final Progress progress;
  private WorkloadPlayer player;

  SimulationProgress(Progress progress) {
    this.progress = progress;
  }

  /** Before the run: whose counts to tell. */
  void follow(WorkloadPlayer followed) {
    player = followed;
  }

  @Override
  public void record(LoggedCommand command, List<LoggedEvent> events) {
    if (command.commandSeq() % COMMANDS_BETWEEN_LOOKS == 0) {
      progress.at(
          command.timeMillis() / 1_000,
          player.submittedCount() - player.startedCount(),
          player.startedCount() - player.endedCount(),
          player.endedCount());
    }
  }
}
