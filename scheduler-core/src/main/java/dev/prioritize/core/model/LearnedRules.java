package dev.prioritize.core.model;

/**
 * How a pool works with a learned policy.
 *
 * @param window candidates that the policy is shown at once, 1 to {@link #MAX_WINDOW}
 * @param holdPercent how much of the pool's GPUs the policy may keep free although jobs fit, in
 *     percent of those in service, 0 to 100; 0 = nothing
 * @param substitute name of the heuristic that decides, under {@code easy}, for the rest of a pass
 *     in which the learned policy makes no choice
 * @param model name of the model that the learned policy decides with, an id: {@link #SHIPPED} or
 *     one that the operator has put beside it
 */
public record LearnedRules(int window, int holdPercent, String substitute, String model) {
  /** Largest window; a choice costs time and memory in proportion. */
  public static final int MAX_WINDOW = 1_024;

  /** The model that Prioritize comes with. */
  public static final String SHIPPED = "shipped";

  /**
   * A window of 128, a fifth of the pool, of the fixed policies the best one with estimated
   * durations, and the shipped model.
   */
  public static final LearnedRules DEFAULT = new LearnedRules(128, 20, "wsaf4", SHIPPED);

  public LearnedRules {
    if (holdPercent < 0 || holdPercent > 100) {
      throw new IllegalArgumentException("holdPercent must be 0 to 100, was " + holdPercent);
    }
    if (!Ids.isId(model)) {
      throw new IllegalArgumentException("model must be an id, was " + model);
    }
    if (window < 1 || window > MAX_WINDOW) {
      throw new IllegalArgumentException(
          "window must be 1 to " + MAX_WINDOW + " candidates, was " + window);
    }
  }
}
