package dev.prioritize.core.model;

/**
 * Names one run of a job.
 *
 * @param jobId the job
 * @param attempt counts the job's runs from 1
 * @param epoch the epoch of its START
 */
public record AttemptRef(String jobId, int attempt, long epoch) implements Comparable<AttemptRef> {
  @Override
  public int compareTo(AttemptRef other) {
    int byJob = jobId.compareTo(other.jobId);
    if (byJob != 0) {
      return byJob;
    }
    int byAttempt = Integer.compare(attempt, other.attempt);
    return byAttempt != 0 ? byAttempt : Long.compare(epoch, other.epoch);
  }
}
