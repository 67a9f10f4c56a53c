package dev.prioritize.core.engine;

import dev.prioritize.core.model.Shape;
import dev.prioritize.core.placement.CapacityView;
import dev.prioritize.core.state.Gpu;
import dev.prioritize.core.state.GpuLedger;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.Node;
import dev.prioritize.core.state.Pool;
import dev.prioritize.core.state.RunningJobs;
import java.util.List;

/**
 * The capacity promised to the one job at the head that does not fit now: EASY backfill (Lifka,
 * "The ANL/IBM SP Scheduling System", 1995).
 *
 * <p>The running jobs are let go in order of their expected end, all of one instant together, until
 * the head fits; that instant is the planned start. What is then free, less what backfilled jobs
 * will still hold, is kept in {@link #then}: a backfilled job may outlast the planned start only if
 * the head still fits beside it.
 */
final class Reservation {
  private final Job holder;
  private final boolean byGuard;
  private final long plannedStartMillis;
  private final CapacityView then;

  private Reservation(Job holder, boolean byGuard, long plannedStartMillis, CapacityView then) {
    this.holder = holder;
    this.byGuard = byGuard;
    this.plannedStartMillis = plannedStartMillis;
    this.then = then;
  }

  /**
   * Plans the start of a job that does not fit now.
   *
   * @param head a job no larger than the capacity in service: it fits once no other job runs
   */
  static Reservation plan(Pool pool, Job head, long nowMillis, boolean byGuard) {
    Shape shape = head.shape();
    CapacityView then = pool.ledger().view(shape.gpuModel()).copy();
    RunningJobs.ByExpectedEnd running = pool.running().byExpectedEnd(nowMillis);
    while (running.peek() != null) {
      long endMillis = RunningJobs.expectedEndMillis(running.peek(), nowMillis);
      while (running.peek() != null
          && RunningJobs.expectedEndMillis(running.peek(), nowMillis) == endMillis) {
        letGo(pool.ledger(), running.peek(), shape.gpuModel(), then);
        running.advance();
      }
      if (then.fits(shape.gpus(), shape.placement())) {
        return new Reservation(head, byGuard, endMillis, then);
      }
    }
    throw new IllegalStateException(
        "job " + head.id() + " of shape " + shape + " does not fit although no job runs");
  }

  private static void letGo(GpuLedger ledger, Job job, String model, CapacityView then) {
    for (List<Gpu> gpus : ledger.heldBy(job.id())) {
      int usable = 0;
      for (Gpu gpu : gpus) {
        usable += gpu.takesWork() && gpu.isOfModel(model) ? 1 : 0;
      }
      if (usable > 0) {
        then.addFree(gpus.get(0).node().index(), usable);
      }
    }
  }

  Job holder() {
    return holder;
  }

  boolean byGuard() {
    return byGuard;
  }

  long plannedStartMillis() {
    return plannedStartMillis;
  }

  /**
   * True if the head could still start as planned with these GPUs taken for longer; they then stay
   * taken. Otherwise nothing changes.
   */
  boolean takeBeside(List<List<Gpu>> gpusByNode) {
    Shape shape = holder.shape();
    int taken = 0;
    boolean enough = true;
    while (enough && taken < gpusByNode.size()) {
      enough = take(gpusByNode.get(taken), -1);
      taken += enough ? 1 : 0;
    }
    if (enough && then.fits(shape.gpus(), shape.placement())) {
      return true;
    }
    for (List<Gpu> gpus : gpusByNode.subList(0, taken)) {
      take(gpus, 1);
    }
    return false;
  }

  private boolean take(List<Gpu> gpus, int sign) {
    Node node = gpus.get(0).node();
    int wanted = 0;
    for (Gpu gpu : gpus) {
      wanted += gpu.isOfModel(holder.shape().gpuModel()) ? 1 : 0;
    }
    if (sign < 0 && wanted > then.free(node.index())) {
      return false;
    }
    if (wanted > 0) {
      then.addFree(node.index(), sign * wanted);
    }
    return true;
  }
}
