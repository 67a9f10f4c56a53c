package dev.prioritize.benchmarks;

import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.model.Shape;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * One decision that fits: a pass over 100 pending jobs that all start, on a pool whose first three
 * quarters of nodes are full. The time is that of the pass divided by 100.
 */
@State(Scope.Benchmark)
public class DecisionThatFits {
  static final int DECISIONS = 100;

  /** Nodes of 8 GPUs. */
  @Param({"1024", "10240"})
  public int nodes;

  /** GPUs of each job that starts. */
  @Param({"1", "16"})
  public int gpus;

  private DrivenPool pool;
  private int submitted;

  /** Fills three quarters of the nodes. */
  @Setup
  public void fillNodes() {
    pool = new DrivenPool(nodes, DECISIONS);
    for (int node = 0; node < nodes * 3 / 4; node++) {
      pool.start(
          "running-" + node, DrivenPool.GPUS_PER_NODE, DrivenPool.HOUR_MILLIS * 1_000 + node);
    }
  }

  /** Ends the jobs that the last pass started, has them forgotten, and submits new ones. */
  @Setup(Level.Invocation)
  public void submitJobs() {
    for (int i = submitted - DECISIONS; i < submitted && i >= 0; i++) {
      pool.end("job-" + i);
    }
    pool.advanceMillis(1_000);
    pool.tick();
    for (int i = 0; i < DECISIONS; i++) {
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
  @OperationsPerInvocation(DECISIONS)
  public List<LoggedEvent> pass() {
    return pool.tick();
  }
}
