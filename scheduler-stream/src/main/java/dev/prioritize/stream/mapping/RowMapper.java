package dev.prioritize.stream.mapping;

import static dev.prioritize.stream.mapping.ValueMapper.each;

import dev.prioritize.core.event.Event.ReservationChanged;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.state.Arrivals;
import dev.prioritize.core.state.Attempt;
import dev.prioritize.core.state.DurationKey;
import dev.prioritize.core.state.DurationSamples;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.NodeEntry;
import dev.prioritize.core.state.NodeFailure;
import dev.prioritize.core.state.NodeStanding;
import dev.prioritize.core.state.PoolCounters;
import dev.prioritize.core.state.PoolStanding;
import dev.prioritize.core.state.TaskRun;
import dev.prioritize.core.state.TenantUsage;
import dev.prioritize.schema.ArrivalsValue;
import dev.prioritize.schema.AttemptValue;
import dev.prioritize.schema.DurationRow;
import dev.prioritize.schema.JobRow;
import dev.prioritize.schema.NodeFailureValue;
import dev.prioritize.schema.NodeRow;
import dev.prioritize.schema.NodeStandingValue;
import dev.prioritize.schema.PoolConfigValue;
import dev.prioritize.schema.PoolCountersRow;
import dev.prioritize.schema.PoolStandingRow;
import dev.prioritize.schema.ReservationValue;
import dev.prioritize.schema.TaskRunValue;
import dev.prioritize.schema.TenantRow;

/** The parts of a pool's state as rows of the state store, both ways and without loss. */
public final class RowMapper {
  private RowMapper() {}

  public static JobRow toRow(String pool, Job job) {
    return new JobRow(
        pool,
        ValueMapper.toAvro(job.spec()),
        ValueMapper.toAvro(job.priorityClass()),
        job.submittedAtMillis(),
        DecisionMapper.toAvro(job.estimate()),
        DecisionMapper.toAvro(job.state()),
        job.faults().failures(),
        job.faults().nodeFaults(),
        job.faults().failedNodeIds(),
        job.attempt() == null ? null : toAvro(job.attempt()),
        job.endedAtMillis(),
        job.rejection() == null ? null : DecisionMapper.toAvro(job.rejection()));
  }

  public static Job toCore(JobRow row) {
    return new Job(
        ValueMapper.toCore(row.getSpec()),
        ValueMapper.toCore(row.getPriorityClass()),
        row.getSubmittedAtMillis(),
        DecisionMapper.toCore(row.getEstimate()),
        DecisionMapper.toCore(row.getState()),
        new Job.Faults(row.getFailures(), row.getNodeFaults(), row.getFailedNodeIds()),
        row.getAttempt() == null ? null : toCore(row.getAttempt()),
        row.getEndedAtMillis(),
        row.getRejection() == null ? null : DecisionMapper.toCore(row.getRejection()));
  }

  private static AttemptValue toAvro(Attempt attempt) {
    return new AttemptValue(
        attempt.number(),
        attempt.epoch(),
        attempt.placedAtMillis(),
        attempt.startedAtMillis(),
        attempt.expectedEndMillis(),
        attempt.deadlineMillis(),
        attempt.stopReason() == null ? null : DecisionMapper.toAvro(attempt.stopReason()),
        each(
            attempt.tasks(),
            task ->
                new TaskRunValue(
                    task.nodeId(),
                    task.gpuUuids(),
                    ValueMapper.toAvro(task.state()),
                    task.lostAtMillis())));
  }

  private static Attempt toCore(AttemptValue attempt) {
    return new Attempt(
        attempt.getNumber(),
        attempt.getEpoch(),
        attempt.getPlacedAtMillis(),
        attempt.getStartedAtMillis(),
        attempt.getExpectedEndMillis(),
        attempt.getDeadlineMillis(),
        attempt.getStopReason() == null ? null : DecisionMapper.toCore(attempt.getStopReason()),
        each(
            attempt.getTasks(),
            task ->
                new TaskRun(
                    task.getNodeId(),
                    task.getGpuUuids(),
                    ValueMapper.toCore(task.getState()),
                    task.getLostAtMillis())));
  }

  public static NodeRow toRow(String pool, NodeEntry node) {
    return new NodeRow(
        pool, node.order(), ValueMapper.toAvro(node.facts()), toAvro(node.standing()));
  }

  public static NodeEntry toCore(NodeRow row) {
    return new NodeEntry(
        row.getOrder(), ValueMapper.toCore(row.getFacts()), toCore(row.getStanding()));
  }

  private static NodeStandingValue toAvro(NodeStanding standing) {
    return new NodeStandingValue(
        ValueMapper.toAvro(standing.inventory()),
        standing.silent(),
        standing.drainReason(),
        standing.cooledDownUntilMillis(),
        standing.quarantinedUntilMillis(),
        standing.removed(),
        each(
            standing.failures(),
            failure -> new NodeFailureValue(failure.jobId(), failure.atMillis())),
        standing.successes());
  }

  private static NodeStanding toCore(NodeStandingValue standing) {
    return new NodeStanding(
        ValueMapper.toCore(standing.getInventory()),
        standing.getSilent(),
        standing.getDrainReason(),
        standing.getCooledDownUntilMillis(),
        standing.getQuarantinedUntilMillis(),
        standing.getRemoved(),
        each(
            standing.getFailures(),
            failure -> new NodeFailure(failure.getJobId(), failure.getAtMillis())),
        standing.getSuccesses());
  }

  public static TenantRow toRow(String pool, TenantUsage usage) {
    return new TenantRow(
        pool, usage.tenant(), usage.gpuMillis(), ValueMapper.toAvroOrNull(usage.largestClass()));
  }

  public static TenantUsage toCore(TenantRow row) {
    return new TenantUsage(
        row.getTenant(), row.getGpuMillis(), ValueMapper.toCoreOrNull(row.getLargestClass()));
  }

  public static DurationRow toRow(String pool, DurationSamples samples) {
    return new DurationRow(
        pool,
        samples.key().tenant(),
        samples.key().name(),
        samples.key().gpus(),
        samples.lastEventSeq(),
        samples.durationsMillis());
  }

  public static DurationSamples toCore(DurationRow row) {
    return new DurationSamples(
        new DurationKey(row.getTenant(), row.getName(), row.getGpus()),
        row.getLastEventSeq(),
        row.getDurationsMillis());
  }

  public static PoolCountersRow toRow(String pool, PoolCounters counters) {
    return new PoolCountersRow(
        pool,
        counters.nowMillis(),
        counters.commandSeq(),
        counters.eventSeq(),
        counters.epoch(),
        toAvro(counters.arrivals()));
  }

  public static PoolCounters toCore(PoolCountersRow row) {
    return new PoolCounters(
        row.getNowMillis(),
        row.getCommandSeq(),
        row.getEventSeq(),
        row.getEpoch(),
        toCore(row.getArrivals()));
  }

  private static ArrivalsValue toAvro(Arrivals arrivals) {
    return new ArrivalsValue(arrivals.atMillis(), arrivals.microJobs(), arrivals.gpuSeconds());
  }

  private static Arrivals toCore(ArrivalsValue arrivals) {
    return new Arrivals(arrivals.getAtMillis(), arrivals.getMicroJobs(), arrivals.getGpuSeconds());
  }

  public static PoolStandingRow toRow(String pool, PoolStanding standing) {
    return new PoolStandingRow(
        pool,
        toAvroOrNull(standing.config()),
        toAvroOrNull(standing.deployedConfig()),
        standing.firstNodeAtMillis(),
        toAvro(standing.reservation()),
        DecisionMapper.shapesToAvro(standing.blockedShapes()),
        PickMapper.toAvro(standing.policy()));
  }

  public static PoolStanding toCore(PoolStandingRow row) {
    return new PoolStanding(
        toCoreOrNull(row.getConfig()),
        toCoreOrNull(row.getDeployedConfig()),
        row.getFirstNodeAtMillis(),
        toCore(row.getReservation()),
        DecisionMapper.shapesToCore(row.getBlockedShapes()),
        PickMapper.toCore(row.getPolicy()));
  }

  private static PoolConfigValue toAvroOrNull(PoolConfig config) {
    return config == null ? null : DecisionMapper.toAvro(config);
  }

  private static PoolConfig toCoreOrNull(PoolConfigValue config) {
    return config == null ? null : DecisionMapper.toCore(config);
  }

  private static ReservationValue toAvro(ReservationChanged reservation) {
    return new ReservationValue(
        reservation.jobId(), reservation.plannedStartMillis(), reservation.byStarvationGuard());
  }

  private static ReservationChanged toCore(ReservationValue reservation) {
    return new ReservationChanged(
        reservation.getJobId(),
        reservation.getPlannedStartMillis(),
        reservation.getByStarvationGuard());
  }
}
