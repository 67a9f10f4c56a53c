package dev.prioritize.core.policy;

/**
 * What a learned policy is shown of each candidate, in this order. All values are finite and lie in
 * [−{@value Observation#BOUND}, {@value Observation#BOUND}]. Durations are in seconds, {@code ln}
 * is the natural logarithm, and a duration below a millisecond counts as one.
 *
 * <p>Changing a feature's meaning, order or number is a new {@link Observation#VERSION}.
 */
public enum CandidateFeature {
  /** ln(GPUs × expected duration ÷ class weight) ÷ 8: the key of {@code wsaf}. */
  WEIGHTED_AREA,
  /** ln(expected duration) ÷ 8. */
  DURATION,
  /** ln(GPUs) ÷ 8. */
  GPUS,
  /** ln(class weight) ÷ 8: 0 for LOW, 0.26 for URGENT. */
  CLASS_WEIGHT,
  /** ln(1 + aged priority) ÷ 4, where aged priority = base + wait ÷ aging interval. */
  AGED_PRIORITY,
  /** ln(1 + wait) ÷ 8. */
  WAIT,
  /** ln(1 + wait ÷ expected duration) ÷ 8. */
  SLOWDOWN,
  /** ln(1 + nodes that it needs at least) ÷ 4. */
  NODES,
  /** GPUs ÷ GPUs of the pool in service, at most 1. */
  POOL_SHARE,
  /** GPUs ÷ free GPUs, at most 2, ÷ 2. */
  FREE_SHARE,
  /** 1 if the expected duration is the submitter's own, else 0. */
  ESTIMATE_GIVEN,
  /**
   * How specific the expected duration is: 1 the submitter's own, 0.8 from finished jobs of the
   * same tenant, name and GPUs, 0.6 of the same tenant and GPUs, 0.4 of the same GPUs, 0.2 of the
   * pool, 0 nothing known.
   */
  ESTIMATE_SPECIFICITY,
  /** ln(expected duration ÷ lower quartile of the samples) ÷ 4; 0 without samples. */
  ESTIMATE_SPREAD_DOWN,
  /** ln(upper decile of the samples ÷ expected duration) ÷ 4; 0 without samples. */
  ESTIMATE_SPREAD_UP,
  /** ln(mean of the samples ÷ expected duration) ÷ 4; 0 without samples. */
  ESTIMATE_MEAN,
  /** 1 if it fits now, else 0. */
  FITS,
  /** 1 if it would run beside the reservation and beyond its planned start, else 0. */
  BESIDE_RESERVATION,
  /**
   * With x the time from the planned start of the first candidate (in the order of {@code wsaf})
   * that does not fit, or from that of the reservation, to the candidate's expected end: sign(x) ×
   * ln(1 + |x|) ÷ 8; 0 where nothing is blocked. Above 0 it may delay that job.
   */
  OVERRUN,
  /** ln(1 + time until it could start if it took the reservation) ÷ 8; 0 if it fits. */
  PLANNED_START,
  /** Of the GPUs on wholly free nodes, the share that its placement would take or break up. */
  WHOLE_NODES_TAKEN,
  /** Free GPUs left on the nodes of its placement ÷ GPUs of the largest node, at most 1. */
  LEFTOVER,
  /** Place among the candidates in the order of {@code wsaf}, from 0 to below 1. */
  WSAF_RANK,
  /** Place among the candidates by aged priority, from 0 to below 1. */
  AGED_RANK,
  /** Share of the pending jobs that have its shape. */
  SHAPE_SHARE,
  /** GPUs that its tenant holds ÷ GPUs of the pool in service, at most 1. */
  TENANT_SHARE,
  /** Earlier attempts, at most 4, ÷ 4. */
  RETRIES,
  /** Share of the pool's last 100 finished jobs that were shorter than it is expected to be. */
  DURATION_RANK,
  /**
   * GPUs free now or expected back within an hour, less its own, ÷ GPUs in service: how much would
   * still be there for others soon.
   */
  SOON_FREE_AFTER,
  /**
   * 1 for the option to pick no more in this pass, else 0. Its {@link #WEIGHTED_AREA} is {@value
   * Observation#BOUND}, more than any job's, and all else 0.
   */
  WAIT_OPTION;

  /** How many there are. */
  public static final int COUNT = values().length;

  /** Its place among the values, from 0. */
  @SuppressWarnings("EnumOrdinal") // the order is the contract
  public int column() {
    return ordinal();
  }
}
