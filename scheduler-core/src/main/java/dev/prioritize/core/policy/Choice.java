package dev.prioritize.core.policy;

import dev.prioritize.core.model.Substitution;

/** A learned policy's answer to an observation. */
public sealed interface Choice {
  /** No other candidate. */
  int NONE = -1;

  /**
   * A candidate was chosen.
   *
   * @param candidate index in the observation
   * @param score its score, finite
   * @param runnerUp index of the candidate with the next highest score, or {@link #NONE}
   * @param runnerUpScore its score, or 0
   */
  record Chosen(int candidate, float score, int runnerUp, float runnerUpScore) implements Choice {}

  /**
   * None was.
   *
   * @param detail what was expected and what was found
   */
  record Failed(Substitution.Reason reason, String detail) implements Choice {}

  /**
   * The candidate with the highest score; of several the first, which is the one before the others
   * in the order of {@code wsaf}.
   *
   * @param scores one for each candidate, maybe more behind them
   * @param count candidates, at least 1
   */
  static Choice highest(float[] scores, int count) {
    int best = NONE;
    int second = NONE;
    for (int i = 0; i < count; i++) {
      if (!Float.isFinite(scores[i])) {
        return new Failed(
            Substitution.Reason.NOT_FINITE,
            "expected finite scores, found " + scores[i] + " for candidate " + i + " of " + count);
      }
      if (best == NONE || scores[i] > scores[best]) {
        second = best;
        best = i;
      } else if (second == NONE || scores[i] > scores[second]) {
        second = i;
      }
    }
    return new Chosen(best, scores[best], second, second == NONE ? 0 : scores[second]);
  }
}
