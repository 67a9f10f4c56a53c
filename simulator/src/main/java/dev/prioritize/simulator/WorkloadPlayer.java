package dev.prioritize.simulator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.PriorityQueue;

/**
 * The world outside of the scheduler under virtual time: it submits each job when the workload says
 * so, and ends each job its duration after its start. It knows nothing of scheduling: it is told of
 * the starts.
 *
 * <p>A driver goes from instant to instant; at each, in this order:
 *
 * <ol>
 *   <li>{@link #completionsAt}, for the scheduler to free the GPUs of,
 *   <li>{@link #submissionsAt}, for it to put in its queue,
 *   <li>its pass, and {@link #started} for each job that it starts.
 * </ol>
 *
 * Not thread-safe.
 */
public final class WorkloadPlayer {
  private static final long NOT_STARTED = -1;

  private record Completion(long endSeconds, int seq) {}

  private final List<TraceJob> jobs;
  private final Map<String, Integer> seqs;
  private final long[] startSeconds;
  private final PriorityQueue<Completion> completions =
      new PriorityQueue<>(
          Comparator.comparingLong(Completion::endSeconds).thenComparingInt(Completion::seq));
  private final Map<String, JobRun> runs = new LinkedHashMap<>();
  private int submitted;
  private int started;

  /** A world in which nothing has happened yet. */
  public WorkloadPlayer(Workload workload) {
    jobs = workload.jobs();
    seqs = new HashMap<>(2 * jobs.size());
    startSeconds = new long[jobs.size()];
    for (int seq = 0; seq < jobs.size(); seq++) {
      seqs.put(jobs.get(seq).jobId(), seq);
      startSeconds[seq] = NOT_STARTED;
    }
  }

  /** When the next job is submitted or ends, or empty if only a start could bring more about. */
  public OptionalLong nextInstantSeconds() {
    long next = Long.MAX_VALUE;
    if (submitted < jobs.size()) {
      next = jobs.get(submitted).submitSeconds();
    }
    if (!completions.isEmpty()) {
      next = Math.min(next, completions.peek().endSeconds());
    }
    return next == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(next);
  }

  /** Ends the jobs whose time it is, and returns them in the workload's order. */
  public List<TraceJob> completionsAt(long nowSeconds) {
    requireNoneMissed(nowSeconds);
    List<TraceJob> ended = new ArrayList<>();
    while (!completions.isEmpty() && completions.peek().endSeconds() == nowSeconds) {
      int seq = completions.remove().seq();
      ended.add(jobs.get(seq));
      runs.put(jobs.get(seq).jobId(), new JobRun(startSeconds[seq], nowSeconds));
    }
    return ended;
  }

  /** Submits the jobs whose time it is, and returns them in the workload's order. */
  public List<TraceJob> submissionsAt(long nowSeconds) {
    requireNoneMissed(nowSeconds);
    int first = submitted;
    while (submitted < jobs.size() && jobs.get(submitted).submitSeconds() == nowSeconds) {
      submitted++;
    }
    return jobs.subList(first, submitted);
  }

  private void requireNoneMissed(long nowSeconds) {
    OptionalLong next = nextInstantSeconds();
    if (next.isPresent() && next.getAsLong() < nowSeconds) {
      throw new IllegalStateException(
          "at second " + nowSeconds + " the instant " + next.getAsLong() + " has been left out");
    }
  }

  /**
   * Takes note of a start.
   *
   * @throws IllegalStateException if the job was not submitted or has started already
   */
  public void started(String jobId, long nowSeconds) {
    Integer seq = seqs.get(jobId);
    if (seq == null || seq >= submitted || startSeconds[seq] != NOT_STARTED) {
      throw new IllegalStateException("job " + jobId + " cannot start at second " + nowSeconds);
    }
    startSeconds[seq] = nowSeconds;
    started++;
    completions.add(new Completion(nowSeconds + jobs.get(seq).durationSeconds(), seq));
  }

  /** True once every job has ended. */
  public boolean isDone() {
    return runs.size() == jobs.size();
  }

  /** Jobs submitted so far. */
  public int submittedCount() {
    return submitted;
  }

  /** Jobs started so far, ended ones included. */
  public int startedCount() {
    return started;
  }

  /** Jobs ended so far. */
  public int endedCount() {
    return runs.size();
  }

  /** When the jobs that have ended ran, by job id. */
  public Map<String, JobRun> runs() {
    return new LinkedHashMap<>(runs);
  }
}
