package dev.prioritize.core.policy;

import dev.prioritize.core.state.Job;

/** How much a waiting job is worth starting at some time; the highest goes first. */
@FunctionalInterface
public interface JobScore {
  /**
   * The score, never NaN.
   *
   * @param nowMillis the pool's time, not before the job's submission
   * @param poolGpus GPUs of the pool's nodes, in service or not, at least 1
   */
  double of(Job job, long nowMillis, int poolGpus);
}
