package dev.prioritize.core.state;

import dev.prioritize.core.event.Event;
import dev.prioritize.core.model.ConfigOrigin;
import dev.prioritize.core.model.EndReason;
import dev.prioritize.core.model.Inventory;
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
    if (event.origin() == ConfigOrigin.DEPLOYMENT) {
      pool.deploy(event.config());
    }
    return null;
  }

  @Override
  public Void tenantLimited(Event.TenantLimited event) {
    TenantUsage usage = pool.tenant(event.tenant());
    pool.put(new TenantUsage(event.tenant(), usage.gpuMillis(), event.largest()));
    return null;
  }

  /** What others had to do by a certain time they could not tell anyone. */
  @Override
  public Void schedulerResumed(Event.SchedulerResumed event) {
    long gap = event.gapMillis();
    if (pool.firstNodeAtMillis >= 0 && !pool.inventoryKnown(pool.nowMillis - gap)) {
      pool.listenFrom(pool.nowMillis); // the nodes that were not heard get their full time
    }
    for (Job job : List.copyOf(pool.jobs())) {
      if (job.state().holdsGpus()) {
        pool.put(job.withAttempt(job.attempt().postponedBy(gap)));
      }
    }
    for (String nodeId : List.copyOf(pool.ledger().heldBackNodeIds())) {
      NodeStanding now = pool.ledger().node(nodeId).standing();
      long cooledDown = now.cooledDownUntilMillis();
      pool.stand(
          nodeId,
          standing ->
              standing.heldBack(
                  cooledDown == 0 ? 0 : cooledDown + gap, now.quarantinedUntilMillis()));
    }
    return null;
  }

  @Override
  public Void nodeRegistered(Event.NodeRegistered event) {
    pool.registerOrUpdate(event.facts());
    pool.stand(event.facts().nodeId(), standing -> NodeStanding.GOOD);
    if (pool.firstNodeAtMillis < 0) {
      pool.listenFrom(pool.nowMillis);
    }
    return null;
  }

  @Override
  public Void nodeUpdated(Event.NodeUpdated event) {
    pool.registerOrUpdate(event.facts());
    return null;
  }

  /** A task that should run there and is not listed counts as lost after a grace. */
  @Override
  public Void inventoryReported(Event.InventoryReported event) {
    pool.stand(event.nodeId(), standing -> standing.withInventory(event.inventory()));
    missTasksOn(event.nodeId());
    return null;
  }

  @Override
  public Void taskDisowned(Event.TaskDisowned event) {
    return null;
  }

  /** Nobody knows what a silent node runs: what it holds it keeps until it speaks. */
  @Override
  public Void nodeSilent(Event.NodeSilent event) {
    pool.stand(event.nodeId(), standing -> standing.withSilent(true));
    for (Job job : holders(event.nodeId())) {
      pool.put(
          job.withAttempt(
              job.attempt().withTask(event.nodeId(), task -> task.lostAt(TaskRun.NOT_MISSED))));
    }
    return null;
  }

  @Override
  public Void nodeReturned(Event.NodeReturned event) {
    pool.stand(event.nodeId(), standing -> standing.withSilent(false));
    missTasksOn(event.nodeId());
    return null;
  }

  @Override
  public Void nodeDrained(Event.NodeDrained event) {
    pool.stand(event.nodeId(), standing -> standing.drained(event.reason()));
    return null;
  }

  @Override
  public Void nodeUndrained(Event.NodeUndrained event) {
    pool.stand(event.nodeId(), NodeStanding::cleared);
    return null;
  }

  @Override
  public Void nodeCooledDown(Event.NodeCooledDown event) {
    pool.stand(
        event.nodeId(),
        standing -> standing.heldBack(event.untilMillis(), standing.quarantinedUntilMillis()));
    return null;
  }

  @Override
  public Void nodeFailureCounted(Event.NodeFailureCounted event) {
    NodeFailure failure = new NodeFailure(event.jobId(), pool.nowMillis);
    pool.stand(event.nodeId(), standing -> standing.withFailure(failure));
    return null;
  }

  @Override
  public Void jobBlamed(Event.JobBlamed event) {
    for (String nodeId : job(event.jobId()).faults().failedNodeIds()) {
      if (pool.ledger().node(nodeId) != null) {
        pool.stand(nodeId, standing -> standing.withoutFailuresOf(event.jobId()));
      }
    }
    return null;
  }

  @Override
  public Void nodeQuarantined(Event.NodeQuarantined event) {
    pool.stand(
        event.nodeId(),
        standing -> standing.heldBack(standing.cooledDownUntilMillis(), event.untilMillis()));
    return null;
  }

  /** What led to a quarantine is forgotten with it: the node gets another chance. */
  @Override
  public Void nodeReleased(Event.NodeReleased event) {
    NodeStanding now = pool.ledger().node(event.nodeId()).standing();
    boolean quarantineOver =
        now.quarantinedUntilMillis() != 0 && now.quarantinedUntilMillis() <= pool.nowMillis;
    boolean coolDownOver = now.cooledDownUntilMillis() <= pool.nowMillis;
    NodeStanding cleared = quarantineOver ? now.withoutFailures() : now;
    pool.stand(
        event.nodeId(),
        standing ->
            cleared.heldBack(
                coolDownOver ? 0 : now.cooledDownUntilMillis(),
                quarantineOver ? 0 : now.quarantinedUntilMillis()));
    return null;
  }

  @Override
  public Void nodeRemoved(Event.NodeRemoved event) {
    pool.stand(event.nodeId(), NodeStanding::asRemoved);
    return null;
  }

  @Override
  public Void jobSubmitted(Event.JobSubmitted event) {
    Job job =
        new Job(
            event.spec(),
            event.spec().priorityClass(),
            event.submittedAtMillis(),
            event.estimate(),
            JobState.PENDING,
            Job.Faults.NONE,
            null,
            0,
            null);
    pool.put(job);
    pool.countArrival(job);
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
    if (event.pick() != null) {
      pool.pickedBy(event.decidedBy());
    }
    List<TaskRun> tasks = new ArrayList<>(event.tasks().size());
    for (TaskPlacement task : event.tasks()) {
      tasks.add(
          new TaskRun(task.nodeId(), task.gpuUuids(), TaskState.ASSIGNED, TaskRun.NOT_MISSED));
    }
    Attempt attempt =
        new Attempt(
            event.attempt(),
            event.epoch(),
            pool.nowMillis,
            0,
            event.expectedEndMillis(),
            pool.nowMillis + pool.config.faults().startDeadlineMillis(),
            null,
            tasks);
    pool.epoch = event.epoch();
    pool.put(job(event.jobId()).withAttempt(attempt).withState(JobState.STARTING));
    return null;
  }

  /** Of a gang only the task that fails first is at fault; the others follow from it. */
  @Override
  public Void taskReported(Event.TaskReported event) {
    Job job = job(event.jobId());
    boolean failsFirst = event.state() == TaskState.FAILED && job.state() != JobState.STOPPING;
    Job blamed = failsFirst ? job.withFaults(job.faults().failedOn(event.nodeId())) : job;
    pool.put(
        blamed.withAttempt(
            job.attempt()
                .withTask(
                    event.nodeId(),
                    task -> missedOnceStarted(job, task.withState(event.state())))));
    return null;
  }

  @Override
  public Void taskLost(Event.TaskLost event) {
    Job job = job(event.jobId());
    pool.put(
        job.withAttempt(
            job.attempt().withTask(event.nodeId(), task -> task.withState(TaskState.LOST))));
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
    long deadline = pool.nowMillis + pool.config.faults().startDeadlineMillis();
    Job again = job.withAttempt(job.attempt().withStop(event.reason(), deadline));
    Job stopping = job.state() == JobState.STOPPING ? again : again.withState(JobState.STOPPING);
    pool.put(stopping.withAttempt(stopping.attempt().withTasks(task -> missed(stopping, task))));
    return null;
  }

  @Override
  public Void jobRequeued(Event.JobRequeued event) {
    Job job = job(event.jobId());
    pool.charge(job);
    pool.put(
        job.withFaults(job.faults().counted(event.failures(), event.nodeFaults()))
            .withState(JobState.PENDING));
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
      countSuccess(job);
    }
    pool.put(job.ended(event.state(), pool.nowMillis, null));
    return null;
  }

  private void countSuccess(Job job) {
    for (TaskRun task : job.attempt().tasks()) {
      if (!pool.ledger().node(task.nodeId()).standing().failures().isEmpty()) {
        pool.stand(task.nodeId(), NodeStanding::withSuccess);
      }
    }
  }

  @Override
  public Void jobForgotten(Event.JobForgotten event) {
    pool.forget(event.jobId());
    return null;
  }

  @Override
  public Void reservationChanged(Event.ReservationChanged event) {
    pool.reserve(event);
    return null;
  }

  @Override
  public Void passFinished(Event.PassFinished event) {
    pool.running().advanceTo(pool.nowMillis);
    pool.block(event.blockedShapes());
    if (event.pickedBy() != null) {
      pool.pickedBy(event.pickedBy());
    }
    if (event.substitution() != null) {
      pool.substituted(event.substitution());
    }
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

  private List<Job> holders(String nodeId) {
    return pool.ledger().node(nodeId).holders().stream().map(this::job).toList();
  }

  private void missTasksOn(String nodeId) {
    for (Job job : holders(nodeId)) {
      pool.put(job.withAttempt(job.attempt().withTask(nodeId, task -> missed(job, task))));
    }
  }

  /**
   * A report that it runs may come late, from a launcher that is gone: its successor, who does not
   * list the task, has spoken already and need not again. A node whose launcher has no id is not
   * known to list anything.
   */
  private TaskRun missedOnceStarted(Job job, TaskRun task) {
    Inventory inventory = pool.ledger().node(task.nodeId()).standing().inventory();
    boolean started = task.state() == TaskState.STARTED;
    return started && !inventory.launcherId().isEmpty() ? missed(job, task) : task;
  }

  /** Sets or takes back when a task counts as lost, by its node's inventory. */
  private TaskRun missed(Job job, TaskRun task) {
    NodeStanding standing = pool.ledger().node(task.nodeId()).standing();
    boolean listed = standing.inventory().attempts().contains(job.attempt().ref(job.id()));
    boolean knowable = !standing.silent() && !standing.removed();
    if (listed || !knowable || !shouldRun(job, task)) {
      return task.lostAt(TaskRun.NOT_MISSED);
    }
    long graceMillis = pool.config.faults().reconcileGraceMillis();
    return task.isMissed() ? task : task.lostAt(pool.nowMillis + graceMillis);
  }

  /** A START that the launcher has not obeyed yet is no loss, until the job is to stop. */
  private static boolean shouldRun(Job job, TaskRun task) {
    return task.state() == TaskState.STARTED
        || (task.state() == TaskState.ASSIGNED && job.state() == JobState.STOPPING);
  }

  private Job job(String jobId) {
    Job job = pool.job(jobId);
    if (job == null) {
      throw new IllegalStateException("event about job " + jobId + ", which the pool lacks");
    }
    return job;
  }
}
