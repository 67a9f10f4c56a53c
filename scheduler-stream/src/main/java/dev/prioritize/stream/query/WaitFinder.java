package dev.prioritize.stream.query;

import dev.prioritize.core.event.Event.ReservationChanged;
import dev.prioritize.core.model.BlockReason;
import dev.prioritize.core.model.Shape;
import dev.prioritize.core.placement.CapacityView;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.Pool;
import java.util.List;
import java.util.TreeMap;

/** Finds out why jobs wait. */
final class WaitFinder {
  /** What is free of one GPU model. */
  private record Free(int gpus, int nodes, int mostOnOneNode) {}

  private final Pool pool;
  private final List<Job> ranking;
  private final TreeMap<String, Free> freeByModel = new TreeMap<>();
  private final TreeMap<Shape, WithheldNodes> withheldByShape = new TreeMap<>();

  /** {@code ranking}: the waiting jobs in the pool's order. */
  WaitFinder(Pool pool, List<Job> ranking) {
    this.pool = pool;
    this.ranking = ranking;
  }

  /** Why the job, which is in the ranking, waits. */
  Wait of(Job job) {
    String model = job.shape().gpuModel();
    BlockReason reason = pool.blockedShapes().get(job.shape());
    Free free = freeByModel.computeIfAbsent(model, this::free);
    ReservationChanged reservation = pool.reservation();
    return new Wait(
        reason,
        free.gpus(),
        free.nodes(),
        free.mostOnOneNode(),
        pool.ledger().view(model).totalCapacity(),
        pool.ledger().registeredGpus(model),
        withheldByShape.computeIfAbsent(job.shape(), this::withheld),
        aheadOf(reason),
        job.id().equals(reservation.jobId()),
        reservation.plannedStartMillis(),
        reservation.byStarvationGuard());
  }

  private WithheldNodes withheld(Shape shape) {
    return new WithheldFinder(pool, shape, pool.blockedShapes().get(shape)).find();
  }

  private Free free(String model) {
    CapacityView view = pool.ledger().view(model);
    int nodes = 0;
    int most = 0;
    for (int index = 0; index < pool.ledger().nodes().size(); index++) {
      nodes += view.free(index) > 0 ? 1 : 0;
      most = Math.max(most, view.free(index));
    }
    return new Free(view.totalFree(), nodes, most);
  }

  private String aheadOf(BlockReason reason) {
    if (reason == BlockReason.WOULD_DELAY_RESERVATION) {
      return pool.reservation().jobId();
    }
    return reason == BlockReason.BEHIND_BLOCKED_JOB ? head() : "";
  }

  /** Under {@code strict} the first job that the pool could hold but for others. */
  private String head() {
    for (Job ahead : ranking) {
      BlockReason reason = pool.blockedShapes().get(ahead.shape());
      if (reason == BlockReason.NOT_ENOUGH_FREE_GPUS || reason == BlockReason.FREE_GPUS_SCATTERED) {
        return ahead.id();
      }
    }
    return "";
  }
}
