package dev.prioritize.core.policy;

import dev.prioritize.core.model.PolicyIdentity;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.state.Job;
import java.util.Comparator;
import java.util.Locale;

/**
 * The fixed rules. Most are a static key, which does not change as time passes, so that the queue
 * stays sorted; those with a {@link #score} are put in order by each pass. Ties go to the earlier
 * submission, then to the lower job id. In the formulas, n is the GPUs of a job, r its expected
 * duration and w its wait so far, both in milliseconds unless said otherwise.
 *
 * <p>Arithmetic on doubles, and StrictMath, give the same bits on every machine.
 */
public enum Heuristic implements Policy {
  /** First come, first served. */
  FIFO {
    @Override
    Comparator<Job> key(PoolConfig config) {
      return Comparator.comparingLong(Job::submittedAtMillis);
    }
  },
  /** Shortest expected duration first. */
  SJF {
    @Override
    Comparator<Job> key(PoolConfig config) {
      return Comparator.comparingLong(job -> job.estimate().durationMillis());
    }
  },
  /** Smallest area first: GPUs × expected duration. */
  SAF {
    @Override
    Comparator<Job> key(PoolConfig config) {
      return Comparator.comparingLong(Job::expectedGpuMillis);
    }
  },
  /** Highest class first. */
  PRIORITY {
    @Override
    Comparator<Job> key(PoolConfig config) {
      return Comparator.comparingInt(job -> -job.priorityClass().base());
    }
  },
  /**
   * Highest aged priority first: base + wait ÷ aging interval. All jobs age alike, so the order is
   * that of {@code submitted − base × interval}.
   */
  AGED {
    @Override
    Comparator<Job> key(PoolConfig config) {
      long interval = config.agingIntervalMillis();
      return Comparator.comparingLong(
          job -> job.submittedAtMillis() - job.priorityClass().base() * interval);
    }
  },
  /**
   * Weighted smallest area first: GPUs × expected duration ÷ class weight, compared exactly. This
   * is Smith's rule (W. E. Smith, 1956) for a machine of many GPUs.
   */
  WSAF {
    @Override
    Comparator<Job> key(PoolConfig config) {
      return (a, b) ->
          Long.compare(
              a.expectedGpuMillis() * b.priorityClass().weight(),
              b.expectedGpuMillis() * a.priorityClass().weight());
    }
  },
  /**
   * {@link #WSAF} with the class weight to the fourth power (1, 16, 256, 4,096): size counts within
   * a class, and between classes only where it differs by more than that.
   */
  WSAF4 {
    @Override
    Comparator<Job> key(PoolConfig config) {
      // Up to 1.1e19: beyond a signed long, and within an unsigned one.
      return (a, b) ->
          Long.compareUnsigned(
              a.expectedGpuMillis() * fourthPower(b.priorityClass().weight()),
              b.expectedGpuMillis() * fourthPower(a.priorityClass().weight()));
    }
  },
  /**
   * Quasi-shortest service first: smallest n × r, where r is always the pool's own prediction from
   * finished jobs. It differs from {@link #SAF} where submitters give a duration: that is not
   * believed, by order and backfill alike. Hu et al., "Characterization and Prediction of Deep
   * Learning Workloads in Large-Scale GPU Datacenters" (Helios), SC 2021; their predictor is a
   * gradient-boosted tree, ours the rule of estimates.
   */
  QSSF {
    @Override
    Comparator<Job> key(PoolConfig config) {
      return Comparator.comparingLong(Job::expectedGpuMillis);
    }

    @Override
    public boolean believesSubmitters() {
      return false;
    }
  },
  /**
   * Lowest log10(r)·n + 870·log10(s) first, r and the time of submission s in seconds of the pool's
   * clock, 0 taken for 0.1: Carastan-Santos and de Camargo, "Obtaining Dynamic Scheduling Policies
   * with Simulation and Machine Learning", SC 2017, as RLScheduler (Zhang et al., SC 2020) computes
   * it. Made for clocks that begin with the workload: on a wall clock s hardly differs, and
   * n·log10(r) decides.
   */
  F1 {
    @Override
    Comparator<Job> key(PoolConfig config) {
      return Comparator.comparingDouble(BaselineFormulas::f1);
    }
  },
  /**
   * Highest (w ÷ r)³ × n first: Tang et al., "Fault-aware, utility-based job scheduling on Blue
   * Gene/P systems", Cluster 2009, as RLScheduler has it.
   */
  WFP3 {
    @Override
    public JobScore score() {
      return BaselineFormulas::wfp3;
    }
  },
  /**
   * Highest w ÷ (log2(n) × r) first: Tang et al. 2009, as RLScheduler has it. Where log2(n) is 0 it
   * is taken for 1e-15, so that a job of one GPU that has waited goes before all larger ones.
   */
  UNICEP {
    @Override
    public JobScore score() {
      return BaselineFormulas::unicep;
    }
  },
  /**
   * Highest 1,000 × min(1, w ÷ 7 d) + 1,000 × n ÷ GPUs of the pool + 1,000 × base ÷ 4 first: the
   * sum of factors between 0 and 1 of Slurm's multifactor plugin. Its defaults are PriorityMaxAge 7
   * d and larger jobs first (PriorityFavorSmall=NO), but weights of 0; these are of the example in
   * its manual, the class in the place of the partition. Fair share is left out.
   */
  MULTIFACTOR {
    @Override
    public JobScore score() {
      return BaselineFormulas::multifactor;
    }
  },
  /** In no order: by a hash of job id and time of submission, which any two runs share. */
  RANDOM {
    @Override
    Comparator<Job> key(PoolConfig config) {
      return Comparator.comparingLong(BaselineFormulas::hash);
    }
  };

  private static final int VERSION = 1;

  private final String policyName = name().toLowerCase(Locale.ROOT);

  Comparator<Job> key(PoolConfig config) {
    return Comparator.comparingLong(Job::submittedAtMillis);
  }

  private static long fourthPower(long weight) {
    return weight * weight * weight * weight;
  }

  /** What a pass sorts by, highest first; null for a static key. */
  public JobScore score() {
    return null;
  }

  /** False if a duration that the submitter gives is not to be used. */
  public boolean believesSubmitters() {
    return true;
  }

  /** The total order in which the queue is kept; of a heuristic with a score, by submission. */
  public Comparator<Job> order(PoolConfig config) {
    return withTies(key(config));
  }

  /** The total order of this key: ties go to the earlier submission, then to the lower id. */
  public static Comparator<Job> withTies(Comparator<Job> key) {
    return (a, b) -> {
      int byKey = key.compare(a, b);
      if (byKey != 0) {
        return byKey;
      }
      int bySubmission = Long.compare(a.submittedAtMillis(), b.submittedAtMillis());
      return bySubmission != 0 ? bySubmission : a.id().compareTo(b.id());
    };
  }

  @Override
  public PolicyIdentity identity() {
    return new PolicyIdentity(policyName, VERSION, "");
  }

  /** The heuristic that a configuration names, or null if that is another policy. */
  public static Heuristic of(PoolConfig config) {
    return find(config.policy());
  }

  /** The heuristic of this name (lower case), or null. */
  public static Heuristic find(String name) {
    for (Heuristic heuristic : values()) {
      if (heuristic.policyName.equals(name)) {
        return heuristic;
      }
    }
    return null;
  }

  /** The order of the queue under a configuration; a policy that is no heuristic keeps wsaf. */
  public static Comparator<Job> queueOrder(PoolConfig config) {
    Heuristic heuristic = of(config);
    return (heuristic == null ? WSAF : heuristic).order(config);
  }
}
