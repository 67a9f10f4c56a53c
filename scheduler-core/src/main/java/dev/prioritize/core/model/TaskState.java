package dev.prioritize.core.model;

/** Where the part of a gang on one node stands, as its launcher reports. */
public enum TaskState {
  /** Told to start; nothing heard yet. */
  ASSIGNED,
  STARTED,
  SUCCEEDED,
  FAILED,
  /** Ended because it was told to. */
  STOPPED,
  /** Never ran: the node would not take it. */
  REFUSED,
  /** Gone without a word: its node lives and does not run it, or was removed. Never reported. */
  LOST;

  /** True once the task's processes are gone. */
  public boolean isEnded() {
    return this != ASSIGNED && this != STARTED;
  }
}
