package dev.prioritize.core.engine;

import dev.prioritize.core.event.Event.PassFinished;
import dev.prioritize.core.model.BlockReason;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.Shape;
import dev.prioritize.core.model.ShapeStatus;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.core.policy.LearnedPolicy;
import dev.prioritize.core.policy.Policy;
import dev.prioritize.core.state.Pool;
import java.util.ArrayList;
import java.util.List;

/**
 * One round of decisions, at the pool's time: first the {@link StarvationGuard}, under {@code
 * easy}; then the policy's picks, {@link HeuristicPicks} or {@link LearnedPicks}.
 */
final class SchedulingPass {
  private final Pool pool;
  private final Policy policy;
  private final EventSink sink;
  private final PassBoard board;

  SchedulingPass(Pool pool, Policy policy, EventSink sink, long nowMillis) {
    this.pool = pool;
    this.policy = policy;
    this.sink = sink;
    this.board = new PassBoard(pool, sink, nowMillis);
  }

  void run() {
    if (pool.config().discipline() == Discipline.EASY) {
      new StarvationGuard(board).serveOverdueJobs();
    }
    if (policy instanceof LearnedPolicy learned) {
      decideBy(learned);
    } else {
      decideBy((Heuristic) policy);
    }
  }

  private void decideBy(Heuristic heuristic) {
    BlockReason notReached = new HeuristicPicks(board, heuristic, pool.config().discipline()).run();
    finish(notReached, null);
  }

  private void decideBy(LearnedPolicy learned) {
    PoolConfig config = pool.config();
    LearnedPicks picks = new LearnedPicks(board, learned);
    BlockReason notReached = picks.run();
    if (picks.substitution() != null) {
      Heuristic substitute = Heuristic.find(config.learned().substitute());
      notReached = new HeuristicPicks(board, substitute, Discipline.EASY).run();
    }
    finish(notReached, picks);
  }

  private void finish(BlockReason notReached, LearnedPicks picks) {
    board.announceReservation();
    sink.emit(
        new PassFinished(
            board.started(),
            notReached == BlockReason.DECISION_LIMIT,
            pool.queue().size(),
            pool.running().size(),
            pool.ledger().view(Shape.ANY_MODEL).totalFree(),
            changedBlocks(notReached),
            picks == null ? null : picks.pickedBy(),
            picks == null ? null : picks.reservationPick(),
            picks == null ? null : picks.waitPick(),
            picks == null ? null : picks.substitution()));
  }

  private List<ShapeStatus> changedBlocks(BlockReason notReached) {
    List<ShapeStatus> changed = new ArrayList<>();
    for (Shape shape : pool.queue().byShape().keySet()) {
      BlockReason reason = board.blocked().get(shape);
      if (reason == null) {
        reason = notReached == null ? BlockReason.NOT_PICKED : notReached;
      }
      if (reason != pool.blockedShapes().get(shape)) {
        changed.add(new ShapeStatus(shape, reason));
      }
    }
    return changed;
  }
}
