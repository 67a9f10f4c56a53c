package dev.prioritize.core.engine;

import dev.prioritize.core.event.Event.JobForgotten;
import dev.prioritize.core.event.Event.JobRejected;
import dev.prioritize.core.event.Event.NodeReleased;
import dev.prioritize.core.model.Limits;
import dev.prioritize.core.model.Rejection;
import dev.prioritize.core.model.Shape;
import dev.prioritize.core.policy.Policy;
import dev.prioritize.core.policy.PolicyCatalog;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.Pool;
import java.util.ArrayList;
import java.util.List;

/** What only time brings about, and then a pass. */
final class TickProcessor {
  private final Pool pool;
  private final PolicyCatalog policies;
  private final EventSink sink;
  private final long nowMillis;

  TickProcessor(Pool pool, PolicyCatalog policies, EventSink sink, long nowMillis) {
    this.pool = pool;
    this.policies = policies;
    this.sink = sink;
    this.nowMillis = nowMillis;
  }

  void process() {
    releaseNodes();
    new OverdueAttempts(pool, sink, nowMillis).process();
    forgetOldJobs();
    rejectJobsThatNeverFit();
    new SchedulingPass(pool, policy(), sink, nowMillis).run();
  }

  private void releaseNodes() {
    for (String nodeId : List.copyOf(pool.ledger().heldBackNodeIds())) {
      if (pool.ledger().node(nodeId).standing().isOver(nowMillis)) {
        sink.emit(new NodeReleased(nodeId));
      }
    }
  }

  private Policy policy() {
    Policy policy = policies.find(pool.config());
    if (policy == null) {
      throw new IllegalStateException(
          "policy "
              + pool.config().policy()
              + " is in the log but not here. Maybe this is an older version?");
    }
    return policy;
  }

  private void forgetOldJobs() {
    long before = nowMillis - pool.config().jobRetentionMillis();
    for (Job job : pool.endedBy(before, Limits.MAX_FORGOTTEN_PER_TICK)) {
      sink.emit(new JobForgotten(job.id()));
    }
  }

  private void rejectJobsThatNeverFit() {
    for (Shape shape : List.copyOf(pool.queue().byShape().keySet())) {
      Rejection rejection = NeverFits.check(pool, shape, nowMillis);
      if (rejection != null) {
        for (Job job : new ArrayList<>(pool.queue().byShape().get(shape))) {
          sink.emit(new JobRejected(job.id(), rejection));
        }
      }
    }
  }
}
