package dev.prioritize.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * How a set of jobs fared. JCT is job completion time, from submission to end; the bounded slowdown
 * of a job is JCT ÷ duration, with durations below {@value #SHORTEST_COUNTED_SECONDS} s taken for
 * that long, and at least 1. Percentiles are nearest-rank. All are 0 for no jobs.
 *
 * @param jobs how many
 * @param meanJctSeconds to 3 decimals, as are all means but the next
 * @param meanBoundedSlowdown to 4 decimals
 */
public record JobMetrics(
    int jobs,
    double meanJctSeconds,
    long p50JctSeconds,
    long p99JctSeconds,
    double meanWaitSeconds,
    long p50WaitSeconds,
    long p99WaitSeconds,
    long maxWaitSeconds,
    double meanBoundedSlowdown) {
  private static final long SHORTEST_COUNTED_SECONDS = 10;

  /** A job that has ended. */
  record Outcome(TraceJob job, JobRun run) {
    long jctSeconds() {
      return run.endSeconds() - job.submitSeconds();
    }

    long waitSeconds() {
      return run.startSeconds() - job.submitSeconds();
    }

    int weight() {
      return job.priorityClass().weight();
    }
  }

  static JobMetrics of(List<Outcome> outcomes) {
    if (outcomes.isEmpty()) {
      return new JobMetrics(0, 0, 0, 0, 0, 0, 0, 0, 0);
    }
    long[] jcts = sorted(outcomes, Outcome::jctSeconds);
    long[] waits = sorted(outcomes, Outcome::waitSeconds);
    double slowdowns = 0;
    for (Outcome outcome : outcomes) {
      slowdowns += boundedSlowdown(outcome.jctSeconds(), outcome.job().durationSeconds());
    }
    return new JobMetrics(
        outcomes.size(),
        quotient((double) Arrays.stream(jcts).sum(), jcts.length, 3),
        percentile(jcts, 500),
        percentile(jcts, 990),
        quotient((double) Arrays.stream(waits).sum(), waits.length, 3),
        percentile(waits, 500),
        percentile(waits, 990),
        waits[waits.length - 1],
        quotient(slowdowns, outcomes.size(), 4));
  }

  private static long[] sorted(List<Outcome> outcomes, ToLongFunction<Outcome> value) {
    return outcomes.stream().mapToLong(value).sorted().toArray();
  }

  /** What a job of this JCT and duration, in seconds, adds to the mean bounded slowdown. */
  public static double boundedSlowdown(long jctSeconds, long durationSeconds) {
    double counted = Math.max(durationSeconds, SHORTEST_COUNTED_SECONDS);
    return Math.max(1.0, jctSeconds / counted);
  }

  /**
   * A nearest-rank percentile: the ceil(n·p/1000)-th smallest.
   *
   * @param sorted at least one value
   * @param perMille 1 to 1,000
   */
  public static long percentile(long[] sorted, int perMille) {
    long rank = ((long) sorted.length * perMille + 999) / 1_000;
    return sorted[(int) rank - 1];
  }

  /** A quotient of doubles, rounded half to even as the exact binary fraction that it is. */
  static double quotient(double dividend, double divisor, int decimals) {
    return new BigDecimal(dividend / divisor)
        .setScale(decimals, RoundingMode.HALF_EVEN)
        .doubleValue();
  }

  /** Adds the metrics under their names in JSON; of no jobs, only their number. */
  void writeTo(ObjectNode json) {
    json.put("jobs", jobs);
    if (jobs > 0) {
      json.put("mean_jct_s", meanJctSeconds);
      json.put("p50_jct_s", p50JctSeconds);
      json.put("p99_jct_s", p99JctSeconds);
      json.put("mean_wait_s", meanWaitSeconds);
      json.put("p50_wait_s", p50WaitSeconds);
      json.put("p99_wait_s", p99WaitSeconds);
      json.put("max_wait_s", maxWaitSeconds);
      json.put("mean_bsld", meanBoundedSlowdown);
    }
  }
}
