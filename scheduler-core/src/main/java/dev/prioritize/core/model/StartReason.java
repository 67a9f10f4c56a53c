package dev.prioritize.core.model;

/** Why a job was started just now. */
public enum StartReason {
  /** Its turn by the policy, and no reservation stood. */
  NEXT_IN_ORDER,
  /** Backfill: it ends by the reservation's planned start. */
  ENDS_BEFORE_RESERVATION,
  /** Backfill: it runs on, on GPUs that the reservation does not need. */
  BESIDE_RESERVATION,
  /** It had waited longer than its class's starvation bound. */
  STARVATION_GUARD
}
