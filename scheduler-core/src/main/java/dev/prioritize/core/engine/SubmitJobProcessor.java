package dev.prioritize.core.engine;

import dev.prioritize.core.command.Command.SubmitJob;
import dev.prioritize.core.event.Event.CommandIgnored;
import dev.prioritize.core.event.Event.CommandKind;
import dev.prioritize.core.event.Event.CommandRejected;
import dev.prioritize.core.event.Event.JobRejected;
import dev.prioritize.core.event.Event.JobSubmitted;
import dev.prioritize.core.model.JobSpec;
import dev.prioritize.core.model.Limits;
import dev.prioritize.core.model.Rejection;
import dev.prioritize.core.model.RejectionCode;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.Pool;

/**
 * Admits a job to the queue. A job id sent again with the same content changes nothing; one with
 * other content is refused.
 */
final class SubmitJobProcessor {
  private final Pool pool;
  private final EventSink sink;
  private final long nowMillis;

  SubmitJobProcessor(Pool pool, EventSink sink, long nowMillis) {
    this.pool = pool;
    this.sink = sink;
    this.nowMillis = nowMillis;
  }

  void process(SubmitJob command) {
    JobSpec spec = command.spec();
    Job known = pool.job(spec.jobId());
    if (known != null && known.spec().contentSha256().equals(spec.contentSha256())) {
      sink.emit(new CommandIgnored(CommandKind.SUBMIT_JOB, spec.jobId()));
    } else if (known != null) {
      refuse(
          spec,
          RejectionCode.JOB_ID_TAKEN,
          "jobId",
          spec.jobId(),
          "give the job an id of its own; this one is " + known.state());
    } else if (TenantClass.refusal(pool, spec.tenant(), spec.priorityClass()) != null) {
      Rejection refusal = TenantClass.refusal(pool, spec.tenant(), spec.priorityClass());
      sink.emit(new CommandRejected(CommandKind.SUBMIT_JOB, spec.jobId(), refusal));
    } else if (pool.queue().size() >= Limits.MAX_PENDING_JOBS) {
      refuse(
          spec,
          RejectionCode.QUEUE_FULL,
          "jobId",
          spec.jobId(),
          "submit again when fewer than " + Limits.MAX_PENDING_JOBS + " jobs wait");
    } else if (hasOneShapeTooMany(spec)) {
      refuse(
          spec,
          RejectionCode.TOO_MANY_SHAPES,
          "gpuModel",
          spec.shape().gpuModel(),
          "use GPUs, model and placement of a job that waits: "
              + Limits.MAX_PENDING_SHAPES
              + " combinations do already");
    } else {
      admit(spec);
    }
  }

  private boolean hasOneShapeTooMany(JobSpec spec) {
    return pool.queue().byShape().size() >= Limits.MAX_PENDING_SHAPES
        && !pool.queue().byShape().containsKey(spec.shape());
  }

  private void refuse(JobSpec spec, RejectionCode code, String field, String value, String fix) {
    sink.emit(
        new CommandRejected(
            CommandKind.SUBMIT_JOB, spec.jobId(), new Rejection(code, field, value, fix)));
  }

  private void admit(JobSpec spec) {
    Heuristic heuristic = Heuristic.of(pool.config());
    boolean believed = heuristic == null || heuristic.believesSubmitters();
    sink.emit(new JobSubmitted(spec, nowMillis, pool.durations().estimate(spec, believed)));
    Rejection neverFits = NeverFits.check(pool, spec.shape(), nowMillis);
    if (neverFits != null) {
      sink.emit(new JobRejected(spec.jobId(), neverFits));
    }
  }
}
