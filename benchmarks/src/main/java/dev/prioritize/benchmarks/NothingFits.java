package dev.prioritize.benchmarks;

import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.model.Shape;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A pass in which nothing can start: each of 1,024 nodes has 1 to 3 of its 8 GPUs free, and the
 * jobs of all 50 pending shapes want 4 or more on one node.
 */
@State(Scope.Benchmark)
public class NothingFits {
  static final int NODES = 1_024;
  static final int SHAPES = 50;
  private static final int SMALLEST_GANG = 4;

  /** Jobs that wait. */
  @Param({"10000", "100000"})
  public int pending;

  private DrivenPool pool;

  /** Fills the nodes, then the queue, and lets one pass announce why each shape waits. */
  @Setup
  public void setUp() {
    pool = new DrivenPool(NODES, SHAPES);
    for (int node = 0; node < NODES; node++) {
      int gpus = DrivenPool.GPUS_PER_NODE - 1 - node % 3;
      pool.start("running-" + node, gpus, DrivenPool.HOUR_MILLIS + node);
    }
    for (int i = 0; i < pending; i++) {
      int shape = i % SHAPES;
      pool.submitOneOfMany(
          i,
          SMALLEST_GANG + shape / 2,
          shape % 2 == 0 ? Shape.ANY_MODEL : DrivenPool.MODEL,
          DrivenPool.HOUR_MILLIS);
    }
    pool.tick();
  }

  DrivenPool pool() {
    return pool;
  }

  /** The pass; it changes nothing. */
  @Benchmark
  public List<LoggedEvent> pass() {
    return pool.tick();
  }
}
