package dev.prioritize.core.engine;

import dev.prioritize.core.command.Command.ChangePriority;
import dev.prioritize.core.event.Event.CommandIgnored;
import dev.prioritize.core.event.Event.CommandKind;
import dev.prioritize.core.event.Event.CommandRejected;
import dev.prioritize.core.event.Event.PriorityChanged;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.model.Rejection;
import dev.prioritize.core.model.RejectionCode;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.Pool;

/** Gives a job that has not ended another class. */
final class ChangePriorityProcessor {
  private final Pool pool;
  private final EventSink sink;

  ChangePriorityProcessor(Pool pool, EventSink sink) {
    this.pool = pool;
    this.sink = sink;
  }

  void process(ChangePriority command) {
    Job job = pool.job(command.jobId());
    if (job == null) {
      reject(command.jobId(), RejectionCode.UNKNOWN_JOB, "name a job of this pool");
    } else if (job.state().isEnded()) {
      reject(job.id(), RejectionCode.JOB_ENDED, "nothing to do: the job is " + job.state());
    } else if (job.priorityClass() == command.priorityClass()) {
      sink.emit(new CommandIgnored(CommandKind.CHANGE_PRIORITY, job.id()));
    } else {
      change(job, command.priorityClass());
    }
  }

  private void change(Job job, PriorityClass wanted) {
    Rejection refusal = TenantClass.refusal(pool, job.spec().tenant(), wanted);
    sink.emit(
        refusal == null
            ? new PriorityChanged(job.id(), job.priorityClass(), wanted)
            : new CommandRejected(CommandKind.CHANGE_PRIORITY, job.id(), refusal));
  }

  private void reject(String jobId, RejectionCode code, String fix) {
    sink.emit(
        new CommandRejected(
            CommandKind.CHANGE_PRIORITY, jobId, new Rejection(code, "jobId", jobId, fix)));
  }
}
