package dev.prioritize.core.model;

import java.util.EnumSet;
import java.util.Set;

/**
 * Where a job stands. The legal transitions, encoded once in {@link #next()}:
 *
 * <pre>
 *          ┌────────── requeue ───────────┐
 *          ▼                              │
 *   new ─► PENDING ─► STARTING ─► RUNNING ─► STOPPING ─► FAILED, CANCELLED
 *          │             └────────────────────▲
 *          │                      RUNNING ────┴────────► SUCCEEDED
 *          └─► REJECTED, CANCELLED
 * </pre>
 */
public enum JobState {
  /** Waits for its GPUs. */
  PENDING,
  /** Holds its GPUs; not all of its tasks have reported that they run. */
  STARTING,
  /** All of its tasks run or have ended well. */
  RUNNING,
  /** Its tasks are being stopped; its GPUs are held until the last is known to be gone. */
  STOPPING,
  /** Every task ended well. */
  SUCCEEDED,
  /** A task failed and no retry is left. */
  FAILED,
  /** Its owner no longer wants it. */
  CANCELLED,
  /** The pool can never run it. */
  REJECTED;

  private static final Set<JobState> ENDED = EnumSet.of(SUCCEEDED, FAILED, CANCELLED, REJECTED);
  private static final Set<JobState> HOLDING = EnumSet.of(STARTING, RUNNING, STOPPING);

  /** States that may follow this one. */
  public Set<JobState> next() {
    return switch (this) {
      case PENDING -> EnumSet.of(STARTING, CANCELLED, REJECTED);
      case STARTING -> EnumSet.of(RUNNING, STOPPING);
      case RUNNING -> EnumSet.of(STOPPING, SUCCEEDED);
      case STOPPING -> EnumSet.of(PENDING, FAILED, CANCELLED);
      case SUCCEEDED, FAILED, CANCELLED, REJECTED -> EnumSet.noneOf(JobState.class);
    };
  }

  /** True once nothing more can happen to the job. */
  public boolean isEnded() {
    return ENDED.contains(this);
  }

  /** True while the job holds GPUs. */
  public boolean holdsGpus() {
    return HOLDING.contains(this);
  }
}
