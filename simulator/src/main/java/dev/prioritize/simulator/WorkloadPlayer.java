package dev.prioritize.simulator;

import dev.prioritize.simulator.Schedule.End;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.PriorityQueue;

/**
 * The world outside of the scheduler under virtual time: it submits each job when the workload says
 * so, ends each job its duration after its start, and cancels those whose owners lose patience. It
 * knows nothing of scheduling: it is told of the starts.
 *
 * <p>A driver goes from instant to instant; at each, in this order:
 *
 * <ol>
 *   <li>{@link #completionsAt}, for the scheduler to free the GPUs of,
 *   <li>{@link #submissionsAt}, for it to put in its queue,
 *   <li>{@link #cancellationsAt}, for it to end,
 *   <li>its pass, and {@link #started} for each job that it starts.
 * </ol>
 *
 * Where nodes misbehave, the driver tells of {@link #placed}, {@link #requeued} and {@link #ended}
 * instead. Not thread-safe.
 */
public final class WorkloadPlayer {
  private record Moment(long seconds, int seq) {}

  private static final Comparator<Moment> BY_TIME =
      Comparator.comparingLong(Moment::seconds).thenComparingInt(Moment::seq);

  private final List<TraceJob> jobs;
  private final Schedule schedule;

  /** Of the jobs submitted and not ended. */
  private final Map<String, Integer> seqs = new HashMap<>();

  private final PriorityQueue<Moment> completions = new PriorityQueue<>(BY_TIME);
  private final PriorityQueue<Moment> cancellations = new PriorityQueue<>(BY_TIME);
  private long nextSubmitSeconds;
  private int submitted;
  private int started;
  private int ended;

  /** A world in which nothing has happened yet. */
  public WorkloadPlayer(Workload workload) {
    jobs = workload.jobs();
    schedule = new Schedule(jobs);
    findNextSubmission();
  }

  private void findNextSubmission() {
    nextSubmitSeconds =
        submitted < jobs.size() ? jobs.get(submitted).submitSeconds() : Long.MAX_VALUE;
  }

  /** When the outside does something next, or empty if only a start could bring more about. */
  public OptionalLong nextInstantSeconds() {
    long next = Math.min(nextSubmitSeconds, Math.min(next(completions), next(cancellations)));
    return next == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(next);
  }

  /** Drops what has become void: the end of a cancelled job, the cancel of one that has ended. */
  private long next(PriorityQueue<Moment> moments) {
    while (!moments.isEmpty() && schedule.hasEnded(moments.peek().seq())) {
      moments.remove();
    }
    return moments.isEmpty() ? Long.MAX_VALUE : moments.peek().seconds();
  }

  /** Ends the jobs whose time it is, and returns them in the workload's order. */
  public List<TraceJob> completionsAt(long nowSeconds) {
    requireNoneMissed(nowSeconds);
    List<TraceJob> due = new ArrayList<>();
    while (next(completions) == nowSeconds) {
      TraceJob job = jobs.get(completions.remove().seq());
      due.add(job);
      ended(job.jobId(), nowSeconds, job.fails() ? End.FAILED : End.SUCCEEDED);
    }
    return due;
  }

  /** Submits the jobs whose time it is, and returns them in the workload's order. */
  public List<TraceJob> submissionsAt(long nowSeconds) {
    requireNoneMissed(nowSeconds);
    List<TraceJob> due = new ArrayList<>();
    while (nextSubmitSeconds == nowSeconds) {
      TraceJob job = jobs.get(submitted);
      due.add(job);
      seqs.put(job.jobId(), submitted);
      if (job.cancelSeconds() != null) {
        cancellations.add(new Moment(job.cancelSeconds(), submitted));
      }
      submitted++;
      findNextSubmission();
    }
    return due;
  }

  /** The jobs whose owners cancel them now, in the workload's order; tell when they have ended. */
  public List<TraceJob> cancellationsAt(long nowSeconds) {
    requireNoneMissed(nowSeconds);
    List<TraceJob> due = new ArrayList<>();
    while (next(cancellations) == nowSeconds) {
      due.add(jobs.get(cancellations.remove().seq()));
    }
    return due;
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
   * @throws IllegalStateException if the job was not submitted, has started already or has ended
   */
  public void started(String jobId, long nowSeconds) {
    int seq = seq(jobId, "start", nowSeconds);
    if (schedule.hasStarted(seq)) {
      throw cannot(jobId, "start", nowSeconds);
    }
    schedule.start(seq, nowSeconds);
    started++;
    completions.add(new Moment(nowSeconds + jobs.get(seq).durationSeconds(), seq));
  }

  /** Takes note of a start whose end somebody else will tell: {@link #ended}. */
  public void placed(String jobId, long nowSeconds) {
    schedule.start(seq(jobId, "start", nowSeconds), nowSeconds);
    started++;
  }

  /** Takes note that a job which was {@link #placed} waits again. */
  public void requeued(String jobId) {
    schedule.requeue(seqs.get(jobId));
    started--;
  }

  /**
   * Takes note of an end that came another way than {@link #completionsAt}.
   *
   * @throws IllegalStateException if the job was not submitted or has ended already
   */
  public void ended(String jobId, long nowSeconds, End end) {
    schedule.end(seq(jobId, "end", nowSeconds), nowSeconds, end);
    seqs.remove(jobId);
    ended++;
  }

  private int seq(String jobId, String verb, long nowSeconds) {
    Integer seq = seqs.get(jobId);
    if (seq == null) {
      throw cannot(jobId, verb, nowSeconds);
    }
    return seq;
  }

  private static IllegalStateException cannot(String jobId, String verb, long nowSeconds) {
    return new IllegalStateException(
        "job " + jobId + " cannot " + verb + " at second " + nowSeconds);
  }

  /** True once every job has ended. */
  public boolean isDone() {
    return ended == jobs.size();
  }

  /** Jobs submitted so far. */
  public int submittedCount() {
    return submitted;
  }

  /** Jobs started so far and not requeued, ended ones included. */
  public int startedCount() {
    return started;
  }

  /** Jobs ended so far. */
  public int endedCount() {
    return ended;
  }

  /** When the jobs ran; live. */
  public Schedule schedule() {
    return schedule;
  }
}
