package dev.prioritize.core.policy;

import dev.prioritize.core.state.Job;

/** What a policy sees of a pass. */
public interface PassView {
  /**
   * The first job of the queue's order that was not handed out in this pass and whose shape was not
   * found to fit nowhere; null at the end of the queue. Each job is handed out once, picked or not.
   * Jobs of a shape of which all were found to delay the reservation are passed over until another
   * job starts.
   */
  Job nextInOrder();
}
