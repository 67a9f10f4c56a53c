package dev.prioritize.core.policy;

import dev.prioritize.core.model.PolicyIdentity;
import dev.prioritize.core.state.Job;

/**
 * Picks which job a pass tries next. It may choose badly but never illegally: a pick that does not
 * wait, does not fit or holds the reservation already is replaced by the queue's next, whether it
 * fits and may start is checked by the pass, and a pass takes at most as many picks as jobs wait.
 */
public interface Policy {
  /** Who decides, as it stands in the events. */
  PolicyIdentity identity();

  /**
   * The job to try next.
   *
   * @param pass what may be picked
   * @return a pending job, or null when there is none
   */
  Job pick(PassView pass);
}
