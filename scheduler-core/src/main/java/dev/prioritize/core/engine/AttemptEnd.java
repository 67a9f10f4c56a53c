package dev.prioritize.core.engine;

import dev.prioritize.core.event.Event.JobFinished;
import dev.prioritize.core.event.Event.JobRequeued;
import dev.prioritize.core.model.EndReason;
import dev.prioritize.core.model.JobState;
import dev.prioritize.core.model.TaskState;
import dev.prioritize.core.state.Attempt;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.Pool;

/**
 * What follows once no task of an attempt is left: all of its GPUs are free in one event. Failures
 * of the job use up its retries; faults of nodes are counted apart and have a bound of their own,
 * so that no job goes round for ever.
 */
final class AttemptEnd {
  private final Pool pool;
  private final EventSink sink;
  private final long nowMillis;

  AttemptEnd(Pool pool, EventSink sink, long nowMillis) {
    this.pool = pool;
    this.sink = sink;
    this.nowMillis = nowMillis;
  }

  /** Ends the job's attempt if its last task is gone. */
  void endIfNoTaskIsLeft(Job job) {
    Attempt attempt = job.attempt();
    if (!attempt.allTasks(TaskState::isEnded)) {
      return;
    }
    if (job.state() == JobState.RUNNING) {
      finish(job, JobState.SUCCEEDED, EndReason.COMPLETED);
      return;
    }
    EndReason reason = attempt.stopReason();
    if (reason == EndReason.CANCELLED) {
      finish(job, JobState.CANCELLED, reason);
    } else if (reason.isNodeFault()) {
      countNodeFault(job, reason);
    } else if (reason == EndReason.TIME_LIMIT || job.retriesLeft() == 0) {
      finish(job, JobState.FAILED, reason);
    } else {
      Job.Faults faults = job.faults();
      requeue(job, reason, faults.failures() + 1, faults.nodeFaults());
    }
  }

  private void countNodeFault(Job job, EndReason reason) {
    Job.Faults faults = job.faults();
    if (faults.nodeFaults() >= pool.config().faults().nodeFaultLimit()) {
      finish(job, JobState.FAILED, reason);
    } else {
      requeue(job, reason, faults.failures(), faults.nodeFaults() + 1);
    }
  }

  private void requeue(Job job, EndReason reason, int failures, int nodeFaults) {
    sink.emit(new JobRequeued(job.id(), job.attempt().number(), reason, failures, nodeFaults));
  }

  private void finish(Job job, JobState state, EndReason reason) {
    Attempt attempt = job.attempt();
    long runMillis = nowMillis - attempt.placedAtMillis();
    sink.emit(new JobFinished(job.id(), attempt.number(), state, reason, runMillis));
  }
}
