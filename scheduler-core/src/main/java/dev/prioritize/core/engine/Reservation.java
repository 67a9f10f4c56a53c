package dev.prioritize.core.engine;

import dev.prioritize.core.model.Shape;
import dev.prioritize.core.placement.CapacityView;
import dev.prioritize.core.state.Gpu;
import dev.prioritize.core.state.Holding;
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
    RunningJobs.ByExpectedEnd held = pool.running().byExpectedEnd(nowMillis);
    while (held.peek() != null) {
      long endMillis = held.peek().expectedEndMillis(nowMillis);
      while (held.peek() != null && held.peek().expectedEndMillis(nowMillis) == endMillis) {
        letGo(held.peek(), shape.gpuModel(), then);
        held.advance();
      }
      if (then.fits(shape.gpus(), shape.placement())) {
        return new Reservation(head, byGuard, endMillis, then);
      }
    }
    throw new IllegalStateException(
        "job " + head.id() + " of shape " + shape + " does not fit although no job runs");
  }

  /** These GPUs are free again, as far as they are in service and of the model. */
  static void letGo(Holding held, String model, CapacityView then) {
    int usable = usable(held, model, then);
    if (usable > 0) {
      then.addFree(held.node().index(), usable);
    }
  }

  private static int usable(Holding held, String model, CapacityView then) {
    Node node = held.node();
    if (then.capacity(node.index()) == node.gpuCount()) {
      // All GPUs of the node are. To look at each would cost more than all the rest of a plan.
      return held.gpuCount();
    }
    int usable = 0;
    for (Gpu gpu : held.gpus()) {
      usable += gpu.takesWork() && gpu.isOfModel(model) ? 1 : 0;
    }
    return usable;
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
    giveBack(gpusByNode.subList(0, taken));
    return false;
  }

  /** Undoes {@link #takeBeside}. */
  void giveBack(List<List<Gpu>> gpusByNode) {
    for (List<Gpu> gpus : gpusByNode) {
      take(gpus, 1);
    }
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
