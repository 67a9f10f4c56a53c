package dev.prioritize.simulator.evaluate;

import dev.prioritize.core.command.Command;
import dev.prioritize.core.command.LoggedCommand;
import dev.prioritize.core.event.Event;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.model.ClockMode;
import dev.prioritize.core.model.JobState;
import dev.prioritize.simulator.TraceJob;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a pool's log tells, in two parts: what came from outside and would have come whatever was
 * decided, and what was decided. Of a job that ran several times the last attempt counts.
 */
public final class LoggedRun {
  private final List<LoggedCommand> fromOutside = new ArrayList<>();
  private final Map<String, Event.JobSubmitted> submissions = new LinkedHashMap<>();
  private final Map<String, Event.PriorityChanged> lastChanges = new HashMap<>();
  private final Map<String, Event.JobFinished> ends = new HashMap<>();
  private final Set<String> rejected = new HashSet<>();
  private final RunRecord record = new RunRecord();
  private ClockMode clock;

  /** Takes in the next command of the log. */
  public void add(LoggedCommand logged) {
    if (logged.command() instanceof Command.ConfigurePool configure) {
      clock = configure.config().clock();
    }
    // On the wall clock time itself brings things about, and only a tick tells that it has passed.
    boolean isOwn =
        logged.command() instanceof Command.ReportTask
            || (logged.command() instanceof Command.Tick && clock == ClockMode.VIRTUAL);
    if (!isOwn) {
      fromOutside.add(logged);
    }
  }

  /** Takes in the next event of the log. */
  public void add(LoggedEvent logged) {
    record.record(logged);
    Event event = logged.event();
    if (event instanceof Event.JobSubmitted submitted) {
      submissions.put(submitted.spec().jobId(), submitted);
    } else if (event instanceof Event.PriorityChanged changed) {
      lastChanges.put(changed.jobId(), changed);
    } else if (event instanceof Event.JobFinished finished) {
      ends.put(finished.jobId(), finished);
    } else if (event instanceof Event.JobRejected refused) {
      rejected.add(refused.jobId());
    }
  }

  /** What came from outside, in order; ticks only where the clock is the wall's. */
  List<LoggedCommand> fromOutside() {
    return fromOutside;
  }

  /** When its jobs ran. */
  RunRecord record() {
    return record;
  }

  /** True before the first command. */
  public boolean isEmpty() {
    return fromOutside.isEmpty();
  }

  /** Number of the first command kept from outside; not 1 if the log's start is missing. */
  public long firstCommandSeq() {
    return fromOutside.get(0).commandSeq();
  }

  /** Jobs submitted. */
  public int submitted() {
    return submissions.size();
  }

  /** Jobs that were cancelled. */
  public long cancelled() {
    return ends.values().stream().filter(end -> end.state() == JobState.CANCELLED).count();
  }

  /** Jobs refused, such as for being larger than the pool. */
  public int rejected() {
    return rejected.size();
  }

  /** Jobs that wait or run at the end of the log, so that nobody knows how long they would run. */
  public int withoutEnd() {
    return (int) submissions.keySet().stream().filter(this::hasNoEnd).count();
  }

  boolean hasNoEnd(String jobId) {
    return submissions.containsKey(jobId) && !ends.containsKey(jobId) && !rejected.contains(jobId);
  }

  /** How long the job held its GPUs; null for one that did not come to its own end. */
  Long runMillis(String jobId) {
    Event.JobFinished end = ends.get(jobId);
    return end == null || end.state() == JobState.CANCELLED ? null : end.runMillis();
  }

  /**
   * The jobs that came to their own end, in order of submission, in the class that they had last.
   */
  List<TraceJob> endedJobs() {
    List<TraceJob> jobs = new ArrayList<>();
    for (Event.JobSubmitted submitted : submissions.values()) {
      String jobId = submitted.spec().jobId();
      Long runMillis = runMillis(jobId);
      if (runMillis != null) {
        Event.PriorityChanged change = lastChanges.get(jobId);
        jobs.add(
            new TraceJob(
                jobId,
                submitted.spec().tenant(),
                submitted.spec().name(),
                change == null ? submitted.spec().priorityClass() : change.to(),
                submitted.spec().shape().gpus(),
                submitted.submittedAtMillis() / 1_000,
                Math.max(1, runMillis / 1_000),
                null));
      }
    }
    return jobs;
  }
}
