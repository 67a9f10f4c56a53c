package dev.prioritize.core.state;

import java.util.Comparator;
import java.util.Iterator;
import java.util.TreeSet;

/**
 * The jobs that hold GPUs, in order of their expected end.
 *
 * <p>A job is expected to end at placement + estimate. Once that is not after now, it is
 * <em>overdue</em> and expected at {@code now + (now − placement)}: as long again as it has run.
 * That moves with now, yet the order among the overdue does not: the one placed last ends first. So
 * both kinds stay sorted and a job moves from one to the other once.
 */
public final class RunningJobs {
  private static final Comparator<Job> BY_EXPECTED_END =
      Comparator.comparingLong((Job job) -> job.attempt().expectedEndMillis())
          .thenComparing(Job::id);
  private static final Comparator<Job> BY_LATEST_PLACED =
      Comparator.comparingLong((Job job) -> -job.attempt().placedAtMillis()).thenComparing(Job::id);

  private final TreeSet<Job> onTime = new TreeSet<>(BY_EXPECTED_END);
  private final TreeSet<Job> overdue = new TreeSet<>(BY_LATEST_PLACED);

  RunningJobs() {}

  /** Jobs that hold GPUs. */
  public int size() {
    return onTime.size() + overdue.size();
  }

  /** Moves the jobs that should have ended by now to the overdue ones. */
  public void advanceTo(long nowMillis) {
    while (!onTime.isEmpty() && onTime.first().attempt().expectedEndMillis() <= nowMillis) {
      overdue.add(onTime.pollFirst());
    }
  }

  /**
   * When a job that holds GPUs is expected to end, seen from now.
   *
   * @return after now, unless it was placed just now with nothing to do
   */
  public static long expectedEndMillis(Job job, long nowMillis) {
    Attempt attempt = job.attempt();
    return attempt.expectedEndMillis() > nowMillis
        ? attempt.expectedEndMillis()
        : nowMillis + (nowMillis - attempt.placedAtMillis());
  }

  /** The jobs by expected end; call {@link #advanceTo} first. */
  public ByExpectedEnd byExpectedEnd(long nowMillis) {
    return new ByExpectedEnd(nowMillis);
  }

  void add(Job job) {
    onTime.add(job);
  }

  void remove(Job job) {
    if (!onTime.remove(job) && !overdue.remove(job)) {
      throw new IllegalStateException("job " + job.id() + " is not among the running");
    }
  }

  /** Merges the two kinds. */
  public final class ByExpectedEnd {
    private final long nowMillis;
    private final Iterator<Job> onTimeJobs = onTime.iterator();
    private final Iterator<Job> overdueJobs = overdue.iterator();
    private Job nextOnTime;
    private Job nextOverdue;

    private ByExpectedEnd(long nowMillis) {
      this.nowMillis = nowMillis;
      nextOnTime = next(onTimeJobs);
      nextOverdue = next(overdueJobs);
    }

    private static Job next(Iterator<Job> jobs) {
      return jobs.hasNext() ? jobs.next() : null;
    }

    /** The next job, or null when there is none left. */
    public Job peek() {
      return overdueIsNext() ? nextOverdue : nextOnTime;
    }

    /** Goes on to the next job. */
    public void advance() {
      if (overdueIsNext()) {
        nextOverdue = next(overdueJobs);
      } else {
        nextOnTime = next(onTimeJobs);
      }
    }

    private boolean overdueIsNext() {
      return nextOverdue != null
          && (nextOnTime == null
              || expectedEndMillis(nextOverdue, nowMillis)
                  <= expectedEndMillis(nextOnTime, nowMillis));
    }
  }
}
