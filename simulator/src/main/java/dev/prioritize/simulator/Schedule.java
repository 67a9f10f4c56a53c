package dev.prioritize.simulator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** When the jobs of one workload ran, by their {@code seq}; 20 bytes a job. */
public final class Schedule {
  /** How a job ended. */
  public enum End {
    /** Not yet. */
    NONE,
    /** By itself, and well. */
    SUCCEEDED,
    /** By itself, with an error. */
    FAILED,
    /** Its owner cancelled it, or the scheduler gave it up. */
    CANCELLED
  }

  private static final long NOT_STARTED = -1;

  private final List<TraceJob> jobs;
  private final long[] startSeconds;
  private final long[] endSeconds;
  private final End[] ends;
  private final EnumMap<End, Integer> counts = new EnumMap<>(End.class);

  /** A schedule in which nothing has started. */
  Schedule(List<TraceJob> jobs) {
    this.jobs = jobs;
    startSeconds = new long[jobs.size()];
    Arrays.fill(startSeconds, NOT_STARTED);
    endSeconds = new long[jobs.size()];
    ends = new End[jobs.size()];
    Arrays.fill(ends, End.NONE);
    counts.put(End.NONE, jobs.size());
  }

  /**
   * The schedule that others have observed.
   *
   * @param runs of the jobs that have ended, by job id
   */
  public static Schedule of(Workload workload, Map<String, JobRun> runs) {
    Schedule schedule = new Schedule(workload.jobs());
    for (int seq = 0; seq < workload.jobs().size(); seq++) {
      JobRun run = runs.get(workload.jobs().get(seq).jobId());
      if (run != null) {
        schedule.start(seq, run.startSeconds());
        schedule.end(seq, run.endSeconds(), End.SUCCEEDED);
      }
    }
    return schedule;
  }

  boolean hasStarted(int seq) {
    return startSeconds[seq] != NOT_STARTED;
  }

  boolean hasEnded(int seq) {
    return ends[seq] != End.NONE;
  }

  void start(int seq, long nowSeconds) {
    startSeconds[seq] = nowSeconds;
  }

  /** The job waits again. */
  void requeue(int seq) {
    startSeconds[seq] = NOT_STARTED;
  }

  void end(int seq, long nowSeconds, End end) {
    if (hasEnded(seq)) {
      throw new IllegalStateException("job " + jobs.get(seq).jobId() + " has ended already");
    }
    endSeconds[seq] = nowSeconds;
    ends[seq] = end;
    counts.merge(End.NONE, -1, Integer::sum);
    counts.merge(end, 1, Integer::sum);
  }

  /** How the job ended. */
  public End endOf(int seq) {
    return ends[seq];
  }

  /** How many jobs ended so. */
  public int count(End end) {
    return counts.getOrDefault(end, 0);
  }

  /** When it ran if it ended by itself, else null. */
  public JobRun runOf(int seq) {
    End end = endOf(seq);
    return end == End.SUCCEEDED || end == End.FAILED
        ? new JobRun(startSeconds[seq], endSeconds[seq])
        : null;
  }

  /** When the jobs ran that ended by themselves, by job id in the workload's order. */
  public Map<String, JobRun> byJobId() {
    Map<String, JobRun> runs = new LinkedHashMap<>();
    for (int seq = 0; seq < ends.length; seq++) {
      JobRun run = runOf(seq);
      if (run != null) {
        runs.put(jobs.get(seq).jobId(), run);
      }
    }
    return runs;
  }

  /** The jobs that ended by themselves, in the workload's order. */
  public List<TraceJob> jobsEndedByThemselves() {
    if (count(End.SUCCEEDED) + count(End.FAILED) == ends.length) {
      return jobs;
    }
    List<TraceJob> ended = new ArrayList<>();
    for (int seq = 0; seq < ends.length; seq++) {
      if (runOf(seq) != null) {
        ended.add(jobs.get(seq));
      }
    }
    return ended;
  }
}
