package dev.prioritize.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * What no schedule of these jobs can beat, whoever makes it, preemptive ones included. Two
 * relaxations, of which the larger counts: every job for itself on an empty cluster; and all GPUs
 * as one fast machine, on which job j takes p = GPUs × duration ÷ GPUs of the cluster and may be
 * interrupted. On one machine, preemptive shortest remaining processing time is best for the mean
 * flow time (L. Schrage, 1968), and the mean busy times of preemptive weighted shortest processing
 * time bound the weighted completion times (M. X. Goemans et al., 2002).
 *
 * @param meanJctSeconds mean JCT, to 3 decimals as all
 * @param weightedJctSeconds mean JCT weighted by class weight
 * @param makespanSeconds first submission to last end
 */
public record LowerBounds(
    double meanJctSeconds, double weightedJctSeconds, double makespanSeconds) {

  /** A job on the one machine; times in seconds. */
  private static final class Work {
    private final int seq;
    private final double release;
    private final double processing;
    private final int weight;
    private double left;
    private double busyTimeIntegral;
    private double end;

    private Work(int seq, TraceJob job, int totalGpus) {
      this.seq = seq;
      release = job.submitSeconds();
      processing = (double) job.gpuSeconds() / totalGpus;
      weight = job.priorityClass().weight();
      left = processing;
    }
  }

  /**
   * The bounds of a set of jobs.
   *
   * @param jobs in order of submission; for none of them all bounds are 0
   * @param totalGpus GPUs of the cluster
   */
  public static LowerBounds of(List<TraceJob> jobs, int totalGpus) {
    if (jobs.isEmpty()) {
      return new LowerBounds(0, 0, 0);
    }
    return new LowerBounds(
        JobMetrics.quotient(meanJct(jobs, totalGpus), 1, 3),
        JobMetrics.quotient(weightedJct(jobs, totalGpus), 1, 3),
        JobMetrics.quotient(makespan(jobs, totalGpus), 1, 3));
  }

  private static double meanJct(List<TraceJob> jobs, int totalGpus) {
    long durations = 0;
    for (TraceJob job : jobs) {
      durations += job.durationSeconds();
    }
    double flow = 0;
    Comparator<Work> shortestLeft =
        Comparator.<Work>comparingDouble(work -> work.left).thenComparingInt(work -> work.seq);
    for (Work work : onOneMachine(jobs, totalGpus, shortestLeft)) {
      flow += work.end - work.release;
    }
    return Math.max((double) durations / jobs.size(), flow / jobs.size());
  }

  private static double weightedJct(List<TraceJob> jobs, int totalGpus) {
    double alone = 0;
    double shared = 0;
    long weights = 0;
    for (TraceJob job : jobs) {
      alone += (double) job.priorityClass().weight() * job.durationSeconds();
      weights += job.priorityClass().weight();
    }
    Comparator<Work> weightedShortest =
        Comparator.<Work>comparingDouble(work -> work.processing / work.weight)
            .thenComparingInt(work -> work.seq);
    for (Work work : onOneMachine(jobs, totalGpus, weightedShortest)) {
      double meanBusyTime = work.busyTimeIntegral / work.processing;
      shared += work.weight * (meanBusyTime + work.processing / 2 - work.release);
    }
    return Math.max(alone, shared) / weights;
  }

  /** Runs at any time the first in this order of the jobs released and not done. */
  private static List<Work> onOneMachine(
      List<TraceJob> jobs, int totalGpus, Comparator<Work> order) {
    List<Work> all = new ArrayList<>(jobs.size());
    for (TraceJob job : jobs) {
      all.add(new Work(all.size(), job, totalGpus));
    }
    PriorityQueue<Work> ready = new PriorityQueue<>(order);
    double now = 0;
    int released = 0;
    while (released < all.size() || !ready.isEmpty()) {
      if (ready.isEmpty()) {
        now = Math.max(now, all.get(released).release);
      }
      while (released < all.size() && all.get(released).release <= now) {
        ready.add(all.get(released++));
      }
      Work work = ready.remove();
      double next = released < all.size() ? all.get(released).release : Double.POSITIVE_INFINITY;
      double until = Math.min(now + work.left, next);
      work.busyTimeIntegral += (until - now) * (until + now) / 2;
      if (now + work.left <= next) {
        work.end = until;
      } else {
        work.left -= until - now;
        ready.add(work);
      }
      now = until;
    }
    return all;
  }

  private static double makespan(List<TraceJob> jobs, int totalGpus) {
    double last = 0;
    long workFromHere = 0;
    for (int seq = jobs.size() - 1; seq >= 0; seq--) {
      TraceJob job = jobs.get(seq);
      workFromHere += job.gpuSeconds();
      last = Math.max(last, (double) job.submitSeconds() + job.durationSeconds());
      last = Math.max(last, job.submitSeconds() + (double) workFromHere / totalGpus);
    }
    return last - jobs.get(0).submitSeconds();
  }

  /** Adds the bounds under their names in JSON; times in seconds. */
  public void writeTo(ObjectNode json) {
    json.put("mean_jct_s", meanJctSeconds);
    json.put("weighted_jct_s", weightedJctSeconds);
    json.put("makespan_s", makespanSeconds);
  }
}
