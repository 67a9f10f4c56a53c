package dev.prioritize.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.simulator.Schedule.End;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Goal: owners who cancel and jobs that fail are played as the workload says. */
class DisturbedSimulationTest {
  private static final PoolConfig CONFIG = Simulation.config("fifo", Discipline.EASY, 3_600_000);

  private static TraceJob job(
      String id, int gpus, long submit, long duration, Long cancel, boolean fails) {
    return new TraceJob(
        id, "t", "", PriorityClass.NORMAL, gpus, submit, duration, null, cancel, fails);
  }

  private static Schedule run(int nodes, int gpusPerNode, TraceJob... jobs) {
    return Simulation.run(new Workload("w", nodes, gpusPerNode, List.of(jobs), 0), CONFIG);
  }

  @Test
  void shouldFreeTheGpusOfACancelledJobAtOnce() {
    Schedule schedule = run(1, 2, job("a", 2, 0, 100, 10L, false), job("b", 2, 1, 5, null, false));

    assertThat(schedule.byJobId()).isEqualTo(Map.of("b", new JobRun(10, 15)));
    assertThat(schedule.endOf(0)).isEqualTo(End.CANCELLED);
  }

  @Test
  void shouldTakeACancelledJobOutOfTheQueue() {
    Schedule schedule =
        run(
            1,
            2,
            job("a", 2, 0, 100, null, false),
            job("b", 2, 1, 50, 20L, false),
            job("c", 2, 2, 5, null, false));

    assertThat(schedule.byJobId())
        .isEqualTo(Map.of("a", new JobRun(0, 100), "c", new JobRun(100, 105)));
    assertThat(schedule.count(End.CANCELLED)).isEqualTo(1);
  }

  @Test
  void shouldForgetACancelThatComesTooLate() {
    assertThat(run(1, 1, job("a", 1, 0, 10, 10L, false)).endOf(0)).isEqualTo(End.SUCCEEDED);
  }

  @Test
  void shouldStopTheRestOfAGangThatFails() {
    Schedule schedule = run(2, 2, job("a", 4, 0, 10, null, true), job("b", 4, 1, 5, null, false));

    assertThat(schedule.byJobId())
        .isEqualTo(Map.of("a", new JobRun(0, 10), "b", new JobRun(10, 15)));
    assertThat(schedule.endOf(0)).isEqualTo(End.FAILED);
    assertThat(schedule.count(End.FAILED)).isEqualTo(1);
  }

  /** Three jobs that fail within the hour put a node into quarantine for one; the other is busy. */
  @Test
  void shouldWaitForANodeToLeaveItsQuarantine() {
    Schedule schedule =
        run(
            2,
            1,
            job("0", 1, 0, 100_000, null, false),
            job("a", 1, 0, 10, null, true),
            job("b", 1, 1, 10, null, true),
            job("c", 1, 2, 10, null, true),
            job("d", 1, 3, 10, null, false));

    assertThat(schedule.runOf(4).startSeconds()).isEqualTo(30 + 3_600);
  }

  @Test
  void shouldRunOnUnequalNodes() {
    ClusterShape cluster =
        new ClusterShape(
            List.of(new ClusterShape.NodeGroup(1, 2), new ClusterShape.NodeGroup(1, 4)));
    Workload workload =
        new Workload(
            "w",
            cluster,
            List.of(job("a", 6, 0, 10, null, false), job("b", 4, 1, 10, null, false)),
            0);

    assertThat(Simulation.run(workload, CONFIG).byJobId())
        .isEqualTo(Map.of("a", new JobRun(0, 10), "b", new JobRun(10, 20)));
    assertThat(cluster.inWords()).isEqualTo("1 nodes of 2 and 1 of 4 GPUs");
    assertThat(cluster.gpusPerNode()).isZero();
  }
}
