package dev.prioritize.stream.mapping;

import dev.prioritize.core.event.Event;
import dev.prioritize.core.event.Event.CommandIgnored;
import dev.prioritize.core.event.Event.CommandRejected;
import dev.prioritize.core.event.Event.JobFinished;
import dev.prioritize.core.event.Event.JobForgotten;
import dev.prioritize.core.event.Event.JobPlaced;
import dev.prioritize.core.event.Event.JobRejected;
import dev.prioritize.core.event.Event.JobRequeued;
import dev.prioritize.core.event.Event.JobStarted;
import dev.prioritize.core.event.Event.JobStopping;
import dev.prioritize.core.event.Event.JobSubmitted;
import dev.prioritize.core.event.Event.NodeRegistered;
import dev.prioritize.core.event.Event.NodeUpdated;
import dev.prioritize.core.event.Event.PassFinished;
import dev.prioritize.core.event.Event.PoolConfigured;
import dev.prioritize.core.event.Event.PriorityChanged;
import dev.prioritize.core.event.Event.ReportIgnored;
import dev.prioritize.core.event.Event.ReservationChanged;
import dev.prioritize.core.event.Event.StateDigest;
import dev.prioritize.core.event.Event.TaskReported;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.schema.CommandIgnoredEvent;
import dev.prioritize.schema.CommandRejectedEvent;
import dev.prioritize.schema.JobFinishedEvent;
import dev.prioritize.schema.JobForgottenEvent;
import dev.prioritize.schema.JobPlacedEvent;
import dev.prioritize.schema.JobRejectedEvent;
import dev.prioritize.schema.JobRequeuedEvent;
import dev.prioritize.schema.JobStartedEvent;
import dev.prioritize.schema.JobStoppingEvent;
import dev.prioritize.schema.JobSubmittedEvent;
import dev.prioritize.schema.NodeRegisteredEvent;
import dev.prioritize.schema.NodeUpdatedEvent;
import dev.prioritize.schema.PassFinishedEvent;
import dev.prioritize.schema.PoolConfiguredEvent;
import dev.prioritize.schema.PriorityChangedEvent;
import dev.prioritize.schema.ReportIgnoredEvent;
import dev.prioritize.schema.ReservationChangedEvent;
import dev.prioritize.schema.StateDigestEvent;
import dev.prioritize.schema.TaskReportedEvent;
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
        DecisionMapper.toAvro(event.config()));
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
        event.expectedEndMillis());
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
        event.retriesLeft());
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
        DecisionMapper.shapesToAvro(event.blockedShapes()));
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
