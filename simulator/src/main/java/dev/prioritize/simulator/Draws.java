package dev.prioritize.simulator;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Random draws that are the same on every JVM: the arithmetic is {@link StrictMath}'s, and of the
 * random generator only its 64-bit output is used.
 */
final class Draws {
  private final SplittableRandom random;

  Draws(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** Uniform over [0, 1). */
  double uniform() {
    return (random.nextLong() >>> 11) * 0x1.0p-53;
  }

  /** Uniform over 0 to bound − 1. */
  int below(int bound) {
    return (int) (uniform() * bound);
  }

  /** Exponential with mean 1. */
  double exponential() {
    return -StrictMath.log(1 - uniform());
  }

  /** Normal with mean 0 and deviation 1: Box and Muller, 1958. */
  double gaussian() {
    double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - uniform()));
    return radius * StrictMath.cos(2 * StrictMath.PI * uniform());
  }

  /** At least 1, with this mean, above 1; no more than a hundred times as many. */
  int geometric(double mean) {
    double failures = StrictMath.log(1 - uniform()) / StrictMath.log(1 - 1 / mean);
    return 1 + (int) Math.min(failures, 100 * mean);
  }

  /** A random order of 0 to count − 1: Fisher and Yates. */
  int[] permutation(int count) {
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      int j = below(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }

  /** Which of the weights whose {@link #cumulative} sums these are. */
  int index(double[] cumulative) {
    double drawn = uniform() * cumulative[cumulative.length - 1];
    int index = 0;
    while (drawn >= cumulative[index] && index < cumulative.length - 1) {
      index++;
    }
    return index;
  }

  static double[] cumulative(List<Double> weights) {
    double[] sums = new double[weights.size()];
    double sum = 0;
    for (int i = 0; i < sums.length; i++) {
      sum += weights.get(i);
      sums[i] = sum;
    }
    return sums;
  }

  /**
   * The normal quantile of a share in [0, 1), to 4.5e-4: Abramowitz and Stegun, "Handbook of
   * Mathematical Functions", 26.2.23.
   */
  static double normal(double share) {
    double tail = Math.max(0x1.0p-53, Math.min(share, 1 - share));
    double t = StrictMath.sqrt(-2 * StrictMath.log(tail));
    double quantile =
        t
            - (2.515517 + t * (0.802853 + t * 0.010328))
                / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
    return share < 0.5 ? -quantile : quantile;
  }
}
