package dev.prioritize.core.model;

import java.util.EnumSet;
import java.util.Set;

/** Why an attempt ended or is being stopped. */
public enum EndReason {
  /** Every task succeeded. */
  COMPLETED,
  /** A task failed. */
  TASK_FAILED,
  /** A task was stopped without the scheduler asking for it. */
  TASK_STOPPED,
  /** Its owner cancelled it. */
  CANCELLED,
  /** A node would not take its task. */
  TASK_REFUSED,
  /** A node lives and does not run a task that it should. */
  TASK_LOST,
  /** Not every task reported in time that it runs. */
  START_TIMEOUT,
  /** A node of it was removed. */
  NODE_REMOVED,
  /** It ran for longer than its own time limit. */
  TIME_LIMIT;

  private static final Set<EndReason> NODE_FAULTS =
      EnumSet.of(TASK_STOPPED, TASK_REFUSED, TASK_LOST, START_TIMEOUT, NODE_REMOVED);

  /** True if a node is to blame and not the job: such ends are counted apart and use no retry. */
  public boolean isNodeFault() {
    return NODE_FAULTS.contains(this);
  }
}
