package dev.prioritize.simulator;

import java.util.List;

/**
 * What generated jobs are like. Shares are 0..1, times in seconds, and medians and sigmas those of
 * log-normal factors.
 *
 * @param offeredLoad GPU seconds submitted ÷ GPU seconds there are while jobs arrive, above 0
 * @param sizeWeights how often a gang of 1, 2, 4, 8 … GPUs comes, relative to each other; gangs
 *     larger than half of the cluster do not come
 * @param durations how long jobs run
 * @param arrivals when they come
 * @param kinds who submits them, and how often the same again
 * @param classWeights how often LOW, NORMAL, HIGH and URGENT come
 * @param estimates what submitters say
 * @param cancelledShare of jobs that their owners cancel, after up to twice their duration
 * @param failedShare of jobs that end with an error
 */
public record WorkloadParameters(
    double offeredLoad,
    List<Double> sizeWeights,
    Durations durations,
    Arrivals arrivals,
    Kinds kinds,
    List<Double> classWeights,
    Estimates estimates,
    double cancelledShare,
    double failedShare) {

  /** The family of a distribution. */
  public enum Tail {
    /** {@code median × exp(sigma × normal)}. */
    LOG_NORMAL,
    /** {@code median × (2 × uniform)^(−1/shape)}. */
    PARETO
  }

  /**
   * Durations of single-GPU jobs, cut to a range; a gang's are longer by GPUs^sizeExponent.
   *
   * @param median half of the jobs are shorter, before the range is cut
   * @param spread sigma of LOG_NORMAL, shape of PARETO; above 0
   * @param least shortest duration, at least 1
   * @param most longest duration
   */
  public record Durations(
      Tail tail, double median, double spread, long least, long most, double sizeExponent) {}

  /**
   * A Poisson process whose rate swings with day and week.
   *
   * @param dailySwing the rate is 1 + swing at 14 h and 1 − swing at 2 h
   * @param weekendDip at weekends the rate is less by this share
   * @param burstShare of arrivals that are sweeps: alike jobs a few seconds apart
   * @param meanBurst mean number of jobs of a sweep, above 1
   */
  public record Arrivals(
      double dailySwing, double weekendDip, double burstShare, double meanBurst) {}

  /**
   * Kinds of jobs that come again under one name.
   *
   * @param tenants how many; the n-th submits in proportion to 1/n
   * @param perTenant named kinds of each
   * @param namedShare of jobs that are of such a kind
   * @param sigma by which durations of one kind differ
   */
  public record Kinds(int tenants, int perTenant, double namedShare, double sigma) {}

  /**
   * Estimate = duration × exp(bias + sigma × normal), rounded up to minutes.
   *
   * @param share of jobs that come with one
   */
  public record Estimates(double share, double bias, double sigma) {}

  /** 10 % URGENT, 20 % HIGH, 40 % NORMAL, 30 % LOW, as for traces without classes. */
  private static final List<Double> CLASS_WEIGHTS = List.of(0.3, 0.4, 0.2, 0.1);

  /** Estimates are too long by a third in the middle, and by chance; there is no data on them. */
  private static final Estimates ESTIMATES = new Estimates(1, 0.25, 0.5);

  /**
   * Few jobs that keep a small cluster busy for days, larger gangs than anybody has: what demo and
   * simulate generate.
   */
  public static final WorkloadParameters DEMO =
      new WorkloadParameters(
          1.5,
          List.of(0.45, 0.25, 0.14, 0.08, 0.04, 0.04),
          new Durations(Tail.LOG_NORMAL, 1_500, 1.1, 60, 12 * 3_600, 0.25),
          new Arrivals(0, 0, 0, 2),
          new Kinds(4, 3, 0.6, 0.15),
          CLASS_WEIGHTS,
          ESTIMATES,
          0,
          0);

  /**
   * After Microsoft's Philly, 2017: 93.9 % of jobs with 1 GPU, 1.6 % with 2, 2.1 % with up to 4,
   * 2.1 % with up to 8, 0.3 % with up to 16, the largest with 64; durations of 1,652 s in the
   * middle, 16,069 s at 90 % and 722,186 s at 99 %, which a Pareto distribution of shape 0.68 has
   * within 30 %; eight virtual clusters, of which the first has half of the jobs. Its paper counts
   * about 30 % of jobs as killed or unsuccessful. Rhythm and bursts are assumed.
   */
  public static final WorkloadParameters PHILLY =
      new WorkloadParameters(
          0.9,
          List.of(93.9, 1.6, 2.1, 2.1, 0.25, 0.04, 0.01),
          new Durations(Tail.PARETO, 1_652, 0.68, 10, 33 * 86_400, 0.25),
          new Arrivals(0.5, 0.4, 0.05, 8),
          new Kinds(8, 6, 0.7, 0.3),
          CLASS_WEIGHTS,
          new Estimates(0.8, ESTIMATES.bias(), ESTIMATES.sigma()),
          0.1,
          0.1);

  /**
   * After the Lublin model of supercomputers, as in lublin-256: 24.9 % of jobs with 1 processor,
   * 9.2 % with 2, 13.4 % with up to 4, 13.8 % with up to 8, 13.4 % with up to 16, 25.2 % larger;
   * durations of 137 s in the middle and 15,590 s at 90 %.
   */
  public static final WorkloadParameters LUBLIN =
      new WorkloadParameters(
          0.9,
          List.of(24.9, 9.2, 13.4, 13.8, 13.4, 12.6, 8.0, 4.6),
          new Durations(Tail.LOG_NORMAL, 137, 3.7, 1, 40_000, 0),
          new Arrivals(0.5, 0.4, 0, 2),
          new Kinds(8, 6, 0.5, 0.3),
          CLASS_WEIGHTS,
          ESTIMATES,
          0.05,
          0.05);

  /** Checks the ranges. */
  public WorkloadParameters {
    sizeWeights = List.copyOf(sizeWeights);
    classWeights = List.copyOf(classWeights);
    require(offeredLoad > 0 && offeredLoad <= 100, "offeredLoad", "above 0 and at most 100");
    require(!sizeWeights.isEmpty() && sizeWeights.size() <= 14, "sizeWeights", "1 to 14 of them");
    require(sizeWeights.get(0) > 0, "sizeWeights", "above 0 for one GPU");
    require(classWeights.size() == 4, "classWeights", "four");
    require(durations.spread() > 0 && durations.median() > 0, "durations", "above 0");
    require(
        durations.least() >= 1 && durations.most() >= durations.least(), "durations", "a range");
    require(isShare(arrivals.dailySwing()), "dailySwing", "0 to 1");
    require(arrivals.weekendDip() >= 0 && arrivals.weekendDip() < 1, "weekendDip", "0 to below 1");
    require(isShare(arrivals.burstShare()), "burstShare", "0 to 1");
    require(arrivals.meanBurst() > 1, "meanBurst", "above 1");
    require(kinds.tenants() >= 1 && kinds.perTenant() >= 1, "kinds", "at least 1");
    require(isShare(kinds.namedShare()), "namedShare", "0 to 1");
    require(isShare(estimates.share()), "estimates.share", "0 to 1");
    require(isShare(cancelledShare), "cancelledShare", "0 to 1");
    require(isShare(failedShare), "failedShare", "0 to 1");
  }

  private static boolean isShare(double value) {
    return value >= 0 && value <= 1;
  }

  private static void require(boolean good, String name, String range) {
    if (!good) {
      throw new IllegalArgumentException(name + " must be " + range);
    }
  }

  /** The same under another load. */
  public WorkloadParameters withOfferedLoad(double load) {
    return new WorkloadParameters(
        load,
        sizeWeights,
        durations,
        arrivals,
        kinds,
        classWeights,
        estimates,
        cancelledShare,
        failedShare);
  }
}
