package dev.prioritize.core.policy;

import dev.prioritize.core.model.Limits;
import dev.prioritize.core.state.Job;

/** The arithmetic of the heuristics that need more than one comparison; see there for sources. */
final class BaselineFormulas {
  private static final double MILLIS_PER_SECOND = 1_000;

  /** What RLScheduler takes for a time of 0, whose logarithm is infinite. */
  private static final double LEAST_SECONDS = 0.1;

  private static final double F1_SUBMISSION_WEIGHT = 870;

  /** What stands in for log2(1) = 0 in a divisor. */
  private static final double LEAST_LOG = 1e-15;

  /** By GPUs of a job; each pass asks for that of each waiting job. */
  private static final double[] LOG2 = log2Table();

  private static final double MAX_AGE_MILLIS = 7.0 * 24 * 3_600_000;
  private static final double AGE_WEIGHT = 1_000;
  private static final double SIZE_WEIGHT = 1_000;
  private static final double CLASS_WEIGHT = 1_000;
  private static final double HIGHEST_BASE = 4;

  // The 64-bit finalizer of MurmurHash3, variant 13 of D. Stafford.
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
  private static final long FIRST_FACTOR = 0xBF58476D1CE4E5B9L;
  private static final long SECOND_FACTOR = 0x94D049BB133111EBL;

  private BaselineFormulas() {}

  static double f1(Job job) {
    return job.gpus() * log10Seconds(job.estimate().durationMillis())
        + F1_SUBMISSION_WEIGHT * log10Seconds(job.submittedAtMillis());
  }

  private static double log10Seconds(long millis) {
    return StrictMath.log10(millis > 0 ? millis / MILLIS_PER_SECOND : LEAST_SECONDS);
  }

  static double wfp3(Job job, long nowMillis, int poolGpus) {
    double waits = waitsPerDuration(job, nowMillis);
    return waits * waits * waits * job.gpus();
  }

  static double unicep(Job job, long nowMillis, int poolGpus) {
    return waitsPerDuration(job, nowMillis) / LOG2[job.gpus()];
  }

  private static double[] log2Table() {
    double[] log2 = new double[Limits.MAX_GPUS_PER_JOB + 1];
    for (int gpus = 1; gpus < log2.length; gpus++) {
      log2[gpus] = Math.max(StrictMath.log(gpus) / StrictMath.log(2), LEAST_LOG);
    }
    return log2;
  }

  private static double waitsPerDuration(Job job, long nowMillis) {
    return (double) (nowMillis - job.submittedAtMillis()) / job.estimate().durationMillis();
  }

  static double multifactor(Job job, long nowMillis, int poolGpus) {
    double age = Math.min(1, (nowMillis - job.submittedAtMillis()) / MAX_AGE_MILLIS);
    double size = (double) job.gpus() / poolGpus;
    return AGE_WEIGHT * age
        + SIZE_WEIGHT * size
        + CLASS_WEIGHT * job.priorityClass().base() / HIGHEST_BASE;
  }

  static long hash(Job job) {
    long bits = job.id().hashCode() + GOLDEN_GAMMA * job.submittedAtMillis();
    bits = (bits ^ (bits >>> 30)) * FIRST_FACTOR;
    bits = (bits ^ (bits >>> 27)) * SECOND_FACTOR;
    return bits ^ (bits >>> 31);
  }
}
