package dev.prioritize.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prioritize.core.command.LoggedCommand;
import dev.prioritize.core.event.Event;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.JobState;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.core.state.ForgetfulLedger;
import dev.prioritize.simulator.Schedule.End;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: whatever nodes and owners do, every job ends, the state holds together after every command,
 * and the same seed gives the same run. Method: seeded runs; a ledger with a planted bug.
 */
class FaultySimulationTest {
  private static final PoolConfig CONFIG = Simulation.config("wsaf", Discipline.EASY, 3_600_000);
  private static final String COMMAND_LINE = "./prioritize simulate --seed 7 --faults 13";

  /** All that a run has said, in 32 bits. */
  private static final class Digest implements Simulation.Log {
    private final CRC32 crc = new CRC32();
    private long commands;

    @Override
    public void record(LoggedCommand command, List<LoggedEvent> events) {
      commands++;
      crc.update((command + "\n" + events + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }

  private static FaultySimulation simulation(
      int jobs, long faults, Simulation.Log log, long untilCommand) {
    Workload workload =
        WorkloadGenerator.generate(WorkloadParameters.DEMO, ClusterShape.of(8, 8), jobs, 7);
    return new FaultySimulation(
        workload, CONFIG, Heuristic::of, new FaultPlan(faults), log, COMMAND_LINE, untilCommand);
  }

  @Test
  void shouldRepeatARunOfTenThousandJobsExactly() {
    Digest first = new Digest();
    Digest second = new Digest();
    FaultySimulation one = simulation(10_000, 13, first, Long.MAX_VALUE);
    FaultySimulation other = simulation(10_000, 13, second, Long.MAX_VALUE);

    Map<String, JobRun> runs = one.run().byJobId();

    assertThat(other.run().byJobId()).isEqualTo(runs);
    assertThat(second.crc.getValue()).isEqualTo(first.crc.getValue());
    assertThat(second.commands).isEqualTo(first.commands).isGreaterThan(40_000);
    assertThat(one.player().isDone()).isTrue();
    assertThat(one.injected().keySet())
        .containsAll(EnumSet.complementOf(EnumSet.of(NodeFault.NONE)));
    assertThat(one.player().schedule().count(End.CANCELLED)).isGreaterThan(100);
    assertThat(one.requeues()).containsKeys("TASK_FAILED", "TASK_REFUSED");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void shouldEndEveryJobUnderEverySeed(long faults) {
    FaultySimulation simulation = simulation(300, faults, (command, events) -> {}, Long.MAX_VALUE);

    Schedule schedule = simulation.run();

    assertThat(schedule.count(End.NONE)).isZero();
    assertThat(schedule.count(End.SUCCEEDED)).isGreaterThan(250);
    assertThat(simulation.pool().running().size()).isZero();
  }

  /** Forgets the first release after some commands. */
  private static final class Saboteur implements Simulation.Log {
    private final Map<String, String> gpuByJob = new HashMap<>();
    private FaultySimulation simulation;
    private boolean done;

    @Override
    public void record(LoggedCommand command, List<LoggedEvent> events) {
      for (LoggedEvent logged : events) {
        if (logged.event() instanceof Event.JobPlaced placed) {
          gpuByJob.put(placed.jobId(), placed.tasks().get(0).gpuUuids().get(0));
        } else if (logged.event() instanceof Event.JobFinished finished
            && finished.state() == JobState.SUCCEEDED
            && command.commandSeq() > 500
            && !done) {
          done = true;
          ForgetfulLedger.forgetRelease(
              simulation.pool(), gpuByJob.get(finished.jobId()), finished.jobId());
        }
      }
    }
  }

  private static InvariantViolation sabotaged(long untilCommand) {
    Saboteur saboteur = new Saboteur();
    saboteur.simulation = simulation(300, 13, saboteur, untilCommand);
    return catchThrowableOfType(InvariantViolation.class, () -> saboteur.simulation.run());
  }

  @Test
  void shouldCatchALedgerThatForgetsARelease() {
    InvariantViolation violation = sabotaged(Long.MAX_VALUE);

    assertThat(violation.commandSeq()).isGreaterThan(500);
    assertThat(violation)
        .hasMessageContaining("which holds nothing")
        .hasMessageEndingWith(
            "repeat it with: " + COMMAND_LINE + " --until-command " + violation.commandSeq());
    assertThat(violation.getMessage()).hasLineCount(1);
    assertThat(sabotaged(violation.commandSeq())).hasMessage(violation.getMessage());
    assertThat(sabotaged(violation.commandSeq() - 1)).as("it ends before").isNull();
  }
}
