package dev.prioritize.trainer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.trainer.Arena.Match;
import dev.prioritize.trainer.Window.Knowledge;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Goal: the same seed gives the same model, on any number of threads. */
class EvolutionStrategyTest {
  private static final Hyperparameters SMALL =
      new Hyperparameters(Map.of("pairs", "2", "network.first", "4", "network.second", "2"));

  private static float[] trained(int threads) throws InterruptedException {
    Windows windows = new Windows(List.of());
    ScorerNetwork start = new ScorerNetwork(4, 2, 1);
    SearchSpace.seed(start);
    try (Arena arena = new Arena(threads)) {
      EvolutionStrategy search =
          new EvolutionStrategy(arena, start, new SearchSpace(start), new Loss(SMALL), SMALL);
      List<Window> sample = new ArrayList<>();
      for (int seed = 0; seed < 3; seed++) {
        sample.add(windows.of(seed, Knowledge.EXACT));
      }
      List<Match> matches = arena.matches(sample);
      assertThat(matches).isNotEmpty();
      search.step(matches);
      return search.network().parameters();
    }
  }

  @Test
  void shouldRepeatOnAnyNumberOfThreads() throws InterruptedException {
    ScorerNetwork start = new ScorerNetwork(4, 2, 1);
    SearchSpace.seed(start);

    float[] once = trained(1);

    assertThat(once).isEqualTo(trained(2)).isNotEqualTo(start.parameters());
  }
}
