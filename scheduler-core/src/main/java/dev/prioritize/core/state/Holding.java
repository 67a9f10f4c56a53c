package dev.prioritize.core.state;

import java.util.Comparator;
import java.util.List;

/**
 * The GPUs that an attempt holds on one node, with what a plan asks of them in one place: a blocked
 * head lets thousands of these go in every pass.
 *
 * @param jobId the job
 * @param placedAtMillis when the attempt got its GPUs
 * @param plannedEndMillis placement + estimate
 * @param node where
 * @param gpuCount how many GPUs, in service or not
 * @param gpus these GPUs
 */
public record Holding(
    String jobId,
    long placedAtMillis,
    long plannedEndMillis,
    Node node,
    int gpuCount,
    List<Gpu> gpus) {
  static final Comparator<Holding> BY_PLANNED_END =
      (a, b) -> byTime(a.plannedEndMillis, b.plannedEndMillis, a, b);
  static final Comparator<Holding> BY_LATEST_PLACED =
      (a, b) -> byTime(b.placedAtMillis, a.placedAtMillis, a, b);

  private static int byTime(long timeOfA, long timeOfB, Holding a, Holding b) {
    int byTime = Long.compare(timeOfA, timeOfB);
    if (byTime != 0) {
      return byTime;
    }
    int byJob = a.jobId.compareTo(b.jobId);
    return byJob != 0 ? byJob : Integer.compare(a.node.order(), b.node.order());
  }

  static Holding of(Job job, List<Gpu> gpusOnOneNode) {
    return new Holding(
        job.id(),
        job.attempt().placedAtMillis(),
        job.attempt().expectedEndMillis(),
        gpusOnOneNode.get(0).node(),
        gpusOnOneNode.size(),
        gpusOnOneNode);
  }

  boolean isOverdue(long nowMillis) {
    return plannedEndMillis <= nowMillis;
  }

  /**
   * When these GPUs are expected to be given back, seen from now; see {@link RunningJobs}.
   *
   * @return after now, unless they were taken just now with nothing to do
   */
  public long expectedEndMillis(long nowMillis) {
    return isOverdue(nowMillis) ? nowMillis + (nowMillis - placedAtMillis) : plannedEndMillis;
  }
}
