package dev.prioritize.core.state;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;

/**
 * What the jobs that hold GPUs hold, in order of their expected end.
 *
 * <p>A job is expected to end at placement + estimate. Once that is not after now, it is
 * <em>overdue</em> and expected at {@code now + (now − placement)}: as long again as it has run.
 * That moves with now, yet the order among the overdue does not: the one placed last ends first. So
 * both kinds stay sorted and a job moves from one to the other once.
 */
public final class RunningJobs {
  private final HashMap<String, List<Holding>> byJob = new HashMap<>();
  private final HashMap<String, Integer> gpusByTenant = new HashMap<>();
  private final SortedBlocks<Holding> onTime = new SortedBlocks<>(Holding.BY_PLANNED_END);
  private final SortedBlocks<Holding> overdue = new SortedBlocks<>(Holding.BY_LATEST_PLACED);

  RunningJobs() {}

  /** Jobs that hold GPUs. */
  public int size() {
    return byJob.size();
  }

  /** GPUs that the tenant's jobs hold, in service or not. */
  public int gpusHeldBy(String tenant) {
    return gpusByTenant.getOrDefault(tenant, 0);
  }

  /** Moves the jobs that should have ended by now to the overdue ones. */
  public void advanceTo(long nowMillis) {
    while (!onTime.isEmpty() && onTime.first().isOverdue(nowMillis)) {
      Holding late = onTime.first();
      onTime.remove(late);
      overdue.add(late);
    }
  }

  /** All that is held by expected end; call {@link #advanceTo} first. */
  public ByExpectedEnd byExpectedEnd(long nowMillis) {
    return new ByExpectedEnd(nowMillis);
  }

  /** What a job holds, node by node; null if it holds nothing. */
  List<Holding> heldBy(String jobId) {
    return byJob.get(jobId);
  }

  /** A job got its GPUs; until it gives them back, its expected end stays. */
  void add(Job job, List<List<Gpu>> gpusByNode) {
    List<Holding> held = new ArrayList<>(gpusByNode.size());
    for (List<Gpu> gpus : gpusByNode) {
      Holding holding = Holding.of(job, gpus);
      held.add(holding);
      onTime.add(holding);
    }
    byJob.put(job.id(), held);
    gpusByTenant.merge(job.spec().tenant(), job.gpus(), Integer::sum);
  }

  void remove(Job job) {
    for (Holding holding : byJob.remove(job.id())) {
      if (!onTime.remove(holding) && !overdue.remove(holding)) {
        throw new IllegalStateException("job " + job.id() + " is not among the running");
      }
    }
    gpusByTenant.computeIfPresent(
        job.spec().tenant(), (tenant, gpus) -> gpus == job.gpus() ? null : gpus - job.gpus());
  }

  /** Merges the two kinds. */
  public final class ByExpectedEnd {
    private final long nowMillis;
    private final Iterator<Holding> onTimeHoldings = onTime.iterator();
    private final Iterator<Holding> overdueHoldings = overdue.iterator();
    private Holding nextOnTime;
    private Holding nextOverdue;

    private ByExpectedEnd(long nowMillis) {
      this.nowMillis = nowMillis;
      nextOnTime = next(onTimeHoldings);
      nextOverdue = next(overdueHoldings);
    }

    private static Holding next(Iterator<Holding> holdings) {
      return holdings.hasNext() ? holdings.next() : null;
    }

    /** The next holding, or null when there is none left. */
    public Holding peek() {
      return overdueIsNext() ? nextOverdue : nextOnTime;
    }

    /** Goes on to the next holding. */
    public void advance() {
      if (overdueIsNext()) {
        nextOverdue = next(overdueHoldings);
      } else {
        nextOnTime = next(onTimeHoldings);
      }
    }

    private boolean overdueIsNext() {
      return nextOverdue != null
          && (nextOnTime == null
              || nextOverdue.expectedEndMillis(nowMillis)
                  <= nextOnTime.expectedEndMillis(nowMillis));
    }
  }
}
