package dev.prioritize.trainer;

import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.simulator.evaluate.Measures;
import dev.prioritize.trainer.Arena.Match;
import dev.prioritize.trainer.Window.Knowledge;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** How networks and heuristics do on the same unseen windows. */
final class Check {
  private static final List<String> SHOWN =
      List.of(
          Measures.WEIGHTED_WAIT,
          "all_jct_mean_s",
          "makespan_s",
          "urgent_wait_mean_s",
          "high_wait_mean_s",
          "low_wait_p99_s");

  private final Arena arena;
  private final List<Match> matches;

  Check(Arena arena, List<Match> matches) {
    this.arena = arena;
    this.matches = matches;
  }

  List<Match> matches() {
    return matches;
  }

  /** Geometric means of ratios to wsaf/easy, a line for each kind of knowledge. */
  List<String> of(ScorerNetwork network) throws InterruptedException {
    return lines(arena.play(matches, List.of(network))[0]);
  }

  List<String> of(Heuristic heuristic, Discipline discipline) throws InterruptedException {
    return lines(arena.play(matches, heuristic, discipline));
  }

  private List<String> lines(double[][] measures) {
    List<String> lines = new ArrayList<>();
    for (Knowledge knowledge : Knowledge.values()) {
      List<Integer> chosen = new ArrayList<>();
      for (int i = 0; i < matches.size(); i++) {
        if (matches.get(i).window().knowledge() == knowledge) {
          chosen.add(i);
        }
      }
      if (!chosen.isEmpty()) {
        lines.add(line(knowledge, chosen, measures));
      }
    }
    return lines;
  }

  private String line(Knowledge knowledge, List<Integer> chosen, double[][] measures) {
    StringBuilder line = new StringBuilder(knowledge.name().toLowerCase(Locale.ROOT));
    for (String name : SHOWN) {
      line.append(
          String.format(
              Locale.ROOT, "  %s %.3f", name, ratio(chosen, measures, Measures.indexOf(name))));
    }
    Map<String, List<Integer>> bySource = new TreeMap<>();
    for (int i : chosen) {
      bySource
          .computeIfAbsent(matches.get(i).window().source(), source -> new ArrayList<>())
          .add(i);
    }
    line.append("  |");
    int wait = Measures.indexOf(Measures.WEIGHTED_WAIT);
    bySource.forEach(
        (source, of) ->
            line.append(String.format(Locale.ROOT, " %s %.2f", source, ratio(of, measures, wait))));
    return line.toString();
  }

  private double ratio(List<Integer> chosen, double[][] measures, int measure) {
    double sum = 0;
    for (int i : chosen) {
      sum += Loss.logRatio(measures[i], matches.get(i).baseline(), measure);
    }
    return Math.exp(sum / chosen.size());
  }
}
