package dev.prioritize.core.state;

import dev.prioritize.core.model.Estimate;
import dev.prioritize.core.model.JobSpec;
import dev.prioritize.core.model.JobState;
import dev.prioritize.core.model.Limits;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.model.Rejection;
import dev.prioritize.core.model.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * A job as it stands now. Immutable: a change puts a new one into the {@link Pool}.
 *
 * @param spec as submitted
 * @param priorityClass as submitted or changed since
 * @param submittedAtMillis the pool's time at submission; kept over requeues, so that waiting
 *     counts
 * @param estimate fixed at submission
 * @param state where it stands
 * @param faults what went wrong so far
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
    Faults faults,
    Attempt attempt,
    long endedAtMillis,
    Rejection rejection) {

  /**
   * What went wrong with a job's attempts.
   *
   * @param failures attempts that ended by a fault of the job
   * @param nodeFaults attempts that ended by a fault of a node
   * @param failedNodeIds nodes on which a task of it failed first, each once, the last one last; at
   *     most {@link Limits#MAX_FAILED_NODES_PER_JOB}
   */
  public record Faults(int failures, int nodeFaults, List<String> failedNodeIds) {
    /** Nothing yet. */
    public static final Faults NONE = new Faults(0, 0, List.of());

    public Faults {
      failedNodeIds = List.copyOf(failedNodeIds);
    }

    Faults counted(int newFailures, int newNodeFaults) {
      return new Faults(newFailures, newNodeFaults, failedNodeIds);
    }

    Faults failedOn(String nodeId) {
      List<String> nodeIds = new ArrayList<>(failedNodeIds);
      nodeIds.remove(nodeId);
      nodeIds.add(nodeId);
      if (nodeIds.size() > Limits.MAX_FAILED_NODES_PER_JOB) {
        nodeIds.remove(0);
      }
      return new Faults(failures, nodeFaults, nodeIds);
    }
  }

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
    return spec.maxRetries() - faults.failures();
  }

  /** The node on which it failed last, which a retry had better avoid; or null. */
  public String lastFailedNodeId() {
    List<String> nodeIds = faults.failedNodeIds();
    return nodeIds.isEmpty() ? null : nodeIds.get(nodeIds.size() - 1);
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

  /** When the engine has to look after the job if nobody reports before, or Long.MAX_VALUE. */
  long nextDeadlineMillis() {
    if (!state.holdsGpus()) {
      return Long.MAX_VALUE;
    }
    long next = state == JobState.RUNNING ? timeLimitEndMillis() : attempt.deadlineMillis();
    for (TaskRun task : attempt.tasks()) {
      if (task.isMissed()) {
        next = Math.min(next, task.lostAtMillis());
      }
    }
    return next;
  }

  /** When a running job reaches its own time limit, or Long.MAX_VALUE. */
  public long timeLimitEndMillis() {
    return spec.timeLimitMillis() == null
        ? Long.MAX_VALUE
        : attempt.startedAtMillis() + spec.timeLimitMillis();
  }

  Job withPriorityClass(PriorityClass changed) {
    return new Job(
        spec,
        changed,
        submittedAtMillis,
        estimate,
        state,
        faults,
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
        faults,
        changed,
        endedAtMillis,
        rejection);
  }

  Job withFaults(Faults changed) {
    return new Job(
        spec,
        priorityClass,
        submittedAtMillis,
        estimate,
        state,
        changed,
        attempt,
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
        faults,
        attempt,
        endedAtMillis,
        rejection);
  }

  Job ended(JobState to, long atMillis, Rejection why) {
    requireLegal(to);
    return new Job(
        spec, priorityClass, submittedAtMillis, estimate, to, faults, attempt, atMillis, why);
  }

  private void requireLegal(JobState to) {
    if (!state.next().contains(to)) {
      throw new IllegalStateException("job " + id() + " cannot go from " + state + " to " + to);
    }
  }
}
