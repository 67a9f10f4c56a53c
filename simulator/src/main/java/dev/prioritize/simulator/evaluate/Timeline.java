package dev.prioritize.simulator.evaluate;

import dev.prioritize.core.command.LoggedCommand;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.simulator.Simulation;
import dev.prioritize.simulator.Workload;
import java.util.Arrays;
import java.util.List;

/**
 * The course of a run in equal intervals, each the mean over its time: jobs that wait, GPUs held,
 * and the share held of each row of nodes.
 */
public final class Timeline implements Simulation.Log {
  private final double intervalMillis;
  private final double[] waiting;
  private final double[] heldRatio;
  private final double[][] heldGpuMillis;
  private final double[] rowGpus;
  private final int nodesPerRow;
  private final ClusterGauge gauge = new ClusterGauge();
  private final long startMillis;
  private final long endMillis;
  private long lastMillis;

  /**
   * The course of a run from one second to another.
   *
   * @param intervals into how many it is cut, at least 1
   * @param rows into how many the nodes are put together at most, neighbours in one
   */
  public Timeline(long startSeconds, long endSeconds, int nodes, int intervals, int rows) {
    startMillis = startSeconds * 1_000;
    endMillis = Math.max(startSeconds + 1, endSeconds) * 1_000;
    lastMillis = startMillis;
    intervalMillis = (double) (endMillis - startMillis) / intervals;
    waiting = new double[intervals];
    heldRatio = new double[intervals];
    nodesPerRow = (nodes + rows - 1) / rows;
    int usedRows = (nodes + nodesPerRow - 1) / nodesPerRow;
    heldGpuMillis = new double[usedRows][intervals];
    rowGpus = new double[usedRows];
  }

  @Override
  public void record(LoggedCommand command, List<LoggedEvent> events) {
    long timeMillis = Math.min(command.timeMillis(), endMillis);
    while (timeMillis > lastMillis) {
      double at = lastMillis - startMillis;
      int interval = (int) Math.min(waiting.length - 1.0, Math.floor(at / intervalMillis));
      long intervalEnd = startMillis + (long) Math.ceil((interval + 1) * intervalMillis);
      long until = Math.max(lastMillis + 1, Math.min(timeMillis, intervalEnd));
      add(interval, (double) (until - lastMillis));
      lastMillis = until;
    }
    events.forEach(event -> gauge.apply(event.event()));
  }

  private void add(int interval, double millis) {
    waiting[interval] += gauge.waiting() * millis / intervalMillis;
    heldRatio[interval] += gauge.heldGpus() * millis / intervalMillis / gauge.totalGpus();
    for (int node = 0; node < gauge.nodes(); node++) {
      heldGpuMillis[node / nodesPerRow][interval] += gauge.heldOn(node) * millis;
    }
  }

  /** Length of an interval. */
  public double intervalSeconds() {
    return intervalMillis / 1_000;
  }

  /** Jobs that wait, by interval. */
  public double[] waiting() {
    return waiting.clone();
  }

  /** GPUs held ÷ all GPUs, by interval. */
  public double[] heldRatio() {
    return heldRatio.clone();
  }

  /** The same of each row of nodes, in per cent, 0 to 100. */
  public int[][] occupancyPercent() {
    Arrays.fill(rowGpus, 0);
    for (int node = 0; node < gauge.nodes(); node++) {
      rowGpus[node / nodesPerRow] += gauge.gpusOf(node);
    }
    int[][] percent = new int[heldGpuMillis.length][waiting.length];
    for (int row = 0; row < percent.length; row++) {
      for (int interval = 0; interval < waiting.length; interval++) {
        double share = heldGpuMillis[row][interval] / intervalMillis / rowGpus[row];
        percent[row][interval] = (int) Math.round(100 * share);
      }
    }
    return percent;
  }

  /** Nodes put together in one row. */
  public int nodesPerRow() {
    return nodesPerRow;
  }

  /**
   * Runs a contender on a slice's first class draw again, and watches it.
   *
   * @param seconds how long, from the first submission
   */
  public static Timeline of(
      EvaluationResult result,
      int slice,
      Contender contender,
      long seconds,
      int intervals,
      int rows) {
    Workload workload = result.slices().get(slice).workload();
    long start = workload.jobs().get(0).submitSeconds();
    Timeline timeline = new Timeline(start, start + seconds, workload.nodes(), intervals, rows);
    Evaluation.simulate(result.plan(), contender, workload, timeline);
    return timeline;
  }
}
