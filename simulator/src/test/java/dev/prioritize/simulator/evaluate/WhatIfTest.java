package dev.prioritize.simulator.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.command.Command;
import dev.prioritize.core.command.LoggedCommand;
import dev.prioritize.core.engine.Engine;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.core.state.Pool;
import dev.prioritize.simulator.Simulation;
import dev.prioritize.simulator.Workload;
import dev.prioritize.simulator.WorkloadGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Goal: a log decided anew under its own configuration is what happened, and under another what
 * that would have made. Method: logs of simulations, whose outcome under any policy is known.
 */
class WhatIfTest {
  private static final long HOUR_MILLIS = 3_600_000;
  private static final Workload WORKLOAD = WorkloadGenerator.generate(2, 4, 120, 11);

  private static PoolConfig config(String policy) {
    return Simulation.config(policy, Discipline.EASY, HOUR_MILLIS);
  }

  private static LoggedRun log(String policy) {
    LoggedRun log = new LoggedRun();
    new Simulation(
            WORKLOAD,
            config(policy),
            Heuristic::of,
            (command, events) -> {
              log.add(command);
              events.forEach(log::add);
            })
        .run();
    return log;
  }

  @ParameterizedTest
  @EnumSource
  void shouldGiveWhatHappenedUnderTheSameConfiguration(Heuristic heuristic) {
    LoggedRun log = log(heuristic.identity().name());

    WhatIf.Outcome outcome = WhatIf.run(log, config -> config, Heuristic::of);

    assertThat(outcome.jobs()).isEqualTo(WORKLOAD.jobs().size());
    assertThat(outcome.instead()).isEqualTo(outcome.happened());
  }

  @Test
  void shouldGiveWhatAnotherPolicyMakesOfTheSameJobs() {
    WhatIf.Outcome outcome = WhatIf.run(log("fifo"), config -> config("wsaf"), Heuristic::of);

    assertThat(outcome.instead()).isNotEqualTo(outcome.happened());
    assertThat(outcome.instead())
        .isEqualTo(WhatIf.run(log("wsaf"), config -> config, Heuristic::of).happened());
  }

  /** The log is cut in its middle: what waits or runs then has no end. */
  @Test
  void shouldCountAndLeaveOutJobsWithoutAnEnd() {
    LoggedRun cut = new LoggedRun();
    int[] commands = new int[1];
    new Simulation(
            WORKLOAD,
            config("aged"),
            Heuristic::of,
            (command, events) -> {
              commands[0]++;
              if (commands[0] <= 300) {
                cut.add(command);
                events.forEach(cut::add);
              }
            })
        .run();

    WhatIf.Outcome outcome = WhatIf.run(cut, config -> config("sjf"), Heuristic::of);

    assertThat(cut.withoutEnd()).isPositive();
    assertThat(outcome.jobs()).isPositive().isEqualTo(cut.submitted() - cut.withoutEnd());
  }

  /** A cancelled job runs until its cancel, wherever it starts, and is not compared. */
  @Test
  void shouldCancelWhenTheOwnerDid() {
    LoggedRun log = new LoggedRun();
    String jobId = WORKLOAD.jobs().get(5).jobId();
    Simulation.Log copy =
        (command, events) -> {
          log.add(command);
          events.forEach(log::add);
        };
    Engine engine = new Engine(new Pool(), Heuristic::of);
    LoggedRun source = log("fifo");
    for (LoggedCommand logged : source.fromOutside()) {
      boolean isSubmission = logged.command() instanceof Command.SubmitJob;
      run(engine, copy, logged.timeMillis(), logged.command());
      if (isSubmission && ((Command.SubmitJob) logged.command()).spec().jobId().equals(jobId)) {
        run(engine, copy, logged.timeMillis(), new Command.CancelJob(jobId));
        break;
      }
    }

    WhatIf.Outcome outcome = WhatIf.run(log, config -> config, Heuristic::of);

    assertThat(log.cancelled()).isEqualTo(1);
    assertThat(log.withoutEnd()).isEqualTo(5);
    assertThat(outcome.jobs()).isZero();
  }

  private static void run(Engine engine, Simulation.Log copy, long timeMillis, Command command) {
    LoggedCommand logged = new LoggedCommand(engine.pool().commandSeq() + 1, timeMillis, command);
    copy.record(logged, engine.process(logged));
  }
}
