package dev.prioritize.trainer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.PolicyIdentity;
import dev.prioritize.core.policy.Choice;
import dev.prioritize.core.policy.LearnedPolicy;
import dev.prioritize.core.policy.Observation;
import dev.prioritize.policy.onnx.ModelSettings;
import dev.prioritize.policy.onnx.ModelSource;
import dev.prioritize.policy.onnx.OnnxPolicy;
import dev.prioritize.policy.onnx.Provider;
import dev.prioritize.simulator.ClusterShape;
import dev.prioritize.simulator.Simulation;
import dev.prioritize.simulator.WorkloadGenerator;
import dev.prioritize.simulator.WorkloadParameters;
import dev.prioritize.trainer.ScorerNetworkTest.RandomObservations;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: what was trained is what runs. Method: a network with random parameters, and its file in
 * ONNX Runtime, on random and on real observations.
 */
class OnnxParityTest {
  /** Relative to the larger of score and 1: scores of 30 have steps of 2e-6. */
  private static final float TOLERANCE = 1e-5f;

  @TempDir private Path folder;

  private OnnxPolicy exported(ScorerNetwork network) {
    ModelFolder.write(
        folder,
        network,
        new ModelFolder.About("test", 1, List.of(), List.of(1), "", "2026-12-01T00:00:00Z"));
    return new OnnxPolicy(
        ModelSource.folder(folder), new ModelSettings(Provider.CPU, Duration.ofSeconds(30)));
  }

  private static ScorerNetwork network(long seed) {
    ScorerNetwork network = new ScorerNetwork(32, 32, seed);
    SplittableRandom random = new SplittableRandom(seed);
    for (int unit = 0; unit < network.second(); unit++) {
      network.parameters()[network.out(unit)] = (float) (random.nextDouble() - 0.5);
    }
    return network;
  }

  private static void assertSame(Choice choice, ScorerNetwork network, Observation observation) {
    float[] scores = new float[observation.count()];
    network.score(observation, scores);
    Choice.Chosen chosen = (Choice.Chosen) choice;
    Choice.Chosen expected = (Choice.Chosen) Choice.highest(scores, scores.length);
    float tolerance = TOLERANCE * Math.max(1, Math.abs(expected.score()));
    assertThat(chosen.score()).isCloseTo(expected.score(), within(tolerance));
    assertThat(scores[chosen.candidate()]).isCloseTo(expected.score(), within(tolerance));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 17, 128, 1_024})
  void shouldScoreRandomObservationsAsTheTrainerDoes(int count) {
    SplittableRandom random = new SplittableRandom(count);
    ScorerNetwork network = network(count);
    try (OnnxPolicy policy = exported(network)) {
      for (int i = 0; i < 20; i++) {
        Observation observation =
            RandomObservations.of(
                count,
                RandomObservations.values(count * ScorerNetwork.X, random),
                RandomObservations.values(ScorerNetwork.G, random));
        assertSame(policy.choose(observation), network, observation);
      }
    }
  }

  @Test
  void shouldScoreRealObservationsAsTheTrainerDoes() {
    ScorerNetwork network = network(5);
    SearchSpace.seed(network);
    try (OnnxPolicy policy = exported(network)) {
      LearnedPolicy both =
          new LearnedPolicy() {
            @Override
            public PolicyIdentity identity() {
              return policy.identity();
            }

            @Override
            public Choice choose(Observation observation) {
              Choice choice = policy.choose(observation);
              assertSame(choice, network, observation);
              return choice;
            }
          };

      Simulation.watched(
              WorkloadGenerator.generate(
                  WorkloadParameters.PHILLY.withOfferedLoad(1.2), ClusterShape.of(5, 8), 300, 1),
              Simulation.config("drl", Discipline.EASY, 86_400_000),
              config -> both,
              (command, events) -> {})
          .run();
    }
  }
}
