package dev.prioritize.core.event;

import dev.prioritize.core.model.AttemptRef;
import dev.prioritize.core.model.ConfigOrigin;
import dev.prioritize.core.model.EndReason;
import dev.prioritize.core.model.Estimate;
import dev.prioritize.core.model.Inventory;
import dev.prioritize.core.model.JobSpec;
import dev.prioritize.core.model.JobState;
import dev.prioritize.core.model.NodeFacts;
import dev.prioritize.core.model.Pick;
import dev.prioritize.core.model.PolicyIdentity;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.model.Rejection;
import dev.prioritize.core.model.ReportRefusal;
import dev.prioritize.core.model.ReservationPick;
import dev.prioritize.core.model.ShapeStatus;
import dev.prioritize.core.model.StartReason;
import dev.prioritize.core.model.Substitution;
import dev.prioritize.core.model.TaskPlacement;
import dev.prioritize.core.model.TaskState;
import java.util.List;

/**
 * A fact of one pool. State is the fold of these: {@code EventApplier} is the only place where it
 * changes. Every command yields at least one event.
 */
public sealed interface Event {
  /** Calls the visitor's method for this kind of event. */
  <R> R accept(Visitor<R> visitor);

  /** The pool works by this configuration from now on. */
  record PoolConfigured(PoolConfig config, ConfigOrigin origin) implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.poolConfigured(this);
    }
  }

  /**
   * A node is known for the first time.
   *
   * @param facts without the GPUs that were refused
   */
  record NodeRegistered(NodeFacts facts) implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.nodeRegistered(this);
    }
  }

  /** A known node has changed. A GPU that is gone but held stays in the ledger, out of service. */
  record NodeUpdated(NodeFacts facts) implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.nodeUpdated(this);
    }
  }

  /** The node's launcher runs other attempts than before, or has started or spoken anew. */
  record InventoryReported(String nodeId, Inventory inventory) implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.inventoryReported(this);
    }
  }

  /** A node runs a task that it should not; it is told to stop it. */
  record TaskDisowned(String nodeId, AttemptRef attempt) implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.taskDisowned(this);
    }
  }

  /** The node has not been heard for one node timeout: no new work, and what it holds stays. */
  record NodeSilent(String nodeId) implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.nodeSilent(this);
    }
  }

  /** The silent node speaks again. */
  record NodeReturned(String nodeId) implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.nodeReturned(this);
    }
  }

  /** An operator keeps new work from the node. */
  record NodeDrained(String nodeId, String reason) implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.nodeDrained(this);
    }
  }

  /**
   * The node gets no new work for a while.
   *
   * @param reason TASK_REFUSED or START_TIMEOUT
   */
  record NodeCooledDown(String nodeId, long untilMillis, EndReason reason) implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.nodeCooledDown(this);
    }
  }

  /** A task failed on the node first of its gang, of a job that has failed on no other node. */
  record NodeFailureCounted(String nodeId, String jobId) implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.nodeFailureCounted(this);
    }
  }

  /** The job has failed on several nodes: the fault is its own and no node's. */
  record JobBlamed(String jobId) implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.jobBlamed(this);
    }
  }

  /**
   * Too many jobs failed on the node: no new work for a while.
   *
   * @param jobIds that failed there, oldest first
   */
  record NodeQuarantined(String nodeId, long untilMillis, List<String> jobIds) implements Event {
    public NodeQuarantined {
      jobIds = List.copyOf(jobIds);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.nodeQuarantined(this);
    }
  }

  /** The node's cool-down or quarantine is over. */
  record NodeReleased(String nodeId) implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.nodeReleased(this);
    }
  }

  /** An operator lets the node have work again, whatever kept it from it. */
  record NodeUndrained(String nodeId) implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.nodeUndrained(this);
    }
  }

  /** The node is gone for good; it leaves the ledger once nothing of it is held. */
  record NodeRemoved(String nodeId) implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.nodeRemoved(this);
    }
  }

  /** The largest class of a tenant's jobs; null for no limit. */
  record TenantLimited(String tenant, PriorityClass largest) implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.tenantLimited(this);
    }
  }

  /**
   * The pool has a new owner.
   *
   * @param gapMillis for which nobody listened: deadlines, graces and cool-downs move by it
   */
  record SchedulerResumed(long gapMillis) implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.schedulerResumed(this);
    }
  }

  /** A task is gone although its node said nothing of its end. */
  record TaskLost(String jobId, int attempt, String nodeId) implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.taskLost(this);
    }
  }

  /**
   * A job waits for its GPUs.
   *
   * @param submittedAtMillis the pool's time
   * @param estimate how long it is expected to run, for good
   */
  record JobSubmitted(JobSpec spec, long submittedAtMillis, Estimate estimate) implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.jobSubmitted(this);
    }
  }

  /** The pool can never run the waiting job. */
  record JobRejected(String jobId, Rejection rejection) implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.jobRejected(this);
    }
  }

  /** The job's class changed; its waiting time did not. */
  record PriorityChanged(String jobId, PriorityClass from, PriorityClass to) implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.priorityChanged(this);
    }
  }

  /**
   * A gang got all of its GPUs.
   *
   * @param attempt counts the job's runs from 1
   * @param epoch the pool's epoch, above every earlier one
   * @param tasks by node rank
   * @param decidedBy the policy, or the starvation guard's name
   * @param reason why now
   * @param waitMillis since submission
   * @param agedPriorityMillis aged priority × the aging interval: base × interval + wait
   * @param expectedEndMillis start + estimate
   * @param pick how a learned policy picked it, or null if none did
   */
  record JobPlaced(
      String jobId,
      int attempt,
      long epoch,
      List<TaskPlacement> tasks,
      PolicyIdentity decidedBy,
      StartReason reason,
      long waitMillis,
      long agedPriorityMillis,
      long expectedEndMillis,
      Pick pick)
      implements Event {
    public JobPlaced {
      tasks = List.copyOf(tasks);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.jobPlaced(this);
    }
  }

  /** A launcher's report was taken. */
  record TaskReported(
      String jobId, int attempt, String nodeId, TaskState state, int exitCode, String message)
      implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.taskReported(this);
    }
  }

  /** A launcher's report changed nothing; kept as evidence. */
  record ReportIgnored(
      String jobId, int attempt, String nodeId, TaskState state, ReportRefusal refusal)
      implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.reportIgnored(this);
    }
  }

  /** All tasks of the attempt run. */
  record JobStarted(String jobId, int attempt) implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.jobStarted(this);
    }
  }

  /**
   * The attempt's tasks are told to stop.
   *
   * @param reason why; a cancel takes the place of an earlier reason
   * @param nodeIds where a task still has to be told, by node rank; may be empty
   */
  record JobStopping(String jobId, int attempt, long epoch, EndReason reason, List<String> nodeIds)
      implements Event {
    public JobStopping {
      nodeIds = List.copyOf(nodeIds);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.jobStopping(this);
    }
  }

  /**
   * The attempt is over and all of its GPUs are free; the job waits again.
   *
   * @param failures of the job itself so far
   * @param nodeFaults attempts so far that nodes spoilt
   */
  record JobRequeued(String jobId, int attempt, EndReason reason, int failures, int nodeFaults)
      implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.jobRequeued(this);
    }
  }

  /**
   * The job is over and all of its GPUs are free.
   *
   * @param attempt 0 if it never started
   * @param state SUCCEEDED, FAILED or CANCELLED
   * @param runMillis since the attempt's placement, 0 if it never started
   */
  record JobFinished(String jobId, int attempt, JobState state, EndReason reason, long runMillis)
      implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.jobFinished(this);
    }
  }

  /** The finished job's id may be used again. */
  record JobForgotten(String jobId) implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.jobForgotten(this);
    }
  }

  /**
   * The reservation has another holder or planned start.
   *
   * @param jobId the holder, or "" for none
   * @param plannedStartMillis when the running jobs' expected ends make room for it; 0 for none
   * @param byStarvationGuard true if the guard gave it, false if the order did
   */
  record ReservationChanged(String jobId, long plannedStartMillis, boolean byStarvationGuard)
      implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.reservationChanged(this);
    }
  }

  /**
   * A pass is over.
   *
   * @param started jobs placed in it
   * @param decisionLimitSpent true if another tick of the same time is needed
   * @param pendingJobs that still wait
   * @param holdingJobs that hold GPUs
   * @param freeGpus free and in service
   * @param blockedShapes of the pending shapes, those whose reason is not that of the last pass
   * @param pickedBy the learned policy that made the reservationPick or the waitPick, or null if
   *     there is neither
   * @param reservationPick how a learned policy gave the reservation away, or null if none did
   * @param waitPick how a learned policy chose to keep what is free, or null if it did not
   * @param substitution why the configured heuristic took a learned policy's place, or null
   */
  record PassFinished(
      int started,
      boolean decisionLimitSpent,
      int pendingJobs,
      int holdingJobs,
      int freeGpus,
      List<ShapeStatus> blockedShapes,
      PolicyIdentity pickedBy,
      ReservationPick reservationPick,
      Pick waitPick,
      Substitution substitution)
      implements Event {
    public PassFinished {
      blockedShapes = List.copyOf(blockedShapes);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.passFinished(this);
    }
  }

  /**
   * A command, or one part of it, was refused and changed nothing.
   *
   * @param target the job, node or pool that it was about
   */
  record CommandRejected(CommandKind command, String target, Rejection rejection) implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.commandRejected(this);
    }
  }

  /** A command asked for what is so already, such as a submission sent twice. */
  record CommandIgnored(CommandKind command, String target) implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.commandIgnored(this);
    }
  }

  /**
   * What the state had come to before this event; every so many commands, as the last event of one.
   * Whoever folds the log compares.
   *
   * @param sha256 of {@code StateDigester}, 64 lower-case hex digits
   */
  record StateDigest(String sha256) implements Event {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.stateDigest(this);
    }
  }

  /** The command that an answer is about. */
  enum CommandKind {
    CONFIGURE_POOL,
    SUBMIT_JOB,
    CANCEL_JOB,
    CHANGE_PRIORITY,
    REPORT_NODE,
    REPORT_SILENCE,
    DRAIN_NODE,
    UNDRAIN_NODE,
    REMOVE_NODE,
    LIMIT_TENANT
  }

  /** One method per kind, so that the compiler finds a kind that nobody handles. */
  interface Visitor<R> {
    R poolConfigured(PoolConfigured event);

    R nodeRegistered(NodeRegistered event);

    R nodeUpdated(NodeUpdated event);

    R inventoryReported(InventoryReported event);

    R taskDisowned(TaskDisowned event);

    R nodeSilent(NodeSilent event);

    R nodeReturned(NodeReturned event);

    R nodeDrained(NodeDrained event);

    R nodeCooledDown(NodeCooledDown event);

    R nodeFailureCounted(NodeFailureCounted event);

    R jobBlamed(JobBlamed event);

    R nodeQuarantined(NodeQuarantined event);

    R nodeReleased(NodeReleased event);

    R nodeUndrained(NodeUndrained event);

    R nodeRemoved(NodeRemoved event);

    R tenantLimited(TenantLimited event);

    R schedulerResumed(SchedulerResumed event);

    R taskLost(TaskLost event);

    R jobSubmitted(JobSubmitted event);

    R jobRejected(JobRejected event);

    R priorityChanged(PriorityChanged event);

    R jobPlaced(JobPlaced event);

    R taskReported(TaskReported event);

    R reportIgnored(ReportIgnored event);

    R jobStarted(JobStarted event);

    R jobStopping(JobStopping event);

    R jobRequeued(JobRequeued event);

    R jobFinished(JobFinished event);

    R jobForgotten(JobForgotten event);

    R reservationChanged(ReservationChanged event);

    R passFinished(PassFinished event);

    R commandRejected(CommandRejected event);

    R commandIgnored(CommandIgnored event);

    R stateDigest(StateDigest event);
  }
}
