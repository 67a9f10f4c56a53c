package dev.prioritize.stream.mapping;

import dev.prioritize.core.event.Event.CommandIgnored;
import dev.prioritize.core.event.Event.CommandRejected;
import dev.prioritize.core.event.Event.InventoryReported;
import dev.prioritize.core.event.Event.JobBlamed;
import dev.prioritize.core.event.Event.JobFinished;
import dev.prioritize.core.event.Event.JobForgotten;
import dev.prioritize.core.event.Event.JobPlaced;
import dev.prioritize.core.event.Event.JobRejected;
import dev.prioritize.core.event.Event.JobRequeued;
import dev.prioritize.core.event.Event.JobStarted;
import dev.prioritize.core.event.Event.JobStopping;
import dev.prioritize.core.event.Event.JobSubmitted;
import dev.prioritize.core.event.Event.NodeCooledDown;
import dev.prioritize.core.event.Event.NodeDrained;
import dev.prioritize.core.event.Event.NodeFailureCounted;
import dev.prioritize.core.event.Event.NodeQuarantined;
import dev.prioritize.core.event.Event.NodeRegistered;
import dev.prioritize.core.event.Event.NodeReleased;
import dev.prioritize.core.event.Event.NodeRemoved;
import dev.prioritize.core.event.Event.NodeReturned;
import dev.prioritize.core.event.Event.NodeSilent;
import dev.prioritize.core.event.Event.NodeUndrained;
import dev.prioritize.core.event.Event.NodeUpdated;
import dev.prioritize.core.event.Event.PassFinished;
import dev.prioritize.core.event.Event.PoolConfigured;
import dev.prioritize.core.event.Event.PriorityChanged;
import dev.prioritize.core.event.Event.ReportIgnored;
import dev.prioritize.core.event.Event.ReservationChanged;
import dev.prioritize.core.event.Event.SchedulerResumed;
import dev.prioritize.core.event.Event.StateDigest;
import dev.prioritize.core.event.Event.TaskDisowned;
import dev.prioritize.core.event.Event.TaskLost;
import dev.prioritize.core.event.Event.TaskReported;
import dev.prioritize.core.event.Event.TenantLimited;
import dev.prioritize.schema.CommandIgnoredEvent;
import dev.prioritize.schema.CommandRejectedEvent;
import dev.prioritize.schema.InventoryReportedEvent;
import dev.prioritize.schema.JobBlamedEvent;
import dev.prioritize.schema.JobFinishedEvent;
import dev.prioritize.schema.JobForgottenEvent;
import dev.prioritize.schema.JobPlacedEvent;
import dev.prioritize.schema.JobRejectedEvent;
import dev.prioritize.schema.JobRequeuedEvent;
import dev.prioritize.schema.JobStartedEvent;
import dev.prioritize.schema.JobStoppingEvent;
import dev.prioritize.schema.JobSubmittedEvent;
import dev.prioritize.schema.NodeCooledDownEvent;
import dev.prioritize.schema.NodeDrainedEvent;
import dev.prioritize.schema.NodeFailureCountedEvent;
import dev.prioritize.schema.NodeQuarantinedEvent;
import dev.prioritize.schema.NodeRegisteredEvent;
import dev.prioritize.schema.NodeReleasedEvent;
import dev.prioritize.schema.NodeRemovedEvent;
import dev.prioritize.schema.NodeReturnedEvent;
import dev.prioritize.schema.NodeSilentEvent;
import dev.prioritize.schema.NodeUndrainedEvent;
import dev.prioritize.schema.NodeUpdatedEvent;
import dev.prioritize.schema.PassFinishedEvent;
import dev.prioritize.schema.PoolConfiguredEvent;
import dev.prioritize.schema.PriorityChangedEvent;
import dev.prioritize.schema.ReportIgnoredEvent;
import dev.prioritize.schema.ReservationChangedEvent;
import dev.prioritize.schema.SchedulerResumedEvent;
import dev.prioritize.schema.StateDigestEvent;
import dev.prioritize.schema.TaskDisownedEvent;
import dev.prioritize.schema.TaskLostEvent;
import dev.prioritize.schema.TaskReportedEvent;
import dev.prioritize.schema.TenantLimitedEvent;

/** Makes the event of a record, one method per kind. */
final class EventReader {
  private EventReader() {}

  static PoolConfigured poolConfigured(PoolConfiguredEvent record) {
    return new PoolConfigured(
        DecisionMapper.toCore(record.getConfig()), DecisionMapper.toCore(record.getOrigin()));
  }

  static NodeRegistered nodeRegistered(NodeRegisteredEvent record) {
    return new NodeRegistered(ValueMapper.toCore(record.getFacts()));
  }

  static NodeUpdated nodeUpdated(NodeUpdatedEvent record) {
    return new NodeUpdated(ValueMapper.toCore(record.getFacts()));
  }

  static InventoryReported inventoryReported(InventoryReportedEvent record) {
    return new InventoryReported(record.getNodeId(), ValueMapper.toCore(record.getInventory()));
  }

  static TaskDisowned taskDisowned(TaskDisownedEvent record) {
    return new TaskDisowned(record.getNodeId(), ValueMapper.toCore(record.getAttempt()));
  }

  static NodeSilent nodeSilent(NodeSilentEvent record) {
    return new NodeSilent(record.getNodeId());
  }

  static NodeReturned nodeReturned(NodeReturnedEvent record) {
    return new NodeReturned(record.getNodeId());
  }

  static NodeDrained nodeDrained(NodeDrainedEvent record) {
    return new NodeDrained(record.getNodeId(), record.getReason());
  }

  static NodeUndrained nodeUndrained(NodeUndrainedEvent record) {
    return new NodeUndrained(record.getNodeId());
  }

  static NodeCooledDown nodeCooledDown(NodeCooledDownEvent record) {
    return new NodeCooledDown(
        record.getNodeId(), record.getUntilMillis(), DecisionMapper.toCore(record.getReason()));
  }

  static NodeFailureCounted nodeFailureCounted(NodeFailureCountedEvent record) {
    return new NodeFailureCounted(record.getNodeId(), record.getJobId());
  }

  static JobBlamed jobBlamed(JobBlamedEvent record) {
    return new JobBlamed(record.getJobId());
  }

  static NodeQuarantined nodeQuarantined(NodeQuarantinedEvent record) {
    return new NodeQuarantined(record.getNodeId(), record.getUntilMillis(), record.getJobIds());
  }

  static NodeReleased nodeReleased(NodeReleasedEvent record) {
    return new NodeReleased(record.getNodeId());
  }

  static NodeRemoved nodeRemoved(NodeRemovedEvent record) {
    return new NodeRemoved(record.getNodeId());
  }

  static TenantLimited tenantLimited(TenantLimitedEvent record) {
    return new TenantLimited(
        record.getTenant(), ValueMapper.toCoreOrNull(record.getLargestClass()));
  }

  static SchedulerResumed schedulerResumed(SchedulerResumedEvent record) {
    return new SchedulerResumed(record.getGapMillis());
  }

  static TaskLost taskLost(TaskLostEvent record) {
    return new TaskLost(record.getJobId(), record.getAttempt(), record.getNodeId());
  }

  static JobSubmitted jobSubmitted(JobSubmittedEvent record) {
    return new JobSubmitted(
        ValueMapper.toCore(record.getSpec()),
        record.getSubmittedAtMillis(),
        DecisionMapper.toCore(record.getEstimate()));
  }

  static JobRejected jobRejected(JobRejectedEvent record) {
    return new JobRejected(record.getJobId(), DecisionMapper.toCore(record.getRejection()));
  }

  static PriorityChanged priorityChanged(PriorityChangedEvent record) {
    return new PriorityChanged(
        record.getJobId(),
        ValueMapper.toCore(record.getFrom()),
        ValueMapper.toCore(record.getTo()));
  }

  static JobPlaced jobPlaced(JobPlacedEvent record) {
    return new JobPlaced(
        record.getJobId(),
        record.getAttempt(),
        record.getEpoch(),
        DecisionMapper.placementsToCore(record.getTasks()),
        DecisionMapper.toCore(record.getDecidedBy()),
        DecisionMapper.toCore(record.getReason()),
        record.getWaitMillis(),
        record.getAgedPriorityMillis(),
        record.getExpectedEndMillis(),
        PickMapper.toCore(record.getPick()));
  }

  static TaskReported taskReported(TaskReportedEvent record) {
    return new TaskReported(
        record.getJobId(),
        record.getAttempt(),
        record.getNodeId(),
        ValueMapper.toCore(record.getState()),
        record.getExitCode(),
        record.getMessage());
  }

  static ReportIgnored reportIgnored(ReportIgnoredEvent record) {
    return new ReportIgnored(
        record.getJobId(),
        record.getAttempt(),
        record.getNodeId(),
        ValueMapper.toCore(record.getState()),
        DecisionMapper.toCore(record.getRefusal()));
  }

  static JobStarted jobStarted(JobStartedEvent record) {
    return new JobStarted(record.getJobId(), record.getAttempt());
  }

  static JobStopping jobStopping(JobStoppingEvent record) {
    return new JobStopping(
        record.getJobId(),
        record.getAttempt(),
        record.getEpoch(),
        DecisionMapper.toCore(record.getReason()),
        record.getNodeIds());
  }

  static JobRequeued jobRequeued(JobRequeuedEvent record) {
    return new JobRequeued(
        record.getJobId(),
        record.getAttempt(),
        DecisionMapper.toCore(record.getReason()),
        record.getFailures(),
        record.getNodeFaults());
  }

  static JobFinished jobFinished(JobFinishedEvent record) {
    return new JobFinished(
        record.getJobId(),
        record.getAttempt(),
        DecisionMapper.toCore(record.getState()),
        DecisionMapper.toCore(record.getReason()),
        record.getRunMillis());
  }

  static JobForgotten jobForgotten(JobForgottenEvent record) {
    return new JobForgotten(record.getJobId());
  }

  static ReservationChanged reservationChanged(ReservationChangedEvent record) {
    return new ReservationChanged(
        record.getJobId(), record.getPlannedStartMillis(), record.getByStarvationGuard());
  }

  static PassFinished passFinished(PassFinishedEvent record) {
    return new PassFinished(
        record.getStarted(),
        record.getDecisionLimitSpent(),
        record.getPendingJobs(),
        record.getHoldingJobs(),
        record.getFreeGpus(),
        DecisionMapper.shapesToCore(record.getBlockedShapes()),
        record.getPickedBy() == null ? null : DecisionMapper.toCore(record.getPickedBy()),
        PickMapper.toCore(record.getReservationPick()),
        PickMapper.toCore(record.getWaitPick()),
        PickMapper.toCore(record.getSubstitution()));
  }

  static CommandRejected commandRejected(CommandRejectedEvent record) {
    return new CommandRejected(
        DecisionMapper.toCore(record.getCommand()),
        record.getTarget(),
        DecisionMapper.toCore(record.getRejection()));
  }

  static CommandIgnored commandIgnored(CommandIgnoredEvent record) {
    return new CommandIgnored(DecisionMapper.toCore(record.getCommand()), record.getTarget());
  }

  static StateDigest stateDigest(StateDigestEvent record) {
    return new StateDigest(record.getSha256());
  }
}
