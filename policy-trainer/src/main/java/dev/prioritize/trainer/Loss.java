package dev.prioritize.trainer;

import dev.prioritize.simulator.evaluate.Measures;

/**
 * How bad a run is next to {@code wsaf} under {@code easy} on the same window: 0 is as good, below
 * 0 better. What counts is ln of the ratio of weighted waits; other measures count where they got
 * worse, so that no gain is bought with the makespan or with one class.
 */
final class Loss {
  /** Differences below this are noise to whoever waits. */
  private static final double SECONDS = 30;

  private static final double MOST = 1;
  private static final double FREE_MAKESPAN = 0.01;

  private record Term(int measure, double weight, double free) {}

  private static final int WAIT = Measures.indexOf(Measures.WEIGHTED_WAIT);

  private final Term[] penalties;

  Loss(Hyperparameters parameters) {
    penalties =
        new Term[] {
          term("makespan_s", parameters.number("penalty.makespan"), FREE_MAKESPAN),
          term("all_jct_mean_s", parameters.number("penalty.jct"), 0),
          term("urgent_wait_mean_s", parameters.number("penalty.urgent.wait"), 0),
          term("high_wait_mean_s", parameters.number("penalty.high.wait"), 0),
          term("low_wait_p99_s", parameters.number("penalty.low.wait.p99"), 0),
        };
  }

  private static Term term(String measure, double weight, double free) {
    return new Term(Measures.indexOf(measure), weight, free);
  }

  /** The loss of a run with these measures next to a baseline's. */
  double of(double[] measures, double[] baseline) {
    double loss = logRatio(measures, baseline, WAIT);
    for (Term term : penalties) {
      loss += term.weight * Math.max(0, logRatio(measures, baseline, term.measure) - term.free);
    }
    return loss;
  }

  /** ln of the ratio of one measure, cut to [−1, 1], so that no single window decides. */
  static double logRatio(double[] measures, double[] baseline, int measure) {
    double ratio = Math.log((measures[measure] + SECONDS) / (baseline[measure] + SECONDS));
    return Math.max(-MOST, Math.min(MOST, ratio));
  }
}
