package dev.prioritize.core.model;

/** Why the pending jobs of a shape do not start now. */
public enum BlockReason {
  /** Fewer GPUs of the wanted model are free than the job needs. */
  NOT_ENOUGH_FREE_GPUS,
  /** Enough are free, but not together on few enough nodes. */
  FREE_GPUS_SCATTERED,
  /** It would delay the planned start of the job that has the reservation. */
  WOULD_DELAY_RESERVATION,
  /** The job ahead has to start first ({@code strict}). */
  BEHIND_BLOCKED_JOB,
  /** Not even an empty pool could hold it: nodes or GPUs are out of service. */
  CAPACITY_OUT_OF_SERVICE,
  /** The nodes of the pool are not all known yet. */
  POOL_INVENTORY_UNKNOWN,
  /** The pass has spent its decision limit; another one follows at once. */
  DECISION_LIMIT,
  /** There is room, but the policy keeps it free for jobs that may come. */
  HELD_BACK,
  /** The policy picked none of its jobs. */
  NOT_PICKED
}
