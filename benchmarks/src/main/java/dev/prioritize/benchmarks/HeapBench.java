package dev.prioritize.benchmarks;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prioritize.core.model.Shape;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;

/**
 * What {@code scripts/bench heap} runs: the heap of an engine whose pool has 10,240 nodes of 8
 * GPUs, a job on each GPU, and 100,000 pending jobs of 50 shapes.
 */
public final class HeapBench {
  static final int NODES = 10_240;
  static final int PENDING = 100_000;
  private static final int SHAPES = 50;
  private static final long GOAL_BYTES = 1L << 30;
  private static final double BYTES_PER_MIB = 1 << 20;

  private HeapBench() {}

  /** Fills a pool; {@code --json} prints one line for machines instead of a table. */
  public static void main(String[] args) {
    DrivenPool pool = fill(NODES, PENDING);
    System.gc();
    long usedBytes = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    if (List.of(args).contains("--json")) {
      printJson(usedBytes, pool);
    } else {
      printTable(usedBytes, pool);
    }
  }

  static DrivenPool fill(int nodes, int pending) {
    DrivenPool pool = new DrivenPool(nodes, SHAPES);
    for (int i = 0; i < nodes * DrivenPool.GPUS_PER_NODE; i++) {
      pool.start("running-" + i, 1, DrivenPool.HOUR_MILLIS + i);
    }
    for (int i = 0; i < pending; i++) {
      pool.submitOneOfMany(i, 1 + i % SHAPES, Shape.ANY_MODEL, DrivenPool.HOUR_MILLIS + i);
    }
    pool.tick();
    return pool;
  }

  private static void printTable(long usedBytes, DrivenPool pool) {
    System.out.println("| heap of the engine | goal MiB | used MiB after a collection |");
    System.out.println("| --- | ---: | ---: |");
    System.out.printf(
        Locale.ROOT,
        "| %,d wait, %,d run, %,d nodes of %d | %,.0f | %,.0f |%n",
        pool.pool().queue().size(),
        pool.pool().running().size(),
        NODES,
        DrivenPool.GPUS_PER_NODE,
        GOAL_BYTES / BYTES_PER_MIB,
        usedBytes / BYTES_PER_MIB);
  }

  private static void printJson(long usedBytes, DrivenPool pool) {
    ObjectNode report = JsonMapper.builder().build().createObjectNode();
    report.put("benchmark", "heap");
    report.put("pending", pool.pool().queue().size());
    report.put("running", pool.pool().running().size());
    report.put("nodes", NODES);
    report.put("goal_bytes", GOAL_BYTES);
    report.put("used_bytes", usedBytes);
    System.out.println(report);
  }
}
