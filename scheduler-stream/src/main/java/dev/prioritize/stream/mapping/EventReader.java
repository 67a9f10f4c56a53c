package dev.prioritize.stream.mapping;

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

/** Makes the event of a record, one method per kind. */
final class EventReader {
  private EventReader() {}

  static PoolConfigured poolConfigured(PoolConfiguredEvent record) {
    return new PoolConfigured(DecisionMapper.toCore(record.getConfig()));
  }

  static NodeRegistered nodeRegistered(NodeRegisteredEvent record) {
    return new NodeRegistered(ValueMapper.toCore(record.getFacts()));
  }

  static NodeUpdated nodeUpdated(NodeUpdatedEvent record) {
    return new NodeUpdated(ValueMapper.toCore(record.getFacts()));
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
        record.getExpectedEndMillis());
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
        record.getRetriesLeft());
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
        DecisionMapper.shapesToCore(record.getBlockedShapes()));
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
