package dev.prioritize.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.PriorityClass;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Method: a schedule of three jobs on two GPUs, measured by hand. */
class ScheduleReportTest {
  private static final PoolConfig CONFIG = Simulation.config("fifo", Discipline.STRICT, 3_600_000);
  private static final Workload WORKLOAD =
      new Workload(
          "tiny",
          1,
          2,
          List.of(
              new TraceJob("a", "t", "", PriorityClass.LOW, 1, 0, 5, 5L),
              new TraceJob("b", "t", "", PriorityClass.URGENT, 2, 1, 10, 10L),
              new TraceJob("c", "t", "", PriorityClass.NORMAL, 1, 2, 3, 3L)),
          4);

  @Test
  void shouldMeasureAllJobsAndEachClass() {
    Schedule runs = Simulation.run(WORKLOAD, CONFIG);

    assertThat(runs.byJobId())
        .isEqualTo(Map.of("a", new JobRun(0, 5), "b", new JobRun(5, 15), "c", new JobRun(15, 18)));
    assertThat(ScheduleReport.of(WORKLOAD, CONFIG, runs).toJson().toString())
        .isEqualTo(
            """
            {"policy":"fifo","mode":"strict","nodes":1,"gpus_per_node":2,"dropped":4,\
            "unfinished":0,"cancelled":0,"failed":0,"digest":"09666da9","jobs":3,\
            "mean_jct_s":11.667,"p50_jct_s":14,"p99_jct_s":16,\
            "mean_wait_s":5.667,"p50_wait_s":4,"p99_wait_s":13,"max_wait_s":13,"mean_bsld":1.3333,\
            "weighted_jct_s":13.545,"weighted_wait_s":5.273,"makespan_s":18,"gpu_seconds":28,\
            "utilisation":0.7778,\
            "URGENT":{"jobs":1,"mean_jct_s":14.0,"p50_jct_s":14,"p99_jct_s":14,\
            "mean_wait_s":4.0,"p50_wait_s":4,"p99_wait_s":4,"max_wait_s":4,"mean_bsld":1.4},\
            "HIGH":{"jobs":0},\
            "NORMAL":{"jobs":1,"mean_jct_s":16.0,"p50_jct_s":16,"p99_jct_s":16,\
            "mean_wait_s":13.0,"p50_wait_s":13,"p99_wait_s":13,"max_wait_s":13,"mean_bsld":1.6},\
            "LOW":{"jobs":1,"mean_jct_s":5.0,"p50_jct_s":5,"p99_jct_s":5,\
            "mean_wait_s":0.0,"p50_wait_s":0,"p99_wait_s":0,"max_wait_s":0,"mean_bsld":1.0}}""");
  }

  @Test
  void shouldCountOnlyWhatHasEnded() {
    ScheduleReport report = ScheduleReport.of(WORKLOAD, CONFIG, Map.of("a", new JobRun(0, 5)));

    assertThat(report.unfinished()).isEqualTo(2);
    assertThat(report.all().jobs()).isEqualTo(1);
    assertThat(report.makespanSeconds()).isEqualTo(5);
  }

  @Test
  void shouldReportThatNothingHasEnded() {
    assertThat(ScheduleReport.of(WORKLOAD, CONFIG, Map.of()).toJson().toString())
        .isEqualTo(
            """
            {"policy":"fifo","mode":"strict","nodes":1,"gpus_per_node":2,"dropped":4,\
            "unfinished":3,"cancelled":0,"failed":0,"digest":"00000000","jobs":0,\
            "URGENT":{"jobs":0},"HIGH":{"jobs":0},"NORMAL":{"jobs":0},"LOW":{"jobs":0}}""");
  }

  @Test
  void shouldRoundTheExactBinaryFractionHalfToEven() {
    assertThat(JobMetrics.quotient(1, 16, 3)).as("0.0625, a tie").isEqualTo(0.062);
    assertThat(JobMetrics.quotient(3, 16, 3)).as("0.1875, a tie").isEqualTo(0.188);
    assertThat(JobMetrics.quotient(1.0005, 1, 3)).as("a little below the tie").isEqualTo(1.0);
  }
}
