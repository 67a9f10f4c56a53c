package dev.prioritize.stream.replay;

import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.core.policy.Policy;
import dev.prioritize.core.policy.PolicyCatalog;

/**
 * The policies of a replay. A heuristic decides again, since it decides the same everywhere. A
 * policy that does not, such as a learned one, has its choices in the log: it belongs here as a
 * policy that answers from the record.
 */
final class ReplayPolicies implements PolicyCatalog {
  @Override
  public Policy find(String name) {
    return Heuristic.find(name);
  }
}
