package dev.prioritize.cli.evaluate;

import dev.prioritize.simulator.LowerBounds;
import dev.prioritize.simulator.Workload;
import dev.prioritize.simulator.evaluate.Bootstrap;
import dev.prioritize.simulator.evaluate.Contender;
import dev.prioritize.simulator.evaluate.EvaluationResult;
import dev.prioritize.simulator.evaluate.Measures;
import dev.prioritize.simulator.evaluate.Ratio;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The result of an evaluation and what follows from it; computed once, printed in several ways. */
final class Findings {
  /** The measures that are compared with the baseline's; the first one ranks. */
  static final List<String> COMPARED =
      List.of(
          Measures.WEIGHTED_WAIT,
          "weighted_jct_s",
          "all_wait_mean_s",
          "all_jct_mean_s",
          "makespan_s",
          "mean_bsld",
          "urgent_wait_mean_s",
          "high_wait_mean_s",
          "normal_wait_mean_s",
          "low_wait_mean_s",
          "urgent_wait_p95_s",
          "high_wait_p95_s",
          "normal_wait_p95_s",
          "low_wait_p95_s",
          "low_wait_p99_s");

  /** The measures for which there is a bound that no schedule can beat. */
  static final List<String> BOUNDED = List.of("all_jct_mean_s", "weighted_jct_s", "makespan_s");

  private final EvaluationResult result;
  private final Contender baseline;
  private final long seed;
  private final String durations;

  /** By contender and compared measure. */
  private final Ratio[][] ratios;

  /** By slice and contender, of the first compared measure. */
  private final Ratio[][] ratiosBySlice;

  /** By slice, of the first class draw. */
  private final List<LowerBounds> bounds = new ArrayList<>();

  private final double[] boundLogSums = new double[BOUNDED.size()];

  private final List<Integer> ranking = new ArrayList<>();

  Findings(EvaluationResult result, Contender baseline, long seed, String durations) {
    this.result = result;
    this.baseline = baseline;
    this.seed = seed;
    this.durations = durations;
    int contenders = result.plan().contenders().size();
    int slices = result.slices().size();
    ratios = new Ratio[contenders][COMPARED.size()];
    ratiosBySlice = new Ratio[slices][contenders];
    Bootstrap bootstrap = new Bootstrap(result, baseline, seed);
    int first = Measures.indexOf(COMPARED.get(0));
    for (int contender = 0; contender < contenders; contender++) {
      for (int i = 0; i < COMPARED.size(); i++) {
        ratios[contender][i] = bootstrap.overall(contender, Measures.indexOf(COMPARED.get(i)));
      }
      for (int slice = 0; slice < slices; slice++) {
        ratiosBySlice[slice][contender] = bootstrap.ofSlice(slice, contender, first);
      }
      ranking.add(contender);
    }
    for (int slice = 0; slice < slices; slice++) {
      bound(slice);
    }
    ranking.sort(Comparator.comparingDouble(contender -> ratios[contender][0].mean()));
  }

  private void bound(int slice) {
    int draws = result.plan().classDraws();
    int base = result.plan().contenders().indexOf(baseline);
    for (int draw = 0; draw < draws; draw++) {
      Workload workload = result.slices().get(slice).draw(draw);
      LowerBounds bound = LowerBounds.of(workload.jobs(), workload.totalGpus());
      double[] values = {
        bound.meanJctSeconds(), bound.weightedJctSeconds(), bound.makespanSeconds()
      };
      for (int i = 0; i < values.length; i++) {
        double achieved = result.value(slice, base, draw, Measures.indexOf(BOUNDED.get(i)));
        boundLogSums[i] += Math.log(values[i] / achieved) / draws / result.slices().size();
      }
      if (draw == 0) {
        bounds.add(bound);
      }
    }
  }

  /** The bound of a measure of {@link #BOUNDED} as a ratio to the baseline, as ratios are. */
  double boundRatio(String measure) {
    return Math.exp(boundLogSums[BOUNDED.indexOf(measure)]);
  }

  /** What no schedule of the slice can beat, under the first class draw. */
  LowerBounds boundsOf(int slice) {
    return bounds.get(slice);
  }

  EvaluationResult result() {
    return result;
  }

  Contender baseline() {
    return baseline;
  }

  long seed() {
    return seed;
  }

  String durations() {
    return durations;
  }

  int runCount() {
    return result.slices().size() * result.plan().contenders().size() * result.plan().classDraws();
  }

  /** The ratio of a measure of {@link #COMPARED}. */
  Ratio ratio(int contender, String measure) {
    return ratios[contender][COMPARED.indexOf(measure)];
  }

  /** The ratio of the measure that ranks, of one slice. */
  Ratio ratioOfSlice(int slice, int contender) {
    return ratiosBySlice[slice][contender];
  }

  /** Indexes of the contenders, the best first. */
  List<Integer> ranking() {
    return ranking;
  }

  String label(int contender) {
    return result.plan().contenders().get(contender).label();
  }
}
