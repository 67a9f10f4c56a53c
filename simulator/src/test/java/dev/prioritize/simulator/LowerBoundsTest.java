package dev.prioritize.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.PriorityClass;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Goal: bounds that hold, and that are tight where a schedule reaches them. */
class LowerBoundsTest {
  private static TraceJob job(
      String id, PriorityClass priorityClass, int gpus, long submit, long duration) {
    return new TraceJob(id, "t", "", priorityClass, gpus, submit, duration, null);
  }

  @Test
  void shouldBeWhatOneMachineReaches() {
    List<TraceJob> jobs =
        List.of(job("a", PriorityClass.LOW, 2, 0, 10), job("b", PriorityClass.LOW, 2, 9, 3));

    // Shortest rest first: a has 1 s left when b comes, ends are 10 and 13, flow times 10 and 4.
    // Weighted shortest first: b interrupts. a works at 5.3 on the average, which gives 5.3 + 10/2;
    // b at 10.5, which gives 10.5 + 3/2 − 9 = 3.
    assertThat(LowerBounds.of(jobs, 2)).isEqualTo(new LowerBounds(7.0, 6.65, 13.0));
  }

  @Test
  void shouldBeTheDurationsWhereThereIsRoomForAll() {
    List<TraceJob> jobs =
        List.of(job("a", PriorityClass.URGENT, 1, 0, 100), job("b", PriorityClass.LOW, 1, 50, 10));

    assertThat(LowerBounds.of(jobs, 1_000)).isEqualTo(new LowerBounds(55.0, 90.0, 100.0));
    assertThat(LowerBounds.of(List.of(), 8)).isEqualTo(new LowerBounds(0, 0, 0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"fifo", "sjf", "wsaf"})
  void shouldNotBeBeatenByAnySchedule(String policy) {
    Workload workload = WorkloadGenerator.generate(2, 4, 150, 5);
    Schedule schedule =
        Simulation.run(workload, Simulation.config(policy, Discipline.SKIP, 3_600_000));
    ScheduleReport report =
        ScheduleReport.of(
            workload, Simulation.config(policy, Discipline.SKIP, 3_600_000), schedule);

    LowerBounds bounds = LowerBounds.of(schedule.jobsEndedByThemselves(), workload.totalGpus());

    assertThat(bounds.meanJctSeconds())
        .isPositive()
        .isLessThanOrEqualTo(report.all().meanJctSeconds());
    assertThat(bounds.weightedJctSeconds()).isLessThanOrEqualTo(report.weightedJctSeconds());
    assertThat(bounds.makespanSeconds()).isLessThanOrEqualTo((double) report.makespanSeconds());
  }
}
