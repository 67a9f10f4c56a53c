package dev.prioritize.core.engine;

import dev.prioritize.core.command.Command.CancelJob;
import dev.prioritize.core.event.Event.CommandIgnored;
import dev.prioritize.core.event.Event.CommandKind;
import dev.prioritize.core.event.Event.CommandRejected;
import dev.prioritize.core.event.Event.JobFinished;
import dev.prioritize.core.model.EndReason;
import dev.prioritize.core.model.JobState;
import dev.prioritize.core.model.Rejection;
import dev.prioritize.core.model.RejectionCode;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.Pool;

/** Ends a waiting job at once, and a running one through STOPPING. */
final class CancelJobProcessor {
  private final Pool pool;
  private final EventSink sink;

  CancelJobProcessor(Pool pool, EventSink sink) {
    this.pool = pool;
    this.sink = sink;
  }

  void process(CancelJob command) {
    Job job = pool.job(command.jobId());
    if (job == null) {
      reject(command.jobId(), RejectionCode.UNKNOWN_JOB, "name a job of this pool");
    } else if (job.state() == JobState.CANCELLED || isBeingCancelled(job)) {
      sink.emit(new CommandIgnored(CommandKind.CANCEL_JOB, job.id()));
    } else if (job.state().isEnded()) {
      reject(job.id(), RejectionCode.JOB_ENDED, "nothing to do: the job is " + job.state());
    } else if (job.state() == JobState.PENDING) {
      sink.emit(
          new JobFinished(job.id(), job.attempts(), JobState.CANCELLED, EndReason.CANCELLED, 0));
    } else {
      GangStop.stop(job, EndReason.CANCELLED, sink);
    }
  }

  private static boolean isBeingCancelled(Job job) {
    return job.state() == JobState.STOPPING && job.attempt().stopReason() == EndReason.CANCELLED;
  }

  private void reject(String jobId, RejectionCode code, String fix) {
    sink.emit(
        new CommandRejected(
            CommandKind.CANCEL_JOB, jobId, new Rejection(code, "jobId", jobId, fix)));
  }
}
