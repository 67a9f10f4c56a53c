package dev.prioritize.simulator.evaluate;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * How sure a ratio to the baseline is: slices are drawn with replacement, and of each drawn slice
 * its class draws (the percentile bootstrap in two stages; B. Efron and R. Tibshirani, "An
 * Introduction to the Bootstrap", 1993). Runs are paired: a ratio is of the same jobs in the same
 * classes.
 */
public final class Bootstrap {
  private static final int RESAMPLES = 2_000;
  private static final double LOW = 0.025;
  private static final double HIGH = 0.975;

  /** Shorter times count as this long in a ratio, so that one of nothing to nothing is 1. */
  private static final double LEAST_VALUE = 1;

  private final EvaluationResult result;
  private final int baseline;
  private final long seed;

  /**
   * Ratios to this contender.
   *
   * @param seed the same one gives the same intervals
   */
  public Bootstrap(EvaluationResult result, Contender baseline, long seed) {
    this.result = result;
    this.baseline = result.plan().contenders().indexOf(baseline);
    this.seed = seed;
    if (this.baseline < 0) {
      throw new IllegalArgumentException(baseline.label() + " was not run");
    }
  }

  /** The ratio over all slices and class draws. */
  public Ratio overall(int contender, int measure) {
    double[][] logs = new double[result.slices().size()][];
    for (int slice = 0; slice < logs.length; slice++) {
      logs[slice] = logRatios(slice, contender, measure);
    }
    return resample(logs);
  }

  /** The ratio of one slice over its class draws. */
  public Ratio ofSlice(int slice, int contender, int measure) {
    return resample(new double[][] {logRatios(slice, contender, measure)});
  }

  private double[] logRatios(int slice, int contender, int measure) {
    double[] logs = new double[result.plan().classDraws()];
    for (int draw = 0; draw < logs.length; draw++) {
      double value = result.value(slice, contender, draw, measure);
      double base = result.value(slice, baseline, draw, measure);
      logs[draw] = Math.log(Math.max(value, LEAST_VALUE) / Math.max(base, LEAST_VALUE));
    }
    return logs;
  }

  private Ratio resample(double[][] logs) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] means = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      double sum = 0;
      for (int slice = 0; slice < logs.length; slice++) {
        sum += resampledMean(logs[random.nextInt(logs.length)], random);
      }
      means[i] = sum / logs.length;
    }
    Arrays.sort(means);
    double sum = 0;
    for (double[] ofSlice : logs) {
      sum += Arrays.stream(ofSlice).sum() / ofSlice.length;
    }
    return new Ratio(
        Math.exp(sum / logs.length),
        Math.exp(means[(int) Math.ceil(LOW * RESAMPLES) - 1]),
        Math.exp(means[(int) Math.ceil(HIGH * RESAMPLES) - 1]));
  }

  private static double resampledMean(double[] logs, SplittableRandom random) {
    double sum = 0;
    for (int i = 0; i < logs.length; i++) {
      sum += logs[random.nextInt(logs.length)];
    }
    return sum / logs.length;
  }
}
