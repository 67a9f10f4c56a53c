package dev.prioritize.simulator.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.simulator.DrawableSlice;
import dev.prioritize.simulator.ScheduleReport;
import dev.prioritize.simulator.Simulation;
import dev.prioritize.simulator.TraceJob;
import dev.prioritize.simulator.Workload;
import dev.prioritize.simulator.WorkloadGenerator;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Goal: what an evaluation says is so. Method: small workloads, compared by hand and with others.
 */
class EvaluationTest {
  private static final long HOUR_MILLIS = 3_600_000;
  private static final Contender FIFO = new Contender("fifo", Discipline.EASY);
  private static final Contender WSAF = new Contender("wsaf", Discipline.EASY);

  private static TraceJob job(String id, int gpus, long submit, long seconds, PriorityClass c) {
    return new TraceJob(id, "t", "", c, gpus, submit, seconds, seconds);
  }

  private static EvaluationPlan plan(int draws, Contender... contenders) {
    return new EvaluationPlan(
        List.of(contenders), Heuristic::of, draws, HOUR_MILLIS, PoolConfig.NO_STARVATION_BOUNDS);
  }

  private static EvaluationResult run(EvaluationPlan plan, DrawableSlice... slices)
      throws InterruptedException {
    return new Evaluation(plan, List.of(slices)).run(2, done -> {});
  }

  private static double value(EvaluationResult result, String name) {
    return result.value(0, 0, 0, Measures.indexOf(name));
  }

  /**
   * Two nodes of 2. At 0 a takes a node for 100 s, and b one GPU of the other for 40 s; at 10 c
   * wants two GPUs for 50 s and starts at 40. From 10 to 40 something waits while one of four GPUs
   * is free beside b.
   */
  @Test
  void shouldMeasureAScheduleThatWasMadeByHand() throws InterruptedException {
    Workload workload = byHand();

    EvaluationResult result = run(plan(1, FIFO), new DrawableSlice(workload, allGiven(workload)));

    assertThat(value(result, "weighted_wait_s")).isEqualTo(4 * 30.0 / 13);
    assertThat(value(result, "weighted_jct_s")).isEqualTo((100 + 8 * 40 + 4 * 80) / 13.0);
    assertThat(value(result, "mean_bsld")).isEqualTo((1 + 1 + 80 / 50.0) / 3);
    assertThat(value(result, "makespan_s")).isEqualTo(100);
    assertThat(value(result, "last_start_s")).isEqualTo(40);
    assertThat(value(result, "utilisation")).isEqualTo((200 + 40 + 100) / 400.0);
    assertThat(value(result, "fragmentation")).isEqualTo(0.25);
    assertThat(value(result, "starvation_violations")).isZero();
    assertThat(value(result, "high_wait_p99_s")).isEqualTo(30);
    assertThat(value(result, "all_wait_p50_s")).isZero();
    assertThat(value(result, "all_jct_max_s")).isEqualTo(100);
    assertThat(value(result, "normal_jobs")).isZero();
  }

  private static BitSet allGiven(Workload workload) {
    BitSet given = new BitSet();
    given.set(0, workload.jobs().size());
    return given;
  }

  @Test
  void shouldAgreeWithTheReportOfASingleRun() throws InterruptedException {
    Workload workload = WorkloadGenerator.generate(4, 4, 150, 7);
    PoolConfig config = Simulation.config("wsaf", Discipline.EASY, HOUR_MILLIS);
    ScheduleReport report = ScheduleReport.of(workload, config, Simulation.run(workload, config));

    EvaluationResult result = run(plan(1, WSAF), new DrawableSlice(workload, new BitSet()));

    assertThat(value(result, "weighted_wait_s"))
        .isCloseTo(report.weightedWaitSeconds(), within(5e-4));
    assertThat(value(result, "mean_bsld"))
        .isCloseTo(report.all().meanBoundedSlowdown(), within(5e-5));
    assertThat(value(result, "utilisation")).isCloseTo(report.utilisationRatio(), within(5e-5));
    assertThat(value(result, "makespan_s")).isEqualTo((double) report.makespanSeconds());
    assertThat(value(result, "all_jct_p99_s")).isEqualTo((double) report.all().p99JctSeconds());
    assertThat(value(result, "low_wait_max_s"))
        .isEqualTo((double) report.byClass().get(PriorityClass.LOW).maxWaitSeconds());
  }

  /** For blind policies one schedule is measured under all draws: it must be what each would be. */
  @Test
  void shouldScheduleAlikeUnderEveryDrawWhereAPolicyIsBlindToClasses() {
    DrawableSlice slice = new DrawableSlice(WorkloadGenerator.generate(2, 4, 120, 3), new BitSet());

    for (Heuristic heuristic : Heuristic.values()) {
      PoolConfig config =
          Simulation.config(heuristic.identity().name(), Discipline.EASY, HOUR_MILLIS);
      Workload first = slice.draw(1);
      Workload second = slice.draw(2);
      boolean alike = digest(first, config).equals(digest(second, config));
      assertThat(alike)
          .as(heuristic.name())
          .isEqualTo(Evaluation.BLIND_TO_CLASSES.contains(heuristic));
    }
  }

  private static String digest(Workload workload, PoolConfig config) {
    return ScheduleReport.of(workload, config, Simulation.run(workload, config)).digest();
  }

  @Test
  void shouldRepeatAndPairRatios() throws InterruptedException {
    List<DrawableSlice> slices = new ArrayList<>();
    for (int seed = 1; seed <= 3; seed++) {
      slices.add(new DrawableSlice(WorkloadGenerator.generate(2, 4, 80, seed), new BitSet()));
    }
    DrawableSlice[] all = slices.toArray(DrawableSlice[]::new);
    int wait = Measures.indexOf(Measures.WEIGHTED_WAIT);

    EvaluationResult result = run(plan(3, FIFO, WSAF), all);
    Ratio ratio = new Bootstrap(result, FIFO, 5).overall(1, wait);

    assertThat(new Bootstrap(run(plan(3, FIFO, WSAF), all), FIFO, 5).overall(1, wait))
        .isEqualTo(ratio);
    assertThat(new Bootstrap(result, FIFO, 5).overall(0, wait)).isEqualTo(new Ratio(1, 1, 1));
    assertThat(ratio.low()).isLessThan(ratio.mean());
    assertThat(ratio.high()).isGreaterThan(ratio.mean());
    double logs = 0;
    for (int slice = 0; slice < 3; slice++) {
      for (int draw = 0; draw < 3; draw++) {
        logs +=
            Math.log(result.value(slice, 1, draw, wait) / result.value(slice, 0, draw, wait)) / 9;
      }
    }
    assertThat(ratio.mean()).isCloseTo(Math.exp(logs), within(1e-12));
  }

  /** By hand as above, in ten intervals of 10 s and one row a node. */
  @Test
  void shouldFollowTheCourseOfARun() throws InterruptedException {
    Workload workload = byHand();
    EvaluationResult result = run(plan(1, FIFO), new DrawableSlice(workload, allGiven(workload)));

    Timeline timeline = Timeline.of(result, 0, FIFO, 100, 10, 2);

    assertThat(timeline.intervalSeconds()).isEqualTo(10);
    assertThat(timeline.waiting()).containsExactly(0, 1, 1, 1, 0, 0, 0, 0, 0, 0);
    assertThat(timeline.heldRatio()).containsExactly(0.75, 0.75, 0.75, 0.75, 1, 1, 1, 1, 1, 0.5);
    assertThat(timeline.occupancyPercent()[1])
        .containsExactly(50, 50, 50, 50, 100, 100, 100, 100, 100, 0);
    assertThat(Timeline.of(result, 0, FIFO, 50, 2, 2).waiting())
        .containsExactly(15 / 25.0, 15 / 25.0);
  }

  @Test
  void shouldKeepClassesThatTheTraceGives() {
    Workload workload = WorkloadGenerator.generate(2, 4, 50, 1);

    DrawableSlice given = new DrawableSlice(workload, allGiven(workload));
    DrawableSlice drawn = new DrawableSlice(workload, new BitSet());

    assertThat(given.draw(3)).isEqualTo(workload);
    assertThat(drawn.draw(3)).isNotEqualTo(drawn.draw(4)).isEqualTo(drawn.draw(3));
  }

  private static Workload byHand() {
    return new Workload(
        "by-hand",
        2,
        2,
        List.of(
            job("a", 2, 0, 100, PriorityClass.LOW),
            job("b", 1, 0, 40, PriorityClass.URGENT),
            job("c", 2, 10, 50, PriorityClass.HIGH)),
        0);
  }
}
