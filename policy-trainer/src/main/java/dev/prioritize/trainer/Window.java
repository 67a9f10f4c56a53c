package dev.prioritize.trainer;

import dev.prioritize.simulator.Workload;

/**
 * A workload to learn on.
 *
 * @param source where its jobs come from: a slice's name, or the generator's preset
 * @param knowledge what the scheduler is told of durations
 */
public record Window(String source, Knowledge knowledge, Workload workload) {
  /** What submitters tell of durations in a window. */
  public enum Knowledge {
    /** The truth. */
    EXACT,
    /** Nothing. */
    ESTIMATED,
    /** Something of a bias and a noise that differ from window to window. */
    NOISY
  }
}
