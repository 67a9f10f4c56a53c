package dev.prioritize.core.engine;

import dev.prioritize.core.model.Shape;
import dev.prioritize.core.placement.CapacityView;
import dev.prioritize.core.state.Holding;
import dev.prioritize.core.state.Pool;
import dev.prioritize.core.state.RunningJobs;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/** When the running jobs are expected to have let go enough for shapes that do not fit now. */
final class ReleasePlan {
  private ReleasePlan() {}

  /**
   * The planned start of each shape, were it to take the reservation now.
   *
   * @param shapes that do not fit now and that an idle pool could hold
   * @return in milliseconds since the epoch, one for each shape
   */
  static SortedMap<Shape, Long> plannedStarts(Pool pool, SortedSet<Shape> shapes, long nowMillis) {
    TreeMap<String, List<Shape>> byModel = new TreeMap<>();
    for (Shape shape : shapes) {
      byModel.computeIfAbsent(shape.gpuModel(), model -> new ArrayList<>()).add(shape);
    }
    TreeMap<Shape, Long> starts = new TreeMap<>();
    for (List<Shape> ofModel : byModel.values()) {
      plan(pool, ofModel, nowMillis, starts);
    }
    return starts;
  }

  private static void plan(
      Pool pool, List<Shape> shapes, long nowMillis, SortedMap<Shape, Long> starts) {
    String model = shapes.get(0).gpuModel();
    CapacityView then = pool.ledger().view(model).copy();
    RunningJobs.ByExpectedEnd held = pool.running().byExpectedEnd(nowMillis);
    List<Shape> left = new ArrayList<>(shapes);
    while (!left.isEmpty() && held.peek() != null) {
      long endMillis = held.peek().expectedEndMillis(nowMillis);
      while (held.peek() != null && held.peek().expectedEndMillis(nowMillis) == endMillis) {
        Holding next = held.peek();
        Reservation.letGo(next, model, then);
        held.advance();
      }
      left.removeIf(
          shape -> {
            boolean fits = then.fits(shape.gpus(), shape.placement());
            if (fits) {
              starts.put(shape, endMillis);
            }
            return fits;
          });
    }
  }
}
