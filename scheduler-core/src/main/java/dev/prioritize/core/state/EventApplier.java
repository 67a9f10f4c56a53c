package dev.prioritize.core.state;

import dev.prioritize.core.event.Event;
import dev.prioritize.core.model.EndReason;
import dev.prioritize.core.model.JobState;
import dev.prioritize.core.model.TaskPlacement;
import dev.prioritize.core.model.TaskState;
import java.util.ArrayList;
import java.util.List;

/** What each fact changes. Decides nothing. */
final class EventApplier implements Event.Visitor<Void> {
  private final Pool pool;

  EventApplier(Pool pool) {
    this.pool = pool;
  }

  @Override
  public Void poolConfigured(Event.PoolConfigured event) {
    pool.configure(event.config());
    return null;
  }

  @Override
  public Void nodeRegistered(Event.NodeRegistered event) {
    pool.registerOrUpdate(event.facts());
    if (pool.firstNodeAtMillis < 0) {
      pool.firstNodeAtMillis = pool.nowMillis;
    }
    return null;
  }

  @Override
  public Void nodeUpdated(Event.NodeUpdated event) {
    pool.registerOrUpdate(event.facts());
    return null;
  }

  @Override
  public Void jobSubmitted(Event.JobSubmitted event) {
    pool.put(
        new Job(
            event.spec(),
            event.spec().priorityClass(),
            event.submittedAtMillis(),
            event.estimate(),
            JobState.PENDING,
            0,
            null,
            0,
            null));
    return null;
  }

  @Override
  public Void jobRejected(Event.JobRejected event) {
    Job job = job(event.jobId());
    pool.put(job.ended(JobState.REJECTED, pool.nowMillis, event.rejection()));
    return null;
  }

  @Override
  public Void priorityChanged(Event.PriorityChanged event) {
    pool.put(job(event.jobId()).withPriorityClass(event.to()));
    return null;
  }

  @Override
  public Void jobPlaced(Event.JobPlaced event) {
    List<TaskRun> tasks = new ArrayList<>(event.tasks().size());
    for (TaskPlacement task : event.tasks()) {
      tasks.add(new TaskRun(task.nodeId(), task.gpuUuids(), TaskState.ASSIGNED));
    }
    Attempt attempt =
        new Attempt(
            event.attempt(),
            event.epoch(),
            pool.nowMillis,
            0,
            event.expectedEndMillis(),
            null,
            tasks);
    pool.epoch = event.epoch();
    pool.put(job(event.jobId()).withAttempt(attempt).withState(JobState.STARTING));
    return null;
  }

  @Override
  public Void taskReported(Event.TaskReported event) {
    Job job = job(event.jobId());
    pool.put(job.withAttempt(job.attempt().withTaskState(event.nodeId(), event.state())));
    return null;
  }

  @Override
  public Void reportIgnored(Event.ReportIgnored event) {
    return null;
  }

  @Override
  public Void jobStarted(Event.JobStarted event) {
    Job job = job(event.jobId());
    pool.put(job.withAttempt(job.attempt().withStart(pool.nowMillis)).withState(JobState.RUNNING));
    return null;
  }

  @Override
  public Void jobStopping(Event.JobStopping event) {
    Job job = job(event.jobId());
    Job stopping = job.withAttempt(job.attempt().withStopReason(event.reason()));
    pool.put(job.state() == JobState.STOPPING ? stopping : stopping.withState(JobState.STOPPING));
    return null;
  }

  @Override
  public Void jobRequeued(Event.JobRequeued event) {
    Job job = job(event.jobId());
    pool.charge(job);
    pool.put(job.requeued(job.spec().maxRetries() - event.retriesLeft()));
    return null;
  }

  @Override
  public Void jobFinished(Event.JobFinished event) {
    Job job = job(event.jobId());
    if (job.state().holdsGpus()) {
      pool.charge(job);
    }
    if (event.reason() == EndReason.COMPLETED) {
      pool.addDuration(job, event.runMillis());
    }
    pool.put(job.ended(event.state(), pool.nowMillis, null));
    return null;
  }

  @Override
  public Void jobForgotten(Event.JobForgotten event) {
    pool.forget(event.jobId());
    return null;
  }

  @Override
  public Void reservationChanged(Event.ReservationChanged event) {
    pool.reservation = event;
    return null;
  }

  @Override
  public Void passFinished(Event.PassFinished event) {
    pool.running().advanceTo(pool.nowMillis);
    event.blockedShapes().forEach(s -> pool.blockedShapes.put(s.shape(), s.reason()));
    return null;
  }

  @Override
  public Void commandRejected(Event.CommandRejected event) {
    return null;
  }

  @Override
  public Void commandIgnored(Event.CommandIgnored event) {
    return null;
  }

  @Override
  public Void stateDigest(Event.StateDigest event) {
    return null;
  }

  private Job job(String jobId) {
    Job job = pool.job(jobId);
    if (job == null) {
      throw new IllegalStateException("event about job " + jobId + ", which the pool lacks");
    }
    return job;
  }
}
