package dev.prioritize.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.command.Command;
import dev.prioritize.core.command.LoggedCommand;
import dev.prioritize.core.event.Event;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.model.ClockMode;
import dev.prioritize.core.model.ConfigOrigin;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.FaultRules;
import dev.prioritize.core.model.LearnedRules;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.policy.Heuristic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulationTest {
  private static final long HOUR = 3_600_000;
  private static final Workload WORKLOAD = WorkloadGenerator.generate(3, 8, 120, 42);

  /** Recorded; they may change only with the rules of the engine or of the generator. */
  @ParameterizedTest
  @CsvSource({
    "fifo, STRICT, 7580acb1",
    "fifo, SKIP, de3296b1",
    "fifo, EASY, dac2ab25",
    "sjf, STRICT, 26ac0566",
    "sjf, SKIP, b7712f70",
    "sjf, EASY, b72543b3",
    "saf, STRICT, d0ecf0f4",
    "saf, SKIP, e74406ea",
    "saf, EASY, 6f310c25",
    "priority, STRICT, 198d73df",
    "priority, SKIP, 631960fd",
    "priority, EASY, 738e561a",
    "aged, STRICT, 51344592",
    "aged, SKIP, a4bf9939",
    "aged, EASY, 7c234ec3",
    "wsaf, STRICT, 1591fcbd",
    "wsaf, SKIP, 91d58290",
    "wsaf, EASY, 33882a3c"
  })
  void shouldGiveTheRecordedSchedule(String policy, Discipline discipline, String digest) {
    PoolConfig config = Simulation.config(policy, discipline, HOUR);

    Schedule runs = Simulation.run(WORKLOAD, config);

    assertThat(ScheduleReport.of(WORKLOAD, config, runs).digest()).isEqualTo(digest);
  }

  @Test
  void shouldRunEveryJobOnceWithoutTakingMoreGpusThanThereAre() {
    Map<String, JobRun> runs =
        Simulation.run(WORKLOAD, Simulation.config("aged", Discipline.EASY, HOUR)).byJobId();

    Map<Long, Integer> changes = new TreeMap<>();
    for (TraceJob job : WORKLOAD.jobs()) {
      JobRun run = runs.get(job.jobId());
      assertThat(run.startSeconds()).isGreaterThanOrEqualTo(job.submitSeconds());
      assertThat(run.endSeconds() - run.startSeconds()).isEqualTo(job.durationSeconds());
      changes.merge(run.startSeconds(), job.gpus(), Integer::sum);
      changes.merge(run.endSeconds(), -job.gpus(), Integer::sum);
    }
    int held = 0;
    for (int change : changes.values()) {
      held += change;
      assertThat(held).isBetween(0, WORKLOAD.totalGpus());
    }
  }

  @Test
  void shouldLogEveryCommandWithItsEvents() {
    List<LoggedCommand> commands = new ArrayList<>();
    Map<Class<?>, Integer> events = new HashMap<>();
    PoolConfig config = Simulation.config("fifo", Discipline.SKIP, HOUR);

    new Simulation(
            WORKLOAD,
            config,
            Heuristic::of,
            (command, itsEvents) -> {
              commands.add(command);
              for (LoggedEvent event : itsEvents) {
                assertThat(event.commandSeq()).isEqualTo(command.commandSeq());
                events.merge(event.event().getClass(), 1, Integer::sum);
              }
            })
        .run();

    assertThat(commands.get(0).command())
        .isEqualTo(new Command.ConfigurePool(config, ConfigOrigin.DEPLOYMENT));
    assertThat(commands.get(commands.size() - 1).commandSeq()).isEqualTo(commands.size());
    assertThat(events)
        .containsEntry(Event.NodeRegistered.class, 3)
        .containsEntry(Event.JobSubmitted.class, 120)
        .containsEntry(Event.JobPlaced.class, 120)
        .containsEntry(Event.JobStarted.class, 120)
        .containsEntry(Event.JobFinished.class, 120);
  }

  @Test
  void shouldTickAgainUntilThePassHasDecidedAll() {
    PoolConfig config = Simulation.config("fifo", Discipline.STRICT, HOUR);
    PoolConfig oneStartAPass =
        new PoolConfig(
            ClockMode.VIRTUAL,
            config.policy(),
            config.discipline(),
            config.agingIntervalMillis(),
            config.starvationBoundsMillis(),
            1,
            config.nodeTimeoutMillis(),
            config.jobRetentionMillis(),
            FaultRules.DEFAULT,
            LearnedRules.DEFAULT,
            config.rulesVersion());

    assertThat(Simulation.run(WORKLOAD, oneStartAPass).byJobId())
        .isEqualTo(Simulation.run(WORKLOAD, config).byJobId());
  }
}
