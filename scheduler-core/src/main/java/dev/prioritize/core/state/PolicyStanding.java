package dev.prioritize.core.state;

import dev.prioritize.core.model.PolicyIdentity;
import dev.prioritize.core.model.Substitution;

/**
 * How a pool fares with its learned policy, as of the last pass that asked it.
 *
 * @param decidedLast who picked last, or null if it has not picked since it was configured
 * @param substituted why the substitute decides, or null if it does not
 */
public record PolicyStanding(PolicyIdentity decidedLast, Substituted substituted) {
  /**
   * The substitute decides.
   *
   * @param sinceMillis time of the first pass that it decided, with none in between in which the
   *     policy picked
   * @param reason of the last such pass
   * @param detail of the first pass with that reason
   */
  public record Substituted(long sinceMillis, Substitution.Reason reason, String detail) {}

  /** Before it was ever asked. */
  static final PolicyStanding NEVER_ASKED = new PolicyStanding(null, null);

  static PolicyStanding decided(PolicyIdentity policy) {
    return new PolicyStanding(policy, null);
  }

  PolicyStanding failed(Substitution failure, long nowMillis) {
    if (substituted != null && substituted.reason == failure.reason()) {
      return this;
    }
    long sinceMillis = substituted == null ? nowMillis : substituted.sinceMillis;
    return new PolicyStanding(
        decidedLast, new Substituted(sinceMillis, failure.reason(), failure.detail()));
  }
}
