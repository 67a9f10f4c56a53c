package dev.prioritize.stream.query;

import dev.prioritize.core.event.Event;
import dev.prioritize.core.event.Event.CommandIgnored;
import dev.prioritize.core.event.Event.CommandKind;
import dev.prioritize.core.event.Event.CommandRejected;
import dev.prioritize.core.event.Event.JobBlamed;
import dev.prioritize.core.event.Event.JobFinished;
import dev.prioritize.core.event.Event.JobForgotten;
import dev.prioritize.core.event.Event.JobPlaced;
import dev.prioritize.core.event.Event.JobRejected;
import dev.prioritize.core.event.Event.JobRequeued;
import dev.prioritize.core.event.Event.JobStarted;
import dev.prioritize.core.event.Event.JobStopping;
import dev.prioritize.core.event.Event.JobSubmitted;
import dev.prioritize.core.event.Event.NodeFailureCounted;
import dev.prioritize.core.event.Event.PriorityChanged;
import dev.prioritize.core.event.Event.ReportIgnored;
import dev.prioritize.core.event.Event.ReservationChanged;
import dev.prioritize.core.event.Event.TaskDisowned;
import dev.prioritize.core.event.Event.TaskLost;
import dev.prioritize.core.event.Event.TaskReported;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.model.EndReason;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What happened to one job, picked from its pool's events. Feed it the events in order. Not
 * thread-safe.
 */
public final class JobHistory {
  /**
   * One thing that happened, or several alike that followed each other.
   *
   * @param first the event that it began with
   * @param last the event that it ended with; the same unless several were alike
   * @param count how many
   * @param waitedMillis of a placement: since the job was submitted, or last went back to the queue
   * @param requestedBy who asked for it, or "" if nobody did or it is not known
   */
  public record Entry(
      LoggedEvent first, LoggedEvent last, int count, long waitedMillis, String requestedBy) {
    private Entry and(LoggedEvent next) {
      return new Entry(first, next, count + 1, waitedMillis, requestedBy);
    }

    private Entry askedBy(String who) {
      return new Entry(first, last, count, waitedMillis, who);
    }
  }

  private static final Set<CommandKind> OF_JOBS =
      EnumSet.of(CommandKind.SUBMIT_JOB, CommandKind.CANCEL_JOB, CommandKind.CHANGE_PRIORITY);

  private final String jobId;
  private final List<Entry> entries = new ArrayList<>();
  private final Map<Long, String> requesters = new HashMap<>();
  private boolean hasReservation;

  /** When it last began to wait, or -1 if the events taken do not tell. */
  private long waitsSinceMillis = -1;

  /** The history of the pool's job of this id, empty at first. */
  public JobHistory(String jobId) {
    this.jobId = jobId;
  }

  /** What happened so far, in order. */
  public List<Entry> entries() {
    return entries.stream()
        .map(e -> e.askedBy(requesters.getOrDefault(e.last().commandSeq(), "")))
        .toList();
  }

  /**
   * The events that followed from a cancel or a change of class; their commands know who asked, and
   * {@link #addRequester} takes it.
   */
  public List<LoggedEvent> requested() {
    return entries.stream().map(Entry::last).filter(e -> isRequested(e.event())).toList();
  }

  /** Takes who asked for a command about the job. */
  public void addRequester(long commandSeq, String who) {
    requesters.put(commandSeq, who);
  }

  private static boolean isRequested(Event event) {
    if (event instanceof JobStopping e) {
      return e.reason() == EndReason.CANCELLED;
    } else if (event instanceof JobFinished e) {
      return e.reason() == EndReason.CANCELLED;
    }
    return event instanceof PriorityChanged
        || event instanceof CommandRejected
        || event instanceof CommandIgnored;
  }

  /** True if the job had the reservation by the last event taken. */
  public boolean hasReservation() {
    return hasReservation;
  }

  /** Takes the pool's next event, which may be about anything. */
  public void add(LoggedEvent logged) {
    if (logged.event() instanceof ReservationChanged change) {
      boolean had = hasReservation;
      hasReservation = change.jobId().equals(jobId);
      if (had || hasReservation) {
        append(logged);
      }
    } else if (isAbout(logged.event())) {
      append(logged);
    }
  }

  private boolean isAbout(Event event) {
    return jobId.equals(subject(event));
  }

  /** The job that an event is about, or null if it is about something else. */
  private static String subject(Event event) {
    if (event instanceof JobSubmitted e) {
      return e.spec().jobId();
    } else if (event instanceof JobRejected e) {
      return e.jobId();
    } else if (event instanceof PriorityChanged e) {
      return e.jobId();
    } else if (event instanceof JobPlaced e) {
      return e.jobId();
    } else if (event instanceof TaskReported e) {
      return e.jobId();
    } else if (event instanceof ReportIgnored e) {
      return e.jobId();
    } else if (event instanceof JobStarted e) {
      return e.jobId();
    } else if (event instanceof JobStopping e) {
      return e.jobId();
    } else if (event instanceof JobRequeued e) {
      return e.jobId();
    } else if (event instanceof JobFinished e) {
      return e.jobId();
    } else if (event instanceof JobForgotten e) {
      return e.jobId();
    } else if (event instanceof TaskLost e) {
      return e.jobId();
    } else if (event instanceof TaskDisowned e) {
      return e.attempt().jobId();
    } else if (event instanceof JobBlamed e) {
      return e.jobId();
    } else if (event instanceof NodeFailureCounted e) {
      return e.jobId();
    } else if (event instanceof CommandRejected e) {
      return OF_JOBS.contains(e.command()) ? e.target() : null;
    } else if (event instanceof CommandIgnored e) {
      return OF_JOBS.contains(e.command()) ? e.target() : null;
    }
    return null;
  }

  private void append(LoggedEvent logged) {
    Entry former = entries.isEmpty() ? null : entries.get(entries.size() - 1);
    if (former != null && areAlike(former.last().event(), logged.event())) {
      entries.set(entries.size() - 1, former.and(logged));
    } else {
      entries.add(new Entry(logged, logged, 1, waitedMillis(logged), ""));
    }
    if (logged.event() instanceof JobSubmitted || logged.event() instanceof JobRequeued) {
      waitsSinceMillis = logged.timeMillis();
    }
  }

  /** What the event itself tells is since submission, with the time that it held GPUs. */
  private long waitedMillis(LoggedEvent logged) {
    if (logged.event() instanceof JobPlaced e) {
      return waitsSinceMillis < 0 ? e.waitMillis() : logged.timeMillis() - waitsSinceMillis;
    }
    return 0;
  }

  /** Tasks of a gang that report the same, and a planned start that moves, are one thing. */
  private static boolean areAlike(Event former, Event next) {
    if (former instanceof TaskReported a && next instanceof TaskReported b) {
      return a.attempt() == b.attempt() && a.state() == b.state() && a.exitCode() == b.exitCode();
    }
    return former instanceof ReservationChanged a
        && next instanceof ReservationChanged b
        && a.jobId().equals(b.jobId());
  }
}
