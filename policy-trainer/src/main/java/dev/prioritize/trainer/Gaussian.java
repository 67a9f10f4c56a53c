package dev.prioritize.trainer;

import java.util.SplittableRandom;

/** Normal draws that are the same on every JVM: Box and Muller, 1958. */
final class Gaussian {
  private Gaussian() {}

  /** Mean 0, deviation 1. */
  static double next(SplittableRandom random) {
    double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - random.nextDouble()));
    return radius * StrictMath.cos(2 * StrictMath.PI * random.nextDouble());
  }
}
