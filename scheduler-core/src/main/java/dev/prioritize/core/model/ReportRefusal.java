package dev.prioritize.core.model;

/** Why a launcher's report changed nothing; the event keeps it as evidence. */
public enum ReportRefusal {
  /** No such job. */
  UNKNOWN_JOB,
  /** Of an attempt that has ended. */
  OLDER_ATTEMPT,
  /** Attempt and epoch do not belong together. */
  OTHER_EPOCH,
  /** The attempt has no task on that node. */
  NO_TASK_ON_NODE,
  /** The task has ended, or it already is in that state. */
  NO_CHANGE
}
