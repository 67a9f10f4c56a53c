package dev.prioritize.core.policy;

import dev.prioritize.core.model.PolicyIdentity;

/**
 * Which job goes next. A {@link Heuristic} is an order of the queue, in which a pass walks; a
 * {@link LearnedPolicy} is asked at each step to choose among what it is shown.
 */
public sealed interface Policy permits Heuristic, LearnedPolicy {
  /** Who decides, as it stands in the events. */
  PolicyIdentity identity();
}
