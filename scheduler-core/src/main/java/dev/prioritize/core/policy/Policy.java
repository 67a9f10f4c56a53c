package dev.prioritize.core.policy;

import dev.prioritize.core.model.PolicyIdentity;
import dev.prioritize.core.state.Job;

/**
 * Picks which job a pass tries next. It may choose badly but never illegally: whether the job fits,
 * and whether it may start beside a reservation, is checked by the pass.
 */
public interface Policy {
  /** Who decides, as it stands in the events. */
  PolicyIdentity identity();

  /**
   * The job to try next.
   *
   * @param pass what may be picked
   * @return a pending job that was not tried in this pass, or null when there is none
   */
  Job pick(PassView pass);
}
