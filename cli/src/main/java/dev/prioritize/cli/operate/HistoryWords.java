package dev.prioritize.cli.operate;

import dev.prioritize.cli.HumanTime;
import dev.prioritize.core.event.Event;
import dev.prioritize.core.event.Event.CommandIgnored;
import dev.prioritize.core.event.Event.CommandRejected;
import dev.prioritize.core.event.Event.JobBlamed;
import dev.prioritize.core.event.Event.JobFinished;
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
import dev.prioritize.core.model.Rejection;
import dev.prioritize.core.model.StartReason;
import dev.prioritize.core.model.TaskPlacement;
import dev.prioritize.core.model.TaskState;
import dev.prioritize.stream.query.JobHistory;
import java.util.List;
import java.util.Locale;

/**
 * One entry of a job's history in words.
 *
 * @param what what happened
 * @param by who decided or asked: a policy with its version, the starvation guard, a launcher, a
 *     person; "" if it followed from what was before
 * @param why the reason; "" if what happened says it
 */
record HistoryWords(String what, String by, String why) {
  private static final long MILLIS_PER_SECOND = 1_000;
  private static final String ON_REQUEST = "on request";
  private static final int SHOWN_NODES = 4;
  private static final int MAX_MESSAGE_CHARS = 120;

  static HistoryWords of(JobHistory.Entry entry, String jobId, long agingIntervalMillis) {
    HistoryWords words = ofEvent(entry, jobId, agingIntervalMillis);
    return entry.requestedBy().isEmpty()
        ? words
        : new HistoryWords(words.what(), ON_REQUEST + " of " + entry.requestedBy(), words.why());
  }

  private static HistoryWords ofEvent(
      JobHistory.Entry entry, String jobId, long agingIntervalMillis) {
    Event event = entry.last().event();
    if (event instanceof JobSubmitted e) {
      return new HistoryWords(
          "submitted: "
              + e.spec().priorityClass()
              + ", "
              + Output.count(e.spec().shape().gpus(), "GPU"),
          "tenant " + e.spec().tenant(),
          "expected to run "
              + human(e.estimate().durationMillis())
              + ", "
              + WaitWords.source(e.estimate().source()));
    } else if (event instanceof JobPlaced e) {
      return placed(e, entry.waitedMillis(), agingIntervalMillis);
    } else if (event instanceof TaskReported e) {
      return reported(e, entry.count());
    } else if (event instanceof ReservationChanged e) {
      return reservation(e, jobId, entry.count());
    } else if (event instanceof JobStopping e) {
      return new HistoryWords("being stopped", "", words(e.reason()));
    } else if (event instanceof JobRequeued e) {
      return new HistoryWords("attempt " + e.attempt() + " over, waits again", "", requeued(e));
    } else if (event instanceof JobFinished e) {
      return new HistoryWords(
          e.state() + (e.attempt() == 0 ? "" : " after " + human(e.runMillis())),
          "",
          words(e.reason()));
    }
    return answers(event);
  }

  private static HistoryWords answers(Event event) {
    if (event instanceof TaskLost e) {
      return new HistoryWords("task on " + e.nodeId() + " lost", "", "its node does not run it");
    } else if (event instanceof TaskDisowned e) {
      return new HistoryWords(
          "stray task of attempt " + e.attempt().attempt() + " told to stop",
          "",
          "node " + e.nodeId() + " should not run it");
    } else if (event instanceof NodeFailureCounted e) {
      return new HistoryWords("failure counts against node " + e.nodeId(), "", "");
    } else if (event instanceof JobBlamed) {
      return new HistoryWords(
          "failures count against the job, not its nodes", "", "it failed on several");
    } else if (event instanceof JobStarted) {
      return new HistoryWords("all tasks run", "", "");
    } else if (event instanceof JobRejected e) {
      return new HistoryWords("REJECTED", "", rejection(e.rejection()));
    } else if (event instanceof PriorityChanged e) {
      return new HistoryWords("class " + e.from() + " became " + e.to(), ON_REQUEST, "");
    } else if (event instanceof ReportIgnored e) {
      return new HistoryWords(
          "report " + e.state() + " of attempt " + e.attempt() + " ignored",
          "launcher on " + e.nodeId(),
          words(e.refusal()));
    } else if (event instanceof CommandRejected e) {
      return new HistoryWords(
          words(e.command()) + " refused", ON_REQUEST, rejection(e.rejection()));
    } else if (event instanceof CommandIgnored e) {
      return new HistoryWords(
          words(e.command()) + " changed nothing", ON_REQUEST, "it was so already");
    }
    return new HistoryWords(spaced(event.getClass().getSimpleName()), "", "");
  }

  private static String requeued(JobRequeued event) {
    return words(event.reason())
        + "; failures so far "
        + event.failures()
        + ", node faults "
        + event.nodeFaults();
  }

  private static HistoryWords placed(JobPlaced event, long waitedMillis, long agingIntervalMillis) {
    List<String> nodes =
        event.tasks().stream().limit(SHOWN_NODES).map(HistoryWords::share).toList();
    int more = event.tasks().size() - nodes.size();
    return new HistoryWords(
        "attempt "
            + event.attempt()
            + " placed on "
            + String.join(", ", nodes)
            + (more > 0 ? " and " + more + " more" : ""),
        event.decidedBy().name() + " v" + event.decidedBy().version(),
        words(event.reason())
            + String.format(
                Locale.ROOT,
                "; waited %s%s, aged priority %.2f",
                human(waitedMillis),
                event.attempt() == 1 ? "" : " since attempt " + (event.attempt() - 1),
                (double) event.agedPriorityMillis() / agingIntervalMillis));
  }

  private static String share(TaskPlacement task) {
    return task.nodeId() + " (" + task.gpuUuids().size() + ")";
  }

  private static HistoryWords reported(TaskReported event, int count) {
    boolean several = count > 1;
    String failure =
        event.state() == TaskState.FAILED
            ? "exit code "
                + event.exitCode()
                + (event.message().isEmpty() ? "" : ": " + lastLine(event.message()))
            : "";
    return new HistoryWords(
        several
            ? count + " tasks " + event.state()
            : "task " + event.state() + " on " + event.nodeId(),
        several ? "launchers" : "launcher",
        failure);
  }

  /** Of a task's error output the last line tells most. */
  private static String lastLine(String message) {
    String stripped = message.strip();
    String line = stripped.substring(stripped.lastIndexOf('\n') + 1);
    return line.length() <= MAX_MESSAGE_CHARS ? line : line.substring(0, MAX_MESSAGE_CHARS) + " …";
  }

  private static HistoryWords reservation(ReservationChanged event, String jobId, int count) {
    if (!event.jobId().equals(jobId)) {
      return new HistoryWords(
          "reservation given up",
          "",
          event.jobId().isEmpty() ? "" : "job " + event.jobId() + " has it");
    }
    return new HistoryWords(
        "reservation: planned to start at " + Times.of(event.plannedStartMillis()),
        event.byStarvationGuard() ? "starvation guard" : "policy's order",
        count > 1 ? "planned anew " + Output.count(count - 1, "time") : "first that does not fit");
  }

  static String words(StartReason reason) {
    return switch (reason) {
      case NEXT_IN_ORDER -> "its turn in the policy's order";
      case ENDS_BEFORE_RESERVATION -> "backfill: it ends before the reservation's planned start";
      case BESIDE_RESERVATION -> "backfill: on GPUs that the reservation does not need";
      case STARVATION_GUARD -> "had waited longer than its class allows";
    };
  }

  private static String words(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String rejection(Rejection rejection) {
    return rejection.field() + " = " + rejection.value() + ": " + rejection.fix();
  }

  /** {@code JobStarted} as {@code job started}. */
  private static String spaced(String className) {
    return className.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
  }

  private static String human(long millis) {
    return HumanTime.of(millis / MILLIS_PER_SECOND);
  }
}
