package dev.prioritize.core.engine;

import dev.prioritize.core.event.Event.JobBlamed;
import dev.prioritize.core.event.Event.NodeFailureCounted;
import dev.prioritize.core.event.Event.NodeQuarantined;
import dev.prioritize.core.model.FaultRules;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.NodeFailure;
import dev.prioritize.core.state.NodeStanding;
import dev.prioritize.core.state.Pool;
import java.util.ArrayList;
import java.util.List;

/**
 * Whose fault a failed task is. A job that fails on a second node is to blame itself, and what it
 * did to the first is forgiven: one poison job quarantines nothing. A node on which several jobs
 * failed, and at least as many as ended well, is quarantined, for it would fail whatever is sent to
 * it, and being free first it is sent much.
 *
 * <p>At most a tenth of the pool's nodes are in quarantine at a time, but one of two or more: many
 * failures everywhere are no node's fault.
 */
final class FailureBlame {
  private static final int QUARANTINED_SHARE = 10;

  private final Pool pool;
  private final EventSink sink;
  private final long nowMillis;

  FailureBlame(Pool pool, EventSink sink, long nowMillis) {
    this.pool = pool;
    this.sink = sink;
    this.nowMillis = nowMillis;
  }

  /** Takes account of a job whose first failing task was on this node. */
  void blame(Job job, String nodeId) {
    if (job.faults().failedNodeIds().size() > 1) {
      sink.emit(new JobBlamed(job.id()));
      return;
    }
    sink.emit(new NodeFailureCounted(nodeId, job.id()));
    List<String> failedJobs = failedLately(nodeId);
    if (isToBeQuarantined(nodeId, failedJobs.size())) {
      long untilMillis = nowMillis + pool.config().faults().quarantineMillis();
      sink.emit(new NodeQuarantined(nodeId, untilMillis, failedJobs));
    }
  }

  private List<String> failedLately(String nodeId) {
    long since = nowMillis - pool.config().faults().quarantineWindowMillis();
    List<String> jobIds = new ArrayList<>();
    for (NodeFailure failure : pool.ledger().node(nodeId).standing().failures()) {
      if (failure.atMillis() >= since) {
        jobIds.add(failure.jobId());
      }
    }
    return jobIds;
  }

  private boolean isToBeQuarantined(String nodeId, int failedJobs) {
    FaultRules rules = pool.config().faults();
    NodeStanding standing = pool.ledger().node(nodeId).standing();
    return rules.quarantineFailures() > 0
        && failedJobs >= rules.quarantineFailures()
        && failedJobs >= standing.successes()
        && standing.quarantinedUntilMillis() == 0
        && pool.ledger().quarantinedNodes() < mostQuarantined();
  }

  private int mostQuarantined() {
    int nodes = pool.ledger().nodes().size();
    return nodes < 2 ? 0 : Math.max(1, nodes / QUARANTINED_SHARE);
  }
}
