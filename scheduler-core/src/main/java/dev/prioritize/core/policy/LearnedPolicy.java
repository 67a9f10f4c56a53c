package dev.prioritize.core.policy;

/**
 * A policy that chooses among candidates by what an observation shows. It may choose badly but
 * never illegally: it is shown only jobs that may be picked, and an index beyond them or a score
 * that is not finite counts as a failure of the policy.
 */
public non-sealed interface LearnedPolicy extends Policy {
  /** Name of the learned policy in configurations and in the log. */
  String NAME = "drl";

  /**
   * Chooses one candidate, or says why it cannot: then the configured heuristic decides for the
   * rest of the pass.
   *
   * @param observation at least one candidate; not to be kept
   * @return never null
   */
  Choice choose(Observation observation);
}
