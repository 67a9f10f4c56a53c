package dev.prioritize.simulator;

import dev.prioritize.core.model.Limits;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.simulator.WorkloadParameters.Durations;
import dev.prioritize.simulator.WorkloadParameters.Tail;
import java.util.ArrayList;
import java.util.List;

/** Draws what jobs are, one sweep of alike jobs after the other; not when they come. */
final class JobDraw {
  private static final List<String> TENANTS =
      List.of("vision", "speech", "language", "robotics", "search", "ads", "health", "games");
  private static final List<String> NAMES =
      List.of("pretrain", "finetune", "evaluate", "ablation", "distil", "sweep");

  /** Kinds that come again, or what one job is. */
  private record Kind(String tenant, String name, int gpus, double seconds) {}

  private final WorkloadParameters parameters;
  private final Draws draws;
  private final double[] sizes;
  private final double[] tenants;
  private final double[] classes;
  private final List<List<Kind>> kindsByTenant = new ArrayList<>();
  private Kind current;
  private int leftOfSweep;

  /** Two draws of the same arguments draw the same jobs. */
  JobDraw(WorkloadParameters parameters, int totalGpus, long seed) {
    this.parameters = parameters;
    this.draws = new Draws(seed);
    int largest = Math.max(1, Math.min(totalGpus / 2, Limits.MAX_GPUS_PER_JOB));
    List<Double> fitting = new ArrayList<>();
    for (int size = 0; size < parameters.sizeWeights().size() && 1 << size <= largest; size++) {
      fitting.add(parameters.sizeWeights().get(size));
    }
    sizes = Draws.cumulative(fitting);
    List<Double> byRank = new ArrayList<>();
    for (int rank = 1; rank <= parameters.kinds().tenants(); rank++) {
      byRank.add(1.0 / rank);
    }
    tenants = Draws.cumulative(byRank);
    classes = Draws.cumulative(parameters.classWeights());
    drawKinds();
  }

  /** One of each stratum of the durations, so that no seed has long kinds only. */
  private void drawKinds() {
    int perTenant = parameters.kinds().perTenant();
    int count = parameters.kinds().tenants() * perTenant;
    int[] strata = draws.permutation(count);
    for (int kind = 0; kind < count; kind++) {
      int tenant = kind / perTenant;
      if (kind % perTenant == 0) {
        kindsByTenant.add(new ArrayList<>());
      }
      int gpus = 1 << draws.index(sizes);
      double quantile = (strata[kind] + draws.uniform()) / count;
      kindsByTenant
          .get(tenant)
          .add(
              new Kind(
                  name(TENANTS, tenant),
                  name(NAMES, kind % perTenant),
                  gpus,
                  seconds(gpus, quantile)));
    }
  }

  private static String name(List<String> names, int index) {
    int round = index / names.size();
    return names.get(index % names.size()) + (round == 0 ? "" : "-" + (round + 1));
  }

  /** Goes to the next job; true if it begins a sweep, or comes alone. */
  boolean advance() {
    if (leftOfSweep > 0) {
      leftOfSweep--;
      return false;
    }
    int tenant = draws.index(tenants);
    if (draws.uniform() < parameters.kinds().namedShare()) {
      List<Kind> kinds = kindsByTenant.get(tenant);
      current = kinds.get(draws.below(kinds.size()));
    } else {
      int gpus = 1 << draws.index(sizes);
      current = new Kind(name(TENANTS, tenant), "", gpus, seconds(gpus, draws.uniform()));
    }
    if (draws.uniform() < parameters.arrivals().burstShare()) {
      leftOfSweep = draws.geometric(parameters.arrivals().meanBurst());
    }
    return true;
  }

  private double seconds(int gpus, double quantile) {
    Durations durations = parameters.durations();
    double base =
        durations.tail() == Tail.PARETO
            ? durations.median() * StrictMath.pow(2 * (1 - quantile), -1 / durations.spread())
            : durations.median() * StrictMath.exp(durations.spread() * Draws.normal(quantile));
    return base * StrictMath.pow(gpus, durations.sizeExponent());
  }

  /** The job that {@link #advance} has come to, submitted then; call it once for each. */
  TraceJob job(String jobId, long submitSeconds) {
    boolean named = !current.name().isEmpty();
    double factor = named ? StrictMath.exp(parameters.kinds().sigma() * draws.gaussian()) : 1;
    Durations durations = parameters.durations();
    long seconds =
        Math.max(
            durations.least(), Math.min(durations.most(), Math.round(current.seconds() * factor)));
    return new TraceJob(
        jobId,
        current.tenant(),
        current.name(),
        PriorityClass.ofBase(1 + draws.index(classes)),
        current.gpus(),
        submitSeconds,
        seconds,
        estimate(seconds),
        cancel(submitSeconds, seconds),
        draws.uniform() < parameters.failedShare());
  }

  private Long estimate(long seconds) {
    if (draws.uniform() >= parameters.estimates().share()) {
      return null;
    }
    WorkloadParameters.Estimates estimates = parameters.estimates();
    double factor = StrictMath.exp(estimates.bias() + estimates.sigma() * draws.gaussian());
    long minutes = (long) StrictMath.ceil(seconds * factor / 60);
    long rounded = Math.min(60 * minutes, Limits.MAX_DURATION_MILLIS / 1_000);
    return rounded == seconds ? seconds + 60 : rounded;
  }

  private Long cancel(long submitSeconds, long seconds) {
    return draws.uniform() < parameters.cancelledShare()
        ? submitSeconds + Math.round(2 * seconds * draws.uniform())
        : null;
  }
}
