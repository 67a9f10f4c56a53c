package dev.prioritize.stream.mapping;

import static dev.prioritize.stream.mapping.ValueMapper.each;

import dev.prioritize.core.model.GpuFacts;
import dev.prioritize.core.state.Attempt;
import dev.prioritize.core.state.Gpu;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.Node;
import dev.prioritize.core.state.TaskRun;
import dev.prioritize.schema.GpuStatus;
import dev.prioritize.schema.JobStatus;
import dev.prioritize.schema.NodeStatus;
import java.util.List;

/** Jobs and nodes as the compacted topics show them. */
public final class StatusMapper {
  private StatusMapper() {}

  /**
   * A job as it stands.
   *
   * @param pool the pool
   * @param job the job
   * @param eventSeq the pool's last event
   */
  public static JobStatus jobStatus(String pool, Job job, long eventSeq) {
    Attempt attempt = job.attempt();
    return new JobStatus(
        pool,
        job.id(),
        job.spec().tenant(),
        job.spec().name(),
        DecisionMapper.toAvro(job.state()),
        ValueMapper.toAvro(job.priorityClass()),
        job.gpus(),
        job.submittedAtMillis(),
        job.attempts(),
        job.faults().failures(),
        job.faults().nodeFaults(),
        attempt == null ? null : attempt.placedAtMillis(),
        attempt == null ? null : nullIfZero(attempt.startedAtMillis()),
        nullIfZero(job.endedAtMillis()),
        attempt == null ? List.of() : each(attempt.tasks(), TaskRun::nodeId),
        job.rejection() == null ? null : DecisionMapper.toAvro(job.rejection()),
        eventSeq);
  }

  /**
   * A node as it stands.
   *
   * @param pool the pool
   * @param node the node
   * @param eventSeq the pool's last event
   * @param timeMillis time of that event, milliseconds since the epoch
   */
  public static NodeStatus nodeStatus(String pool, Node node, long eventSeq, long timeMillis) {
    return new NodeStatus(
        pool,
        node.id(),
        node.facts().host(),
        ValueMapper.labelsToAvro(node.facts().labels()),
        each(node.gpus(), StatusMapper::gpuStatus),
        node.standing().silent(),
        node.standing().drainReason(),
        nullIfZero(node.standing().cooledDownUntilMillis()),
        nullIfZero(node.standing().quarantinedUntilMillis()),
        eventSeq,
        timeMillis);
  }

  private static GpuStatus gpuStatus(Gpu gpu) {
    GpuFacts facts = gpu.facts();
    return new GpuStatus(
        facts.uuid(), facts.index(), facts.model(), gpu.inService(), gpu.holderJobId());
  }

  private static Long nullIfZero(long value) {
    return value == 0 ? null : value;
  }
}
