package dev.prioritize.core.state;

import dev.prioritize.core.model.Estimate;
import dev.prioritize.core.model.JobSpec;
import dev.prioritize.core.model.JobState;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.model.Rejection;
import dev.prioritize.core.model.Shape;

/**
 * A job as it stands now. Immutable: a change puts a new one into the {@link Pool}.
 *
 * @param spec as submitted
 * @param priorityClass as submitted or changed since
 * @param submittedAtMillis the pool's time at submission; kept over requeues, so that waiting
 *     counts
 * @param estimate fixed at submission
 * @param state where it stands
 * @param failures attempts that ended by a fault of the job
 * @param attempt the current or last attempt, or null if it never started
 * @param endedAtMillis when it ended, or 0
 * @param rejection why it was rejected, or null
 */
public record Job(
    JobSpec spec,
    PriorityClass priorityClass,
    long submittedAtMillis,
    Estimate estimate,
    JobState state,
    int failures,
    Attempt attempt,
    long endedAtMillis,
    Rejection rejection) {

  /** The job's id, unique in its pool. */
  public String id() {
    return spec.jobId();
  }

  /** GPUs, model and placement. */
  public Shape shape() {
    return spec.shape();
  }

  /** GPUs of the gang. */
  public int gpus() {
    return spec.shape().gpus();
  }

  /** GPUs × expected duration: its area, in GPU milliseconds; at most 2.6e15. */
  public long expectedGpuMillis() {
    return gpus() * estimate.durationMillis();
  }

  /** How many attempts were made so far. */
  public int attempts() {
    return attempt == null ? 0 : attempt.number();
  }

  /** Retries not yet used. */
  public int retriesLeft() {
    return spec.maxRetries() - failures;
  }

  /**
   * Aged priority × aging interval, so that it stays an integer: base × interval + time waited.
   *
   * @param nowMillis the pool's time
   * @param agingIntervalMillis waiting time worth one class
   */
  public long agedPriorityMillis(long nowMillis, long agingIntervalMillis) {
    return priorityClass.base() * agingIntervalMillis + (nowMillis - submittedAtMillis);
  }

  Job withPriorityClass(PriorityClass changed) {
    return new Job(
        spec,
        changed,
        submittedAtMillis,
        estimate,
        state,
        failures,
        attempt,
        endedAtMillis,
        rejection);
  }

  Job withAttempt(Attempt changed) {
    return new Job(
        spec,
        priorityClass,
        submittedAtMillis,
        estimate,
        state,
        failures,
        changed,
        endedAtMillis,
        rejection);
  }

  /** Moves to another state; only transitions of the table are possible. */
  Job withState(JobState to) {
    requireLegal(to);
    return new Job(
        spec,
        priorityClass,
        submittedAtMillis,
        estimate,
        to,
        failures,
        attempt,
        endedAtMillis,
        rejection);
  }

  Job requeued(int newFailures) {
    requireLegal(JobState.PENDING);
    return new Job(
        spec,
        priorityClass,
        submittedAtMillis,
        estimate,
        JobState.PENDING,
        newFailures,
        attempt,
        0,
        null);
  }

  Job ended(JobState to, long atMillis, Rejection why) {
    requireLegal(to);
    return new Job(
        spec, priorityClass, submittedAtMillis, estimate, to, failures, attempt, atMillis, why);
  }

  private void requireLegal(JobState to) {
    if (!state.next().contains(to)) {
      throw new IllegalStateException("job " + id() + " cannot go from " + state + " to " + to);
    }
  }
}
