package dev.prioritize.benchmarks;

import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.model.Shape;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Decisions that fit: a pass over pending jobs that all start, on a pool whose first three quarters
 * of nodes are full.
 */
@State(Scope.Benchmark)
public class DecisionThatFits {
  /** A warm-up by number: a busy machine makes few decisions in JMH's seconds of warm-up. */
  private static final int WARMUP_DECISIONS = 20_000;

  /** Nodes of 8 GPUs. */
  @Param({"1024", "10240"})
  public int nodes;

  /** GPUs of each job that starts. */
  @Param({"1", "16"})
  public int gpus;

  /** Jobs that start in one pass. */
  @Param({"1", "100"})
  public int decisions;

  private DrivenPool pool;
  private int submitted;

  /** Fills three quarters of the nodes, and makes some decisions. */
  @Setup
  public void setUp() {
    fillNodes();
    for (int made = 0; made < WARMUP_DECISIONS; made += decisions) {
      submitJobs();
      pass();
    }
  }

  void fillNodes() {
    pool = new DrivenPool(nodes, decisions);
    for (int node = 0; node < nodes * 3 / 4; node++) {
      pool.start(
          "running-" + node, DrivenPool.GPUS_PER_NODE, DrivenPool.HOUR_MILLIS * 1_000 + node);
    }
  }

  /** Ends the jobs that the last pass started, has them forgotten, and submits new ones. */
  @Setup(Level.Invocation)
  public void submitJobs() {
    for (int i = Math.max(0, submitted - decisions); i < submitted; i++) {
      pool.end("job-" + i);
    }
    pool.advanceMillis(1_000);
    pool.tick();
    for (int i = 0; i < decisions; i++) {
      pool.submit(
          "job-" + submitted++,
          gpus,
          Shape.ANY_MODEL,
          PriorityClass.NORMAL,
          DrivenPool.HOUR_MILLIS);
    }
  }

  DrivenPool pool() {
    return pool;
  }

  /** The pass that starts them all. */
  @Benchmark
  public List<LoggedEvent> pass() {
    return pool.tick();
  }
}
