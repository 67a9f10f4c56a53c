package dev.prioritize.stream.query;

import dev.prioritize.core.state.Job;

/**
 * A job at one instant, with what follows from the pool's state.
 *
 * @param job its state
 * @param rank its place among the waiting, from 1; 0 if it does not wait
 * @param waiting why it waits, or null if it does not
 * @param nowMillis the instant, milliseconds since the epoch
 * @param agingIntervalMillis waiting time worth one class, above 0
 * @param guardAtMillis when the starvation guard puts it before all others; 0 if it never does
 */
public record JobView(
    Job job, int rank, Wait waiting, long nowMillis, long agingIntervalMillis, long guardAtMillis) {

  /** Aged priority in classes: 1 for a LOW job just submitted, and 1 more per aging interval. */
  public double agedPriority() {
    return (double) job.agedPriorityMillis(nowMillis, agingIntervalMillis) / agingIntervalMillis;
  }

  /** For how long it is in its state: since submission, placement or end, in milliseconds. */
  public long inStateMillis() {
    if (job.state().isEnded()) {
      return nowMillis - job.endedAtMillis();
    }
    return nowMillis
        - (job.state().holdsGpus() ? job.attempt().placedAtMillis() : job.submittedAtMillis());
  }

  /** True if the job runs, or last ran, on this node. */
  public boolean isOn(String nodeId) {
    return job.attempt() != null && job.attempt().taskOn(nodeId) != null;
  }
}
