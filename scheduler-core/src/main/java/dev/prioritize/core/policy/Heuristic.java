package dev.prioritize.core.policy;

import dev.prioritize.core.model.PolicyIdentity;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.state.Job;
import java.util.Comparator;
import java.util.Locale;

/**
 * The fixed orders. Each is a static key: none changes as time passes, so the queue stays sorted.
 * Ties go to the earlier submission, then to the lower job id.
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
  };

  private static final int VERSION = 1;

  private final String policyName = name().toLowerCase(Locale.ROOT);

  abstract Comparator<Job> key(PoolConfig config);

  /** The total order of the queue under this configuration. */
  public Comparator<Job> order(PoolConfig config) {
    Comparator<Job> key = key(config);
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

  @Override
  public Job pick(PassView pass) {
    return pass.nextInOrder();
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
    Heuristic heuristic = find(config.policy());
    return (heuristic == null ? WSAF : heuristic).order(config);
  }
}
