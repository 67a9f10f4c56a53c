package dev.prioritize.core.engine;

import dev.prioritize.core.model.BlockReason;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.Shape;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.core.policy.JobScore;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.PendingQueue;
import dev.prioritize.core.state.Pool;

/**
 * A heuristic's picks: the queue in its order, each job at most once in a pass.
 *
 * <ol>
 *   <li>It fits, and does not delay the reservation: it starts. If it would delay it, so would all
 *       jobs of its shape that end no sooner, until something else starts.
 *   <li>It does not fit: its shape is left out from now on, for free GPUs only shrink in a pass;
 *       {@code strict} ends here, {@code skip} goes on, {@code easy} gives the first such job the
 *       reservation.
 *   <li>Until the end of the queue, or the decision limit is spent.
 * </ol>
 *
 * A job that not even an idle pool could hold, because nodes are out of service, is passed over
 * under every discipline: it must block nobody.
 */
final class HeuristicPicks {
  private final PassBoard board;
  private final Pool pool;
  private final Heuristic heuristic;
  private final Discipline discipline;

  HeuristicPicks(PassBoard board, Heuristic heuristic, Discipline discipline) {
    this.board = board;
    this.pool = board.pool();
    this.heuristic = heuristic;
    this.discipline = discipline;
  }

  /** Returns why the rest of the queue was not reached, or null if all of it was. */
  BlockReason run() {
    QueueWalk walk = walk();
    while (true) {
      if (board.limitSpent()) {
        return BlockReason.DECISION_LIMIT;
      }
      if (discipline == Discipline.SKIP && noGpuIsFree()) {
        return BlockReason.NOT_ENOUGH_FREE_GPUS;
      }
      Job job = nextOf(walk);
      if (job == null) {
        return null;
      }
      if (!tryToStart(walk, job)
          && discipline == Discipline.STRICT
          && board.canEverFit(job.shape())) {
        return BlockReason.BEHIND_BLOCKED_JOB;
      }
    }
  }

  private Job nextOf(QueueWalk walk) {
    Job job = walk.next();
    return job != null && board.holdsReservation(job) ? walk.next() : job;
  }

  private QueueWalk walk() {
    PendingQueue queue = pool.queue();
    JobScore score = heuristic.score();
    if (score != null) {
      int poolGpus = Math.max(1, pool.ledger().registeredGpus(Shape.ANY_MODEL));
      return QueueWalk.byScore(queue, job -> score.of(job, board.nowMillis(), poolGpus));
    }
    boolean isQueueOrder = heuristic == Heuristic.of(pool.config());
    return isQueueOrder
        ? new QueueWalk(queue)
        : new QueueWalk(queue, heuristic.order(pool.config()));
  }

  private boolean noGpuIsFree() {
    return pool.ledger().view(Shape.ANY_MODEL).totalFree() == 0;
  }

  private boolean tryToStart(QueueWalk walk, Job job) {
    Shape shape = job.shape();
    PassBoard.Probe probe = board.probe(shape);
    if (probe == null) {
      walk.leaveOut(shape);
      if (discipline == Discipline.EASY && board.reservation() == null && board.canEverFit(shape)) {
        board.reserve(job, false);
      }
      return false;
    }
    if (!board.tryToStart(job, probe, heuristic.identity(), /* pick= */ null)) {
      board.blockByReservation(shape);
      if (allRunBeyondReservation(shape)) {
        walk.park(shape);
      }
      return false;
    }
    walk.started(job);
    return true;
  }

  /** True if one refusal speaks for all jobs of the shape, until the next start. */
  private boolean allRunBeyondReservation(Shape shape) {
    return !board.endsBeforeReservation(pool.queue().byEstimate(shape).first());
  }
}
