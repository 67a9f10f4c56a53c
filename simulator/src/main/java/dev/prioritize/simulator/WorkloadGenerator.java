package dev.prioritize.simulator;

import dev.prioritize.core.model.Limits;
import dev.prioritize.core.model.PriorityClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Makes small workloads that keep a cluster busy and its queue filled. The same arguments give the
 * same jobs on every JVM: the arithmetic is {@link StrictMath}'s, and of the random generator only
 * its 64-bit output is used.
 *
 * <ul>
 *   <li>Sizes are powers of two, mostly small, up to half of the cluster.
 *   <li>Durations are log-normal, minutes to hours, a little longer for larger jobs.
 *   <li>Arrivals are Poisson; all work together would keep every GPU busy for as long as jobs
 *       arrive.
 *   <li>Most jobs are of kinds that come again, with a name, a size and durations much alike.
 *   <li>Every job tells an expected duration that is not its true one: too long on the average, and
 *       rounded to minutes.
 * </ul>
 */
public final class WorkloadGenerator {
  /** Jobs of a demo. */
  public static final int DEFAULT_JOBS = 200;

  private static final double OFFERED_LOAD = 1.0;
  private static final double NEXT_LARGER_SIZE_SHARE = 0.55;
  private static final double MEDIAN_DURATION_SECONDS = 1_500;
  private static final double DURATION_SIGMA = 1.1;
  private static final double DURATION_SIZE_EXPONENT = 0.25;
  private static final long LEAST_DURATION_SECONDS = 60;
  private static final long MOST_DURATION_SECONDS = 12 * 3_600;
  private static final double NAMED_SHARE = 0.6;
  private static final double NAMED_DURATION_SIGMA = 0.15;
  private static final double ESTIMATE_BIAS = 0.25;
  private static final double ESTIMATE_SIGMA = 0.5;
  private static final List<String> TENANTS = List.of("vision", "speech", "language", "robotics");
  private static final List<String> KINDS = List.of("pretrain", "finetune", "evaluate");

  /** A kind of job that comes again, or one job's draw. */
  private record Kind(String tenant, String name, int gpus, long durationSeconds) {}

  private final int nodes;
  private final int gpusPerNode;
  private final int count;
  private final long seed;
  private final SplittableRandom random;

  private WorkloadGenerator(int nodes, int gpusPerNode, int count, long seed) {
    this.nodes = nodes;
    this.gpusPerNode = gpusPerNode;
    this.count = count;
    this.seed = seed;
    this.random = new SplittableRandom(seed);
  }

  /**
   * Makes a workload.
   *
   * @param count jobs, at least 1
   * @param seed other seeds give other workloads
   */
  public static Workload generate(int nodes, int gpusPerNode, int count, long seed) {
    if (nodes < 1 || gpusPerNode < 1 || count < 1) {
      throw new IllegalArgumentException(
          "nodes, gpusPerNode and count must be at least 1: "
              + nodes
              + ", "
              + gpusPerNode
              + ", "
              + count);
    }
    return new WorkloadGenerator(nodes, gpusPerNode, count, seed).generate();
  }

  private Workload generate() {
    List<Kind> recurring = recurringKinds();
    List<Kind> drawn = new ArrayList<>(count);
    long gpuSeconds = 0;
    for (int i = 0; i < count; i++) {
      Kind kind = drawJob(recurring);
      drawn.add(kind);
      gpuSeconds += kind.gpus() * kind.durationSeconds();
    }
    double meanGapSeconds = gpuSeconds / (OFFERED_LOAD * nodes * gpusPerNode * count);
    return new Workload(
        "generated-" + seed, nodes, gpusPerNode, arrivals(drawn, meanGapSeconds), 0);
  }

  private List<Kind> recurringKinds() {
    List<Kind> kinds = new ArrayList<>();
    for (String tenant : TENANTS) {
      for (String name : KINDS) {
        int gpus = drawGpus();
        kinds.add(new Kind(tenant, name, gpus, drawDurationSeconds(gpus)));
      }
    }
    return kinds;
  }

  private Kind drawJob(List<Kind> recurring) {
    if (uniform() < NAMED_SHARE) {
      Kind kind = recurring.get(below(recurring.size()));
      double factor = StrictMath.exp(NAMED_DURATION_SIGMA * gaussian());
      long durationSeconds = bounded(kind.durationSeconds() * factor);
      return new Kind(kind.tenant(), kind.name(), kind.gpus(), durationSeconds);
    }
    int gpus = drawGpus();
    return new Kind(TENANTS.get(below(TENANTS.size())), "", gpus, drawDurationSeconds(gpus));
  }

  private int drawGpus() {
    int most = Math.min(nodes * gpusPerNode / 2, Limits.MAX_GPUS_PER_JOB);
    int gpus = 1;
    while (2 * gpus <= most && uniform() < NEXT_LARGER_SIZE_SHARE) {
      gpus *= 2;
    }
    return gpus;
  }

  private long drawDurationSeconds(int gpus) {
    return bounded(
        MEDIAN_DURATION_SECONDS
            * StrictMath.pow(gpus, DURATION_SIZE_EXPONENT)
            * StrictMath.exp(DURATION_SIGMA * gaussian()));
  }

  private static long bounded(double durationSeconds) {
    return Math.max(
        LEAST_DURATION_SECONDS, Math.min(MOST_DURATION_SECONDS, Math.round(durationSeconds)));
  }

  private List<TraceJob> arrivals(List<Kind> drawn, double meanGapSeconds) {
    int digits = Math.max(4, Integer.toString(count).length());
    List<TraceJob> jobs = new ArrayList<>(count);
    double submitSeconds = 0;
    for (Kind kind : drawn) {
      jobs.add(
          new TraceJob(
              String.format(Locale.ROOT, "job-%0" + digits + "d", jobs.size() + 1),
              kind.tenant(),
              kind.name(),
              drawClass(),
              kind.gpus(),
              (long) submitSeconds,
              kind.durationSeconds(),
              drawEstimateSeconds(kind.durationSeconds())));
      submitSeconds -= meanGapSeconds * StrictMath.log(1 - uniform());
    }
    return jobs;
  }

  private PriorityClass drawClass() {
    double u = uniform();
    if (u < 0.1) {
      return PriorityClass.URGENT;
    } else if (u < 0.3) {
      return PriorityClass.HIGH;
    } else {
      return u < 0.7 ? PriorityClass.NORMAL : PriorityClass.LOW;
    }
  }

  private long drawEstimateSeconds(long durationSeconds) {
    double factor = StrictMath.exp(ESTIMATE_BIAS + ESTIMATE_SIGMA * gaussian());
    long minutes = (long) StrictMath.ceil(durationSeconds * factor / 60);
    return minutes * 60 == durationSeconds ? durationSeconds + 60 : minutes * 60;
  }

  /** Uniform over [0, 1). */
  private double uniform() {
    return (random.nextLong() >>> 11) * 0x1.0p-53;
  }

  private int below(int bound) {
    return (int) (uniform() * bound);
  }

  /** Normal with mean 0 and deviation 1: Box and Muller, 1958. */
  private double gaussian() {
    double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - uniform()));
    return radius * StrictMath.cos(2 * StrictMath.PI * uniform());
  }
}
