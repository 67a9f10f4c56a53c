package dev.prioritize.benchmarks;

import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.model.Shape;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A pass with a blocked head: 8,192 jobs run on 1,280 nodes of 8, the head wants all 10,240 GPUs
 * and has the reservation, and behind it 10,000 jobs of 50 shapes wait that would all fit into the
 * 256 free nodes, but run beyond the head's planned start.
 */
@State(Scope.Benchmark)
public class BlockedHead {
  static final int RUNNING = 8_192;
  static final int PENDING = 10_000;
  static final int SHAPES = 50;
  static final String HEAD = "head";
  private static final int NODES = 1_280;

  private DrivenPool pool;

  /** Starts the jobs that run, fills the queue, and lets one pass announce the reservation. */
  @Setup
  public void setUp() {
    pool = new DrivenPool(NODES, SHAPES);
    for (int i = 0; i < RUNNING; i++) {
      // Spread over an hour, so that the order of ends is not that of starts.
      long spreadMillis = i * 7_919L % DrivenPool.HOUR_MILLIS;
      pool.start("running-" + i, 1, DrivenPool.HOUR_MILLIS + spreadMillis);
    }
    pool.submit(
        HEAD,
        NODES * DrivenPool.GPUS_PER_NODE,
        Shape.ANY_MODEL,
        PriorityClass.URGENT,
        DrivenPool.HOUR_MILLIS);
    for (int i = 0; i < PENDING; i++) {
      int shape = i % SHAPES;
      pool.submitOneOfMany(
          i,
          1 + shape / 2,
          shape % 2 == 0 ? Shape.ANY_MODEL : DrivenPool.MODEL,
          3 * DrivenPool.HOUR_MILLIS + i);
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
