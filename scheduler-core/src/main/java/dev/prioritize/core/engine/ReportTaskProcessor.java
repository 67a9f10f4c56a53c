package dev.prioritize.core.engine;

import dev.prioritize.core.command.Command.ReportTask;
import dev.prioritize.core.event.Event.JobStarted;
import dev.prioritize.core.event.Event.ReportIgnored;
import dev.prioritize.core.event.Event.TaskReported;
import dev.prioritize.core.model.EndReason;
import dev.prioritize.core.model.JobState;
import dev.prioritize.core.model.ReportRefusal;
import dev.prioritize.core.model.TaskState;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.Pool;
import dev.prioritize.core.state.TaskRun;

/**
 * Follows an attempt by its launchers' reports. A gang starts when its last task runs, ends well
 * when its last task has, and is stopped whole when one task fails; its GPUs are free when no task
 * is left.
 */
final class ReportTaskProcessor {
  private final Pool pool;
  private final EventSink sink;
  private final long nowMillis;

  ReportTaskProcessor(Pool pool, EventSink sink, long nowMillis) {
    this.pool = pool;
    this.sink = sink;
    this.nowMillis = nowMillis;
  }

  void process(ReportTask report) {
    ReportRefusal refusal = check(report);
    if (refusal != null) {
      sink.emit(
          new ReportIgnored(
              report.jobId(), report.attempt(), report.nodeId(), report.state(), refusal));
      return;
    }
    sink.emit(
        new TaskReported(
            report.jobId(),
            report.attempt(),
            report.nodeId(),
            report.state(),
            report.exitCode(),
            report.message()));
    startIfAllRun(pool.job(report.jobId()));
    stopIfOneFailed(pool.job(report.jobId()), report);
    new AttemptEnd(pool, sink, nowMillis).endIfNoTaskIsLeft(pool.job(report.jobId()));
  }

  private ReportRefusal check(ReportTask report) {
    Job job = pool.job(report.jobId());
    if (job == null) {
      return ReportRefusal.UNKNOWN_JOB;
    }
    if (!job.state().holdsGpus() || report.attempt() != job.attempt().number()) {
      return ReportRefusal.OLDER_ATTEMPT;
    }
    if (report.epoch() != job.attempt().epoch()) {
      return ReportRefusal.OTHER_EPOCH;
    }
    TaskRun task = job.attempt().taskOn(report.nodeId());
    if (task == null) {
      return ReportRefusal.NO_TASK_ON_NODE;
    }
    return task.state().isEnded() || task.state() == report.state()
        ? ReportRefusal.NO_CHANGE
        : null;
  }

  private void startIfAllRun(Job job) {
    if (job.state() == JobState.STARTING
        && job.attempt()
            .allTasks(task -> task == TaskState.STARTED || task == TaskState.SUCCEEDED)) {
      sink.emit(new JobStarted(job.id(), job.attempt().number()));
    }
  }

  private void stopIfOneFailed(Job job, ReportTask report) {
    if (job.state() == JobState.STOPPING) {
      return;
    }
    switch (report.state()) {
      case FAILED -> {
        new FailureBlame(pool, sink, nowMillis).blame(job, report.nodeId());
        GangStop.stop(job, EndReason.TASK_FAILED, sink);
      }
      case STOPPED -> GangStop.stop(job, EndReason.TASK_STOPPED, sink);
      case REFUSED -> {
        CoolDown.begin(pool, sink, nowMillis, report.nodeId(), EndReason.TASK_REFUSED);
        GangStop.stop(job, EndReason.TASK_REFUSED, sink);
      }
      default -> {}
    }
  }
}
