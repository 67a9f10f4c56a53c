package dev.prioritize.stream.replay;

import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.core.policy.LearnedPolicy;
import dev.prioritize.core.policy.Policy;
import dev.prioritize.core.policy.PolicyCatalog;

/**
 * The policies of a replay. A heuristic decides again, since it decides the same everywhere. The
 * learned policy may not: it answers from the record.
 */
final class ReplayPolicies implements PolicyCatalog {
  private final RecordedPicks recorded;

  ReplayPolicies(RecordedPicks recorded) {
    this.recorded = recorded;
  }

  @Override
  public Policy find(PoolConfig config) {
    return isLearned(config) ? recorded : Heuristic.of(config);
  }

  static boolean isLearned(PoolConfig config) {
    return config.policy().equals(LearnedPolicy.NAME);
  }
}
