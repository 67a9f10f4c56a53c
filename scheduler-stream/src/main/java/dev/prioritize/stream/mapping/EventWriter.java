package dev.prioritize.stream.mapping;

import dev.prioritize.core.event.Event;
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
import dev.prioritize.core.event.LoggedEvent;
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
import org.apache.avro.specific.SpecificRecord;

/** Makes the record of an event; the visitor has the compiler find a kind that is missing. */
record EventWriter(String pool, LoggedEvent logged) implements Event.Visitor<SpecificRecord> {

  @Override
  public SpecificRecord poolConfigured(PoolConfigured event) {
    return new PoolConfiguredEvent(
        pool,
        logged.commandSeq(),
        logged.eventSeq(),
        logged.timeMillis(),
        DecisionMapper.toAvro(event.config()),
        DecisionMapper.toAvro(event.origin()));
  }

  @Override
  public SpecificRecord nodeRegistered(NodeRegistered event) {
    return new NodeRegisteredEvent(
        pool,
        logged.commandSeq(),
        logged.eventSeq(),
        logged.timeMillis(),
        ValueMapper.toAvro(event.facts()));
  }

  @Override
  public SpecificRecord nodeUpdated(NodeUpdated event) {
    return new NodeUpdatedEvent(
        pool,
        logged.commandSeq(),
        logged.eventSeq(),
        logged.timeMillis(),
        ValueMapper.toAvro(event.facts()));
  }

  @Override
  public SpecificRecord inventoryReported(InventoryReported event) {
    return new InventoryReportedEvent(
        pool,
        logged.commandSeq(),
        logged.eventSeq(),
        logged.timeMillis(),
        event.nodeId(),
        ValueMapper.toAvro(event.inventory()));
  }

  @Override
  public SpecificRecord taskDisowned(TaskDisowned event) {
    return new TaskDisownedEvent(
        pool,
        logged.commandSeq(),
        logged.eventSeq(),
        logged.timeMillis(),
        event.nodeId(),
        ValueMapper.toAvro(event.attempt()));
  }

  @Override
  public SpecificRecord nodeSilent(NodeSilent event) {
    return new NodeSilentEvent(
        pool, logged.commandSeq(), logged.eventSeq(), logged.timeMillis(), event.nodeId());
  }

  @Override
  public SpecificRecord nodeReturned(NodeReturned event) {
    return new NodeReturnedEvent(
        pool, logged.commandSeq(), logged.eventSeq(), logged.timeMillis(), event.nodeId());
  }

  @Override
  public SpecificRecord nodeDrained(NodeDrained event) {
    return new NodeDrainedEvent(
        pool,
        logged.commandSeq(),
        logged.eventSeq(),
        logged.timeMillis(),
        event.nodeId(),
        event.reason());
  }

  @Override
  public SpecificRecord nodeUndrained(NodeUndrained event) {
    return new NodeUndrainedEvent(
        pool, logged.commandSeq(), logged.eventSeq(), logged.timeMillis(), event.nodeId());
  }

  @Override
  public SpecificRecord nodeCooledDown(NodeCooledDown event) {
    return new NodeCooledDownEvent(
        pool,
        logged.commandSeq(),
        logged.eventSeq(),
        logged.timeMillis(),
        event.nodeId(),
        event.untilMillis(),
        DecisionMapper.toAvro(event.reason()));
  }

  @Override
  public SpecificRecord nodeFailureCounted(NodeFailureCounted event) {
    return new NodeFailureCountedEvent(
        pool,
        logged.commandSeq(),
        logged.eventSeq(),
        logged.timeMillis(),
        event.nodeId(),
        event.jobId());
  }

  @Override
  public SpecificRecord jobBlamed(JobBlamed event) {
    return new JobBlamedEvent(
        pool, logged.commandSeq(), logged.eventSeq(), logged.timeMillis(), event.jobId());
  }

  @Override
  public SpecificRecord nodeQuarantined(NodeQuarantined event) {
    return new NodeQuarantinedEvent(
        pool,
        logged.commandSeq(),
        logged.eventSeq(),
        logged.timeMillis(),
        event.nodeId(),
        event.untilMillis(),
        event.jobIds());
  }

  @Override
  public SpecificRecord nodeReleased(NodeReleased event) {
    return new NodeReleasedEvent(
        pool, logged.commandSeq(), logged.eventSeq(), logged.timeMillis(), event.nodeId());
  }

  @Override
  public SpecificRecord nodeRemoved(NodeRemoved event) {
    return new NodeRemovedEvent(
        pool, logged.commandSeq(), logged.eventSeq(), logged.timeMillis(), event.nodeId());
  }

  @Override
  public SpecificRecord tenantLimited(TenantLimited event) {
    return new TenantLimitedEvent(
        pool,
        logged.commandSeq(),
        logged.eventSeq(),
        logged.timeMillis(),
        event.tenant(),
        ValueMapper.toAvroOrNull(event.largest()));
  }

  @Override
  public SpecificRecord schedulerResumed(SchedulerResumed event) {
    return new SchedulerResumedEvent(
        pool, logged.commandSeq(), logged.eventSeq(), logged.timeMillis(), event.gapMillis());
  }

  @Override
  public SpecificRecord taskLost(TaskLost event) {
    return new TaskLostEvent(
        pool,
        logged.commandSeq(),
        logged.eventSeq(),
        logged.timeMillis(),
        event.jobId(),
        event.attempt(),
        event.nodeId());
  }

  @Override
  public SpecificRecord jobSubmitted(JobSubmitted event) {
    return new JobSubmittedEvent(
        pool,
        logged.commandSeq(),
        logged.eventSeq(),
        logged.timeMillis(),
        ValueMapper.toAvro(event.spec()),
        event.submittedAtMillis(),
        DecisionMapper.toAvro(event.estimate()));
  }

  @Override
  public SpecificRecord jobRejected(JobRejected event) {
    return new JobRejectedEvent(
        pool,
        logged.commandSeq(),
        logged.eventSeq(),
        logged.timeMillis(),
        event.jobId(),
        DecisionMapper.toAvro(event.rejection()));
  }

  @Override
  public SpecificRecord priorityChanged(PriorityChanged event) {
    return new PriorityChangedEvent(
        pool,
        logged.commandSeq(),
        logged.eventSeq(),
        logged.timeMillis(),
        event.jobId(),
        ValueMapper.toAvro(event.from()),
        ValueMapper.toAvro(event.to()));
  }

  @Override
  public SpecificRecord jobPlaced(JobPlaced event) {
    return new JobPlacedEvent(
        pool,
        logged.commandSeq(),
        logged.eventSeq(),
        logged.timeMillis(),
        event.jobId(),
        event.attempt(),
        event.epoch(),
        DecisionMapper.placementsToAvro(event.tasks()),
        DecisionMapper.toAvro(event.decidedBy()),
        DecisionMapper.toAvro(event.reason()),
        event.waitMillis(),
        event.agedPriorityMillis(),
        event.expectedEndMillis(),
        PickMapper.toAvro(event.pick()));
  }

  @Override
  public SpecificRecord taskReported(TaskReported event) {
    return new TaskReportedEvent(
        pool,
        logged.commandSeq(),
        logged.eventSeq(),
        logged.timeMillis(),
        event.jobId(),
        event.attempt(),
        event.nodeId(),
        ValueMapper.toAvro(event.state()),
        event.exitCode(),
        event.message());
  }

  @Override
  public SpecificRecord reportIgnored(ReportIgnored event) {
    return new ReportIgnoredEvent(
        pool,
        logged.commandSeq(),
        logged.eventSeq(),
        logged.timeMillis(),
        event.jobId(),
        event.attempt(),
        event.nodeId(),
        ValueMapper.toAvro(event.state()),
        DecisionMapper.toAvro(event.refusal()));
  }

  @Override
  public SpecificRecord jobStarted(JobStarted event) {
    return new JobStartedEvent(
        pool,
        logged.commandSeq(),
        logged.eventSeq(),
        logged.timeMillis(),
        event.jobId(),
        event.attempt());
  }

  @Override
  public SpecificRecord jobStopping(JobStopping event) {
    return new JobStoppingEvent(
        pool,
        logged.commandSeq(),
        logged.eventSeq(),
        logged.timeMillis(),
        event.jobId(),
        event.attempt(),
        event.epoch(),
        DecisionMapper.toAvro(event.reason()),
        event.nodeIds());
  }

  @Override
  public SpecificRecord jobRequeued(JobRequeued event) {
    return new JobRequeuedEvent(
        pool,
        logged.commandSeq(),
        logged.eventSeq(),
        logged.timeMillis(),
        event.jobId(),
        event.attempt(),
        DecisionMapper.toAvro(event.reason()),
        event.failures(),
        event.nodeFaults());
  }

  @Override
  public SpecificRecord jobFinished(JobFinished event) {
    return new JobFinishedEvent(
        pool,
        logged.commandSeq(),
        logged.eventSeq(),
        logged.timeMillis(),
        event.jobId(),
        event.attempt(),
        DecisionMapper.toAvro(event.state()),
        DecisionMapper.toAvro(event.reason()),
        event.runMillis());
  }

  @Override
  public SpecificRecord jobForgotten(JobForgotten event) {
    return new JobForgottenEvent(
        pool, logged.commandSeq(), logged.eventSeq(), logged.timeMillis(), event.jobId());
  }

  @Override
  public SpecificRecord reservationChanged(ReservationChanged event) {
    return new ReservationChangedEvent(
        pool,
        logged.commandSeq(),
        logged.eventSeq(),
        logged.timeMillis(),
        event.jobId(),
        event.plannedStartMillis(),
        event.byStarvationGuard());
  }

  @Override
  public SpecificRecord passFinished(PassFinished event) {
    return new PassFinishedEvent(
        pool,
        logged.commandSeq(),
        logged.eventSeq(),
        logged.timeMillis(),
        event.started(),
        event.decisionLimitSpent(),
        event.pendingJobs(),
        event.holdingJobs(),
        event.freeGpus(),
        DecisionMapper.shapesToAvro(event.blockedShapes()),
        event.pickedBy() == null ? null : DecisionMapper.toAvro(event.pickedBy()),
        PickMapper.toAvro(event.reservationPick()),
        PickMapper.toAvro(event.waitPick()),
        PickMapper.toAvro(event.substitution()));
  }

  @Override
  public SpecificRecord commandRejected(CommandRejected event) {
    return new CommandRejectedEvent(
        pool,
        logged.commandSeq(),
        logged.eventSeq(),
        logged.timeMillis(),
        DecisionMapper.toAvro(event.command()),
        event.target(),
        DecisionMapper.toAvro(event.rejection()));
  }

  @Override
  public SpecificRecord commandIgnored(CommandIgnored event) {
    return new CommandIgnoredEvent(
        pool,
        logged.commandSeq(),
        logged.eventSeq(),
        logged.timeMillis(),
        DecisionMapper.toAvro(event.command()),
        event.target());
  }

  @Override
  public SpecificRecord stateDigest(StateDigest event) {
    return new StateDigestEvent(
        pool, logged.commandSeq(), logged.eventSeq(), logged.timeMillis(), event.sha256());
  }
}
