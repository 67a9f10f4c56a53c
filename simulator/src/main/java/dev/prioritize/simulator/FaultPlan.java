package dev.prioritize.simulator;

import java.util.SplittableRandom;

/**
 * Says of each task whether and how its node misbehaves, about one in four, and which jobs their
 * owners cancel. The answer depends on seed, node and epoch alone, so that the order in which it is
 * asked changes nothing.
 */
public final class FaultPlan {
  private static final int THOUSAND = 1_000;
  private static final int CANCELS_PER_MILLE = 20;

  // Odd constants of the 64-bit mixer of SplittableRandom, to keep node and epoch apart.
  private static final long NODE_FACTOR = 0x9E3779B97F4A7C15L;
  private static final long EPOCH_FACTOR = 0xBF58476D1CE4E5B9L;

  private static final Misbehaviour FAULTLESS = new Misbehaviour(NodeFault.NONE, 0, 0);

  /** Nodes that do as they are told, and owners who cancel nothing. */
  public static final FaultPlan NONE = new FaultPlan(0, false);

  private final long seed;
  private final boolean hasFaults;

  /** A plan; every seed gives another one. */
  public FaultPlan(long seed) {
    this(seed, true);
  }

  private FaultPlan(long seed, boolean hasFaults) {
    this.seed = seed;
    this.hasFaults = hasFaults;
  }

  /** What the node does wrong with the task that it was told to start under this epoch. */
  public Misbehaviour of(String nodeId, long epoch) {
    if (!hasFaults) {
      return FAULTLESS;
    }
    SplittableRandom random =
        new SplittableRandom(
            seed ^ (nodeId.hashCode() * NODE_FACTOR) ^ ((epoch + 1) * EPOCH_FACTOR));
    int drawn = random.nextInt(THOUSAND);
    return new Misbehaviour(fault(drawn), random.nextDouble(), random.nextDouble());
  }

  private static NodeFault fault(int drawn) {
    int upTo = 0;
    for (NodeFault fault : NodeFault.values()) {
      upTo += fault.perMille();
      if (drawn < upTo) {
        return fault;
      }
    }
    return NodeFault.NONE;
  }

  /** The workload, of which one job in fifty is cancelled within twice its duration. */
  public Workload withCancels(Workload workload) {
    if (!hasFaults) {
      return workload;
    }
    JobTable jobs = new JobTable();
    for (TraceJob job : workload.jobs()) {
      SplittableRandom random = new SplittableRandom(seed ^ (job.jobId().hashCode() * NODE_FACTOR));
      boolean cancelled = random.nextInt(THOUSAND) < CANCELS_PER_MILLE;
      long delay = (long) (2 * job.durationSeconds() * random.nextDouble());
      jobs.append(
          new TraceJob(
              job.jobId(),
              job.tenant(),
              job.name(),
              job.priorityClass(),
              job.gpus(),
              job.submitSeconds(),
              job.durationSeconds(),
              job.expectedDurationSeconds(),
              cancelled ? Long.valueOf(job.submitSeconds() + delay) : job.cancelSeconds(),
              job.fails()));
    }
    return new Workload(workload.name(), workload.cluster(), jobs, workload.dropped());
  }
}
