package dev.prioritize.simulator.evaluate;

import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.simulator.JobMetrics;
import dev.prioritize.simulator.JobRun;
import dev.prioritize.simulator.TraceJob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What is measured of a run, as values in one order. Percentiles are nearest-rank; times are in
 * seconds.
 */
public final class Measures {
  /** Σ class weight × wait ÷ Σ class weight. */
  public static final String WEIGHTED_WAIT = "weighted_wait_s";

  /** Longest wait of a class beyond which it counts as starved, seconds, from LOW to URGENT. */
  private final long[] starvedBeyondSeconds;

  /** Per mille, and the name. */
  private static final int[] PER_MILLE = {500, 950, 990, 999, 1_000};

  private static final List<String> SPREAD = List.of("mean", "p50", "p95", "p99", "p999", "max");

  /** Null stands for all classes. */
  private static final List<PriorityClass> GROUPS =
      Arrays.asList(
          null, PriorityClass.URGENT, PriorityClass.HIGH, PriorityClass.NORMAL, PriorityClass.LOW);

  /** The names of the values, such as {@code weighted_wait_s} or {@code urgent_wait_p95_s}. */
  public static final List<String> NAMES = names();

  /**
   * Measures against these bounds.
   *
   * @param starvationBoundsMillis see {@code PoolConfig}
   */
  public Measures(List<Long> starvationBoundsMillis) {
    starvedBeyondSeconds =
        starvationBoundsMillis.stream().mapToLong(millis -> millis / 1_000).toArray();
  }

  private static List<String> names() {
    List<String> names =
        new ArrayList<>(
            List.of(
                WEIGHTED_WAIT,
                "weighted_jct_s",
                "mean_bsld",
                "makespan_s",
                "last_start_s",
                "utilisation",
                "fragmentation",
                "starvation_violations"));
    for (PriorityClass group : GROUPS) {
      String prefix = group == null ? "all" : group.name().toLowerCase(Locale.ROOT);
      names.add(prefix + "_jobs");
      SPREAD.forEach(part -> names.add(prefix + "_wait_" + part + "_s"));
      SPREAD.forEach(part -> names.add(prefix + "_jct_" + part + "_s"));
    }
    return List.copyOf(names);
  }

  /** Where the value of this name stands. */
  public static int indexOf(String name) {
    int index = NAMES.indexOf(name);
    if (index < 0) {
      throw new IllegalArgumentException("no measure " + name + ". Maybe one of " + NAMES);
    }
    return index;
  }

  /**
   * The values of a run over those of the jobs that have ended in it, in the order of {@link
   * #NAMES}.
   *
   * @param jobs in order of submission
   */
  public double[] of(List<TraceJob> jobs, RunRecord record) {
    double[] values = new double[NAMES.size()];
    Totals totals = new Totals();
    for (TraceJob job : jobs) {
      JobRun run = record.run(job.jobId());
      if (run != null) {
        totals.add(job, run.startSeconds(), run.endSeconds());
      }
    }
    long makespan = totals.jobs == 0 ? 0 : totals.lastEnd - totals.firstSubmit;
    int at = 0;
    values[at++] = quotient(totals.weightedWait, totals.weights);
    values[at++] = quotient(totals.weightedJct, totals.weights);
    values[at++] = quotient(totals.slowdowns, totals.jobs);
    values[at++] = makespan;
    values[at++] = totals.jobs == 0 ? 0 : totals.lastStart - totals.firstSubmit;
    values[at++] = quotient(totals.gpuSeconds, (double) record.totalGpus() * makespan);
    values[at++] = record.fragmentation();
    values[at++] = totals.starved;
    for (PriorityClass group : GROUPS) {
      long[] waits = totals.sorted(totals.waits, group);
      values[at++] = waits.length;
      at = spread(waits, values, at);
      at = spread(totals.sorted(totals.jcts, group), values, at);
    }
    return values;
  }

  private static int spread(long[] sorted, double[] values, int from) {
    int at = from;
    values[at++] = quotient((double) Arrays.stream(sorted).sum(), sorted.length);
    for (int perMille : PER_MILLE) {
      values[at++] = sorted.length == 0 ? 0 : JobMetrics.percentile(sorted, perMille);
    }
    return at;
  }

  private static double quotient(double dividend, double divisor) {
    return divisor == 0 ? 0 : dividend / divisor;
  }

  private final class Totals {
    private final List<PriorityClass> classes = new ArrayList<>();
    private final List<Long> waits = new ArrayList<>();
    private final List<Long> jcts = new ArrayList<>();
    private int jobs;
    private double weights;
    private double weightedWait;
    private double weightedJct;
    private double slowdowns;
    private double gpuSeconds;
    private long firstSubmit;
    private long lastStart;
    private long lastEnd;
    private int starved;

    void add(TraceJob job, long start, long end) {
      long wait = start - job.submitSeconds();
      long jct = end - job.submitSeconds();
      int weight = job.priorityClass().weight();
      firstSubmit = jobs == 0 ? job.submitSeconds() : firstSubmit;
      jobs++;
      classes.add(job.priorityClass());
      waits.add(wait);
      jcts.add(jct);
      weights += weight;
      weightedWait += (double) weight * wait;
      weightedJct += (double) weight * jct;
      slowdowns += JobMetrics.boundedSlowdown(jct, job.durationSeconds());
      gpuSeconds += (double) job.gpuSeconds();
      lastStart = Math.max(lastStart, start);
      lastEnd = Math.max(lastEnd, end);
      starved += wait > starvedBeyondSeconds[job.priorityClass().base() - 1] ? 1 : 0;
    }

    long[] sorted(List<Long> values, PriorityClass group) {
      long[] chosen = new long[values.size()];
      int count = 0;
      for (int i = 0; i < chosen.length; i++) {
        if (group == null || classes.get(i) == group) {
          chosen[count++] = values.get(i);
        }
      }
      long[] sorted = Arrays.copyOf(chosen, count);
      Arrays.sort(sorted);
      return sorted;
    }
  }
}
