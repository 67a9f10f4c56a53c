package dev.prioritize.simulator;

/** What the submitter of a trace's job tells the scheduler of its duration. */
public enum DurationKnowledge {
  /** The true duration: an oracle, which production does not have. */
  EXACT,
  /** Nothing; the engine estimates from the jobs that have finished. */
  ESTIMATED,
  /** What the trace says that the submitter said; where it says nothing, as estimated. */
  GIVEN
}
