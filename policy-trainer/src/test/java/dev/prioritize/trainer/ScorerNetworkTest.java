package dev.prioritize.trainer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.policy.Observation;
import dev.prioritize.simulator.ClusterShape;
import dev.prioritize.simulator.Simulation;
import dev.prioritize.simulator.Workload;
import dev.prioritize.simulator.WorkloadGenerator;
import dev.prioritize.simulator.WorkloadParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Goal: the network computes what it says, and begins as the heuristic. */
class ScorerNetworkTest {
  private static final long DAY_MILLIS = 86_400_000;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void shouldBeWsafUnderEasyUntrained(long seed) {
    Workload workload =
        WorkloadGenerator.generate(
            WorkloadParameters.PHILLY.withOfferedLoad(1.2), ClusterShape.of(5, 8), 500, seed);
    NetworkPolicy policy = new NetworkPolicy(new ScorerNetwork(32, 32, seed));
    PoolConfig config = Simulation.config(NetworkPolicy.NAME, Discipline.EASY, DAY_MILLIS);

    assertThat(
            Simulation.watched(workload, config, name -> policy, (command, events) -> {})
                .run()
                .byJobId())
        .isEqualTo(
            Simulation.run(workload, Simulation.config("wsaf", Discipline.EASY, DAY_MILLIS))
                .byJobId());
    assertThat(policy.decisions()).isGreaterThan(workload.jobs().size());
  }

  @Test
  void shouldScoreTheSameInAnyOrder() {
    SplittableRandom random = new SplittableRandom(1);
    ScorerNetwork network = RandomObservations.trained(new ScorerNetwork(8, 4, 1), random);
    int count = 7;
    float[] rows = RandomObservations.values(count * ScorerNetwork.X, random);
    float[] cluster = RandomObservations.values(ScorerNetwork.G, random);
    float[] reversed = new float[rows.length];
    for (int i = 0; i < count; i++) {
      System.arraycopy(
          rows, i * ScorerNetwork.X, reversed, (count - 1 - i) * ScorerNetwork.X, ScorerNetwork.X);
    }
    float[] scores = new float[count];
    float[] back = new float[count];

    network.score(RandomObservations.of(count, rows, cluster), scores);
    network.score(RandomObservations.of(count, reversed, cluster), back);

    for (int i = 0; i < count; i++) {
      assertThat(back[count - 1 - i]).isCloseTo(scores[i], within(1e-4f));
    }
  }

  @Test
  void shouldFollowFromItsFormula() {
    ScorerNetwork network = new ScorerNetwork(1, 1, 1);
    float[] p = network.parameters();
    java.util.Arrays.fill(p, 0);
    p[2] = 3; // linear
    p[network.hiddenX(0) + 4] = 2;
    p[network.hiddenG(0) + 5] = 10;
    p[network.hiddenM(0) + 6] = 100;
    p[network.hiddenBias(0)] = 1;
    p[network.second(0)] = 2;
    p[network.secondBias(0)] = -1;
    p[network.out(0)] = 0.5f;
    float[] rows = new float[2 * ScorerNetwork.X];
    rows[0] = 1;
    rows[2] = 1;
    rows[4] = 1;
    rows[ScorerNetwork.X + 6] = 0.5f;
    float[] cluster = new float[ScorerNetwork.G];
    cluster[5] = 0.25f;
    float[] scores = new float[2];

    network.score(RandomObservations.of(2, rows, cluster), scores);

    // First: -8 + 3 + 0.5 × (2 × (2 + 2.5 + 25 + 1) − 1); second: 0.5 × (2 × (2.5 + 25 + 1) − 1).
    assertThat(scores).containsExactly(25, 28);
  }

  /** Observations of any numbers. */
  static final class RandomObservations {
    private RandomObservations() {}

    static float[] values(int count, SplittableRandom random) {
      float[] values = new float[count];
      for (int i = 0; i < count; i++) {
        values[i] = (float) (2 * random.nextDouble() - 1);
      }
      return values;
    }

    static ScorerNetwork trained(ScorerNetwork network, SplittableRandom random) {
      return network.with(values(network.parameters().length, random));
    }

    /** The jobs do not matter to a network. */
    static Observation of(int count, float[] rows, float[] cluster) {
      List<dev.prioritize.core.state.Job> jobs = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        jobs.add(new dev.prioritize.core.state.Job(null, null, 0, null, null, null, null, 0, null));
      }
      return new Observation(jobs, false, rows, cluster);
    }
  }
}
