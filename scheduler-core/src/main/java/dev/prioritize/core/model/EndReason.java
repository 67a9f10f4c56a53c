package dev.prioritize.core.model;

/** Why an attempt ended or is being stopped. */
public enum EndReason {
  /** Every task succeeded. */
  COMPLETED,
  /** A task failed. */
  TASK_FAILED,
  /** A task was stopped without the scheduler asking for it. */
  TASK_STOPPED,
  /** Its owner cancelled it. */
  CANCELLED
}
