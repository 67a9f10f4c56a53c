package dev.prioritize.core.model;

/**
 * How a pool works with a learned policy.
 *
 * @param window candidates that the policy is shown at once, 1 to {@link #MAX_WINDOW}
 * @param substitute name of the heuristic that decides, under {@code easy}, for the rest of a pass
 *     in which the learned policy makes no choice
 */
public record LearnedRules(int window, String substitute) {
  /** Largest window; a choice costs time and memory in proportion. */
  public static final int MAX_WINDOW = 1_024;

  /** A window of 128, and of the fixed policies the best one with estimated durations. */
  public static final LearnedRules DEFAULT = new LearnedRules(128, "wsaf4");

  public LearnedRules {
    if (window < 1 || window > MAX_WINDOW) {
      throw new IllegalArgumentException(
          "window must be 1 to " + MAX_WINDOW + " candidates, was " + window);
    }
  }
}
