package dev.prioritize.core.model;

/**
 * How long a job is expected to run; fixed at submission.
 *
 * @param durationMillis above 0
 * @param source where the figure comes from
 */
public record Estimate(long durationMillis, Source source) {
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
}
