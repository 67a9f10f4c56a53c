package dev.prioritize.core.policy;

/**
 * What a learned policy is shown of the pool, in this order; see {@link CandidateFeature} for the
 * conventions.
 */
public enum ClusterFeature {
  /** ln(1 + GPUs in service) ÷ 8. */
  POOL_GPUS,
  /** Free GPUs ÷ GPUs in service. */
  FREE,
  /** GPUs on wholly free nodes ÷ GPUs in service. */
  WHOLE_FREE,
  /** Share of the free GPUs that are not on wholly free nodes. */
  FRAGMENTATION,
  /** GPUs expected back within 10 minutes, as the pass began, ÷ GPUs in service. */
  RELEASED_IN_10_MINUTES,
  /** Within an hour. */
  RELEASED_IN_1_HOUR,
  /** Within 6 hours. */
  RELEASED_IN_6_HOURS,
  /** Within 24 hours. */
  RELEASED_IN_24_HOURS,
  /** ln(1 + pending jobs) ÷ 8. */
  QUEUE_LENGTH,
  /** ln(1 + x) ÷ 8, x the seconds in which the whole pool would do all pending work of LOW. */
  LOAD_LOW,
  /** The same of NORMAL. */
  LOAD_NORMAL,
  /** The same of HIGH. */
  LOAD_HIGH,
  /** The same of URGENT. */
  LOAD_URGENT,
  /** Share of the pending jobs whose shape does not fit now. */
  BLOCKED_SHARE,
  /** 1 if a reservation stands in this pass, else 0. */
  RESERVED,
  /** ln(1 + time until its planned start) ÷ 8; 0 without one. */
  RESERVATION_START,
  /** ln(1 + 1,000 × jobs that arrive per hour ÷ GPUs in service) ÷ 8, of the last six hours. */
  ARRIVAL_RATE,
  /** GPUs needed to keep up with what arrived of late ÷ GPUs in service. */
  ARRIVAL_LOAD,
  /** ln(1 + median duration of the pool's last 100 finished jobs) ÷ 8; 0 with none. */
  USUAL_DURATION,
  /** ln(1 + upper decile of the same) ÷ 8. */
  LONG_DURATION;

  /** How many there are. */
  public static final int COUNT = values().length;

  /** Its place among the values, from 0. */
  @SuppressWarnings("EnumOrdinal") // the order is the contract
  public int column() {
    return ordinal();
  }
}
