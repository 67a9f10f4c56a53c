package dev.prioritize.core.engine;

import dev.prioritize.core.event.Event.TaskLost;
import dev.prioritize.core.model.EndReason;
import dev.prioritize.core.model.JobState;
import dev.prioritize.core.model.TaskState;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.Pool;
import dev.prioritize.core.state.TaskRun;

/**
 * Looks after attempts that nobody reported on in time:
 *
 * <ul>
 *   <li>a task that its node does not list for longer than the grace is lost, and with it the gang;
 *   <li>a gang of which a task has not started by the deadline is stopped, and the nodes that did
 *       not answer cool down;
 *   <li>a job that has run for its time limit is stopped;
 *   <li>tasks that were told to stop and have not by the deadline are told again.
 * </ul>
 */
final class OverdueAttempts {
  private final Pool pool;
  private final EventSink sink;
  private final long nowMillis;

  OverdueAttempts(Pool pool, EventSink sink, long nowMillis) {
    this.pool = pool;
    this.sink = sink;
    this.nowMillis = nowMillis;
  }

  void process() {
    for (String jobId : pool.deadlines().dueBy(nowMillis)) {
      loseMissedTasks(pool.job(jobId));
      Job job = pool.job(jobId);
      switch (job.state()) {
        case STARTING -> stopIfNotStarted(job);
        case RUNNING -> stopIfOverTimeLimit(job);
        case STOPPING -> tellAgain(job);
        default -> {}
      }
    }
  }

  private void loseMissedTasks(Job job) {
    if (job.attempt().tasks().stream().noneMatch(this::isLost)) {
      return;
    }
    if (job.state() != JobState.STOPPING) {
      GangStop.stop(job, EndReason.TASK_LOST, sink);
    }
    for (TaskRun task : job.attempt().tasks()) {
      if (isLost(task)) {
        sink.emit(new TaskLost(job.id(), job.attempt().number(), task.nodeId()));
      }
    }
    new AttemptEnd(pool, sink, nowMillis).endIfNoTaskIsLeft(pool.job(job.id()));
  }

  private boolean isLost(TaskRun task) {
    return task.isMissed() && task.lostAtMillis() <= nowMillis;
  }

  private void stopIfNotStarted(Job job) {
    if (job.attempt().deadlineMillis() > nowMillis) {
      return;
    }
    for (TaskRun task : job.attempt().tasks()) {
      if (task.state() == TaskState.ASSIGNED) {
        CoolDown.begin(pool, sink, nowMillis, task.nodeId(), EndReason.START_TIMEOUT);
      }
    }
    GangStop.stop(job, EndReason.START_TIMEOUT, sink);
  }

  private void stopIfOverTimeLimit(Job job) {
    if (job.timeLimitEndMillis() <= nowMillis) {
      GangStop.stop(job, EndReason.TIME_LIMIT, sink);
    }
  }

  private void tellAgain(Job job) {
    if (job.attempt().deadlineMillis() <= nowMillis) {
      GangStop.repeat(job, sink);
    }
  }
}
