package dev.prioritize.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.PolicyIdentity;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.policy.CandidateFeature;
import dev.prioritize.core.policy.Choice;
import dev.prioritize.core.policy.LearnedPolicy;
import dev.prioritize.core.policy.Observation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: the learned policy's pass is the heuristics' pass. Method: whoever picks by the weighted
 * area alone gets the schedule of wsaf under easy, job for job, whatever the workload.
 */
class FirstCandidateTest {
  private static final long HOUR_MILLIS = 3_600_000;

  /** Picks the smallest weighted area, and looks at every number that it is shown. */
  private static final class ByWeightedArea implements LearnedPolicy {
    private int largestWindow;

    @Override
    public PolicyIdentity identity() {
      return new PolicyIdentity("by-weighted-area", 1, "");
    }

    @Override
    public Choice choose(Observation observation) {
      float[] scores = new float[observation.count()];
      for (int i = 0; i < scores.length; i++) {
        scores[i] = -observation.value(i, CandidateFeature.WEIGHTED_AREA);
      }
      for (float value : observation.candidateValues()) {
        assertThat(value).isBetween(-Observation.BOUND, Observation.BOUND);
      }
      for (float value : observation.clusterValues()) {
        assertThat(value).isBetween(-Observation.BOUND, Observation.BOUND);
      }
      largestWindow = Math.max(largestWindow, scores.length);
      return Choice.highest(scores, scores.length);
    }
  }

  private static void assertSameSchedule(Workload workload) {
    PoolConfig heuristic = Simulation.config("wsaf", Discipline.EASY, HOUR_MILLIS);
    PoolConfig learned = Simulation.config("by-weighted-area", Discipline.EASY, HOUR_MILLIS);
    ByWeightedArea policy = new ByWeightedArea();

    Schedule chosen =
        Simulation.watched(workload, learned, name -> policy, (command, events) -> {}).run();

    assertThat(ScheduleReport.of(workload, heuristic, chosen).toJson())
        .isEqualTo(
            ScheduleReport.of(workload, heuristic, Simulation.run(workload, heuristic)).toJson());
    assertThat(policy.largestWindow).isGreaterThan(4);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldBeWsafUnderEasyOnGeneratedWorkloads(long seed) {
    List<WorkloadParameters> presets =
        List.of(WorkloadParameters.PHILLY, WorkloadParameters.LUBLIN, WorkloadParameters.DEMO);
    WorkloadParameters parameters = presets.get((int) (seed % presets.size()));

    assertSameSchedule(
        WorkloadGenerator.generate(
            parameters.withOfferedLoad(1.1), ClusterShape.of(6, 8), 600, seed));
  }

  @Test
  void shouldShowNoMoreThanTheWindow() {
    List<TraceJob> jobs = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      jobs.add(
          new TraceJob("job-" + (1_000 + i), "t", "", PriorityClass.NORMAL, 1, 0, 60 + i, null));
    }
    Workload workload = new Workload("burst", 1, 4, jobs, 0);
    ByWeightedArea policy = new ByWeightedArea();

    Simulation.watched(
            workload,
            Simulation.config("by-weighted-area", Discipline.EASY, HOUR_MILLIS),
            name -> policy,
            (command, events) -> {})
        .run();

    assertThat(policy.largestWindow).isEqualTo(128);
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "philly-103959-w8-w11,EXACT",
    "philly-103959-w8-w11,ESTIMATED",
    "philly-ee9e8c-w8-w9,ESTIMATED",
    "lublin-256-d0-d10,EXACT"
  })
  void shouldBeWsafUnderEasyOnTraces(String slice, DurationKnowledge known) {
    Path shared = SharedFolder.find();
    Slices slices = Slices.read(shared.resolve("traces/slices.json"));

    assertSameSchedule(new TraceReader(known, 0).read(slices.get(slice)));
  }
}
