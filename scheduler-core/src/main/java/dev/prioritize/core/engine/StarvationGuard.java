package dev.prioritize.core.engine;

import dev.prioritize.core.model.PolicyIdentity;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.Pool;

/**
 * Serves jobs that have waited longer than their class allows, before any policy is asked. Of
 * several the longest overdue goes first: it starts if it fits, else it takes the reservation.
 */
final class StarvationGuard {
  private static final PolicyIdentity IDENTITY = new PolicyIdentity("starvation-guard", 1, "");

  private final PassBoard board;
  private final Pool pool;

  StarvationGuard(PassBoard board) {
    this.board = board;
    this.pool = board.pool();
  }

  void serveOverdueJobs() {
    while (board.reservation() == null && !board.limitSpent()) {
      Job job = longestOverdueJob();
      if (job == null) {
        return;
      }
      PassBoard.Probe probe = board.probe(job.shape());
      if (probe != null) {
        board.startOverdue(job, probe, IDENTITY);
      } else {
        board.reserve(job, true);
      }
    }
  }

  private Job longestOverdueJob() {
    Job longest = null;
    long longestOverdueMillis = 0;
    for (PriorityClass priorityClass : PriorityClass.values()) {
      long boundMillis = pool.config().starvationBoundMillis(priorityClass);
      if (boundMillis == 0) {
        continue;
      }
      for (Job job : pool.queue().byAge(priorityClass)) {
        long overdueMillis = board.nowMillis() - job.submittedAtMillis() - boundMillis;
        if (overdueMillis <= longestOverdueMillis) {
          break;
        }
        if (board.canEverFit(job.shape())) {
          longest = job;
          longestOverdueMillis = overdueMillis;
          break;
        }
      }
    }
    return longest;
  }
}
