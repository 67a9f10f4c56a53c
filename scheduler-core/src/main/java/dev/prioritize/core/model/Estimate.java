package dev.prioritize.core.model;

/**
 * How long a job is expected to run, and how far the finished jobs that say so lie apart; fixed at
 * submission.
 *
 * @param durationMillis above 0
 * @param source where the figure comes from
 * @param lowerQuartileMillis a quarter of the samples was no longer, above 0
 * @param meanMillis mean of the samples, rounded down, above 0
 * @param upperDecileMillis nine tenths of the samples were no longer, above 0
 */
public record Estimate(
    long durationMillis,
    Source source,
    long lowerQuartileMillis,
    long meanMillis,
    long upperDecileMillis) {
  /** From the most to the least specific. */
  public enum Source {
    /** The submission's own. */
    SUBMITTER,
    /** Median of finished jobs of the same tenant, name and GPUs. */
    TENANT_NAME_GPUS,
    /** Median of finished jobs of the same tenant and GPUs. */
    TENANT_GPUS,
    /** Median of finished jobs of the same GPUs. */
    GPUS,
    /** Median of all finished jobs of the pool. */
    POOL,
    /** Nothing known: {@link #UNKNOWN_MILLIS}. */
    NOTHING_KNOWN
  }

  /** One hour, when nothing at all is known. */
  public static final long UNKNOWN_MILLIS = 3_600_000;

  /** One figure without samples. */
  public static Estimate single(long durationMillis, Source source) {
    return new Estimate(durationMillis, source, durationMillis, durationMillis, durationMillis);
  }

  /** The same with no figure above a limit. */
  public Estimate atMost(long limitMillis) {
    return new Estimate(
        Math.min(durationMillis, limitMillis),
        source,
        Math.min(lowerQuartileMillis, limitMillis),
        Math.min(meanMillis, limitMillis),
        Math.min(upperDecileMillis, limitMillis));
  }
}
