package dev.prioritize.stream.mapping;

import dev.prioritize.core.event.Event;
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
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;

/** Events of the audit trail, both ways and without loss: state is their fold. */
public final class EventMapper {
  private static final RecordTable<Event> TO_CORE =
      new RecordTable<Event>()
          .add(PoolConfiguredEvent.class, EventReader::poolConfigured)
          .add(NodeRegisteredEvent.class, EventReader::nodeRegistered)
          .add(NodeUpdatedEvent.class, EventReader::nodeUpdated)
          .add(InventoryReportedEvent.class, EventReader::inventoryReported)
          .add(TaskDisownedEvent.class, EventReader::taskDisowned)
          .add(NodeSilentEvent.class, EventReader::nodeSilent)
          .add(NodeReturnedEvent.class, EventReader::nodeReturned)
          .add(NodeDrainedEvent.class, EventReader::nodeDrained)
          .add(NodeUndrainedEvent.class, EventReader::nodeUndrained)
          .add(NodeCooledDownEvent.class, EventReader::nodeCooledDown)
          .add(NodeFailureCountedEvent.class, EventReader::nodeFailureCounted)
          .add(JobBlamedEvent.class, EventReader::jobBlamed)
          .add(NodeQuarantinedEvent.class, EventReader::nodeQuarantined)
          .add(NodeReleasedEvent.class, EventReader::nodeReleased)
          .add(NodeRemovedEvent.class, EventReader::nodeRemoved)
          .add(TenantLimitedEvent.class, EventReader::tenantLimited)
          .add(SchedulerResumedEvent.class, EventReader::schedulerResumed)
          .add(TaskLostEvent.class, EventReader::taskLost)
          .add(JobSubmittedEvent.class, EventReader::jobSubmitted)
          .add(JobRejectedEvent.class, EventReader::jobRejected)
          .add(PriorityChangedEvent.class, EventReader::priorityChanged)
          .add(JobPlacedEvent.class, EventReader::jobPlaced)
          .add(TaskReportedEvent.class, EventReader::taskReported)
          .add(ReportIgnoredEvent.class, EventReader::reportIgnored)
          .add(JobStartedEvent.class, EventReader::jobStarted)
          .add(JobStoppingEvent.class, EventReader::jobStopping)
          .add(JobRequeuedEvent.class, EventReader::jobRequeued)
          .add(JobFinishedEvent.class, EventReader::jobFinished)
          .add(JobForgottenEvent.class, EventReader::jobForgotten)
          .add(ReservationChangedEvent.class, EventReader::reservationChanged)
          .add(PassFinishedEvent.class, EventReader::passFinished)
          .add(CommandRejectedEvent.class, EventReader::commandRejected)
          .add(CommandIgnoredEvent.class, EventReader::commandIgnored)
          .add(StateDigestEvent.class, EventReader::stateDigest);

  private EventMapper() {}

  /** The record for {@code scheduler-events}. */
  public static SpecificRecord toAvro(String pool, LoggedEvent logged) {
    return logged.event().accept(new EventWriter(pool, logged));
  }

  /**
   * The event that a record of {@code scheduler-events} holds.
   *
   * @throws IllegalArgumentException if it is no event
   */
  public static LoggedEvent toCore(SpecificRecord record) {
    Event event = TO_CORE.apply(record);
    return new LoggedEvent(
        RecordTable.longOf(record, "commandSeq"),
        RecordTable.longOf(record, "eventSeq"),
        RecordTable.longOf(record, "timeMillis"),
        event);
  }

  /** The pool that a record of {@code scheduler-events} belongs to. */
  public static String poolOf(SpecificRecord record) {
    return TO_CORE.poolOf(record);
  }

  static Set<String> typeNames() {
    return TO_CORE.typeNames();
  }
}
