package dev.prioritize.simulator;

import dev.prioritize.simulator.WorkloadParameters.Arrivals;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Makes jobs one after the other, any number of them in constant memory, as their parameters say.
 * The same arguments give the same jobs on every JVM.
 *
 * <p>What the jobs are is drawn twice: the first time only to know how much work they are, so that
 * the gaps between arrivals give the offered load that was asked for. Gaps are exponential, and
 * shorter by day than by night and at the weekend; day 0 is a Monday. The jobs of a sweep come a
 * few seconds apart.
 */
public final class WorkloadGenerator implements Iterator<TraceJob> {
  /** Jobs of a demo. */
  public static final int DEFAULT_JOBS = 200;

  private static final double DAY_SECONDS = 86_400;
  private static final double PEAK_SECONDS = 14 * 3_600;
  private static final int WEEK_DAYS = 7;
  private static final int WORK_DAYS = 5;
  private static final double LONGEST_SWEEP_GAP_SECONDS = 3;
  private static final int LEAST_ID_DIGITS = 4;

  /** With full swing nothing would come at night, and a gap from there on would never end. */
  private static final double LEAST_RATE = 0.05;

  /** To draw arrivals apart from jobs. */
  private static final long ARRIVAL_SEED = 0x9E3779B97F4A7C15L;

  private final Arrivals arrivals;
  private final int count;
  private final JobDraw jobs;
  private final Draws gaps;
  private final double sweepGapSeconds;
  private final double meanGapSeconds;
  private final int idDigits;
  private double nowSeconds;
  private int made;

  /**
   * A generator before its first job.
   *
   * @param cluster the load is one on its GPUs
   * @param count jobs, at least 1
   * @param seed other seeds give other jobs
   */
  public WorkloadGenerator(
      WorkloadParameters parameters, ClusterShape cluster, int count, long seed) {
    if (count < 1) {
      throw new IllegalArgumentException("count must be at least 1, was " + count);
    }
    this.arrivals = parameters.arrivals();
    this.count = count;
    this.jobs = new JobDraw(parameters, cluster.totalGpus(), seed);
    this.gaps = new Draws(seed ^ ARRIVAL_SEED);
    this.idDigits = Math.max(LEAST_ID_DIGITS, Integer.toString(count).length());
    JobDraw rehearsal = new JobDraw(parameters, cluster.totalGpus(), seed);
    double gpuSeconds = 0;
    long sweeps = 0;
    for (int i = 0; i < count; i++) {
      sweeps += rehearsal.advance() ? 1 : 0;
      gpuSeconds += rehearsal.job("", 0).gpuSeconds();
    }
    double spanSeconds = gpuSeconds / (parameters.offeredLoad() * cluster.totalGpus());
    this.sweepGapSeconds = Math.min(LONGEST_SWEEP_GAP_SECONDS, spanSeconds / count);
    this.meanGapSeconds = (spanSeconds - (count - sweeps) * sweepGapSeconds / 2) / sweeps;
  }

  /** A workload as the demo has it. */
  public static Workload generate(int nodes, int gpusPerNode, int count, long seed) {
    return generate(WorkloadParameters.DEMO, ClusterShape.of(nodes, gpusPerNode), count, seed);
  }

  /** All of a generator's jobs as a workload. */
  public static Workload generate(
      WorkloadParameters parameters, ClusterShape cluster, int count, long seed) {
    JobTable table = new JobTable();
    new WorkloadGenerator(parameters, cluster, count, seed).forEachRemaining(table::append);
    return new Workload("generated-" + seed, cluster, table, 0);
  }

  @Override
  public boolean hasNext() {
    return made < count;
  }

  @Override
  public TraceJob next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    boolean ofSweep = !jobs.advance();
    if (made > 0) {
      nowSeconds +=
          ofSweep
              ? sweepGapSeconds * gaps.uniform()
              : meanGapSeconds * gaps.exponential() / rate(nowSeconds);
    }
    made++;
    return jobs.job(id(made), (long) nowSeconds);
  }

  private String id(int number) {
    String digits = Integer.toString(number);
    return "job-" + "0".repeat(idDigits - digits.length()) + digits;
  }

  /** How much faster than on the average of a week jobs come. */
  private double rate(double seconds) {
    double hour = 2 * StrictMath.PI * (seconds - PEAK_SECONDS) / DAY_SECONDS;
    double daily = 1 + arrivals.dailySwing() * StrictMath.cos(hour);
    double weekend = 1 - arrivals.weekendDip();
    double mean = (WORK_DAYS + (WEEK_DAYS - WORK_DAYS) * weekend) / WEEK_DAYS;
    boolean isWeekend = (long) (seconds / DAY_SECONDS) % WEEK_DAYS >= WORK_DAYS;
    return Math.max(LEAST_RATE, daily) * (isWeekend ? weekend : 1) / mean;
  }
}
