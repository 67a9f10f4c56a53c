package dev.prioritize.cli.operate;

import dev.prioritize.cli.HumanTime;
import dev.prioritize.core.model.BlockReason;
import dev.prioritize.core.model.Estimate;
import dev.prioritize.core.model.Shape;
import dev.prioritize.core.state.Job;
import dev.prioritize.stream.query.JobView;
import dev.prioritize.stream.query.NodeView;
import dev.prioritize.stream.query.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Why a job waits, in words: a few for a table, or sentences with all figures. */
final class WaitWords {
  private static final long MILLIS_PER_SECOND = 1_000;

  private static final int SHOWN_NODES = 4;

  private WaitWords() {}

  /** A few words; {@code view} is of a job that waits. */
  static String brief(JobView view) {
    Wait wait = view.waiting();
    if (wait.holdsReservation()) {
      long inMillis = wait.plannedStartMillis() - view.nowMillis();
      return "planned to start "
          + (inMillis > 0 ? "in " + HumanTime.of(inMillis / MILLIS_PER_SECOND) : "next");
    }
    if (wait.reason() == null) {
      return "just arrived";
    }
    int needed = view.job().gpus();
    return switch (wait.reason()) {
      case NOT_ENOUGH_FREE_GPUS -> "needs " + needed + ", " + wait.free() + " free";
      case FREE_GPUS_SCATTERED ->
          "needs " + needed + " together, " + wait.free() + " free on " + nodes(wait);
      case WOULD_DELAY_RESERVATION -> "would delay " + wait.aheadJobId();
      case BEHIND_BLOCKED_JOB -> "behind " + wait.aheadJobId();
      case CAPACITY_OUT_OF_SERVICE -> "needs " + needed + ", " + wait.inService() + " in service";
      case POOL_INVENTORY_UNKNOWN -> "needs " + needed + ", " + wait.registered() + " registered";
      case DECISION_LIMIT -> "next pass";
      case HELD_BACK -> "GPUs kept free";
      case NOT_PICKED -> "not picked by the policy";
    };
  }

  /** All that is known, in one to three sentences; {@code view} is of a job that waits. */
  static List<String> sentences(JobView view) {
    Wait wait = view.waiting();
    List<String> sentences = new ArrayList<>();
    sentences.add(reason(view));
    if (!wait.withheld().nodes().isEmpty()) {
      sentences.add(withheld(wait));
    }
    if (wait.holdsReservation()) {
      sentences.add(
          "It has the reservation"
              + (wait.byStarvationGuard() ? ", given by the starvation guard" : "")
              + ": until then only jobs that do not delay it are started.");
    } else if (wait.reason() == BlockReason.WOULD_DELAY_RESERVATION) {
      sentences.add(
          "That job has the reservation and is planned to start at "
              + Times.of(wait.plannedStartMillis(), view.nowMillis())
              + ".");
    }
    return sentences;
  }

  /** Such as {@code It would fit now if node gpu-3 (drained) were back.} */
  private static String withheld(Wait wait) {
    List<NodeView> nodes = wait.withheld().nodes();
    String names =
        nodes.stream()
            .limit(SHOWN_NODES)
            .map(node -> node.id() + " (" + NodeReport.state(node) + ")")
            .collect(Collectors.joining(", "));
    int more = nodes.size() - SHOWN_NODES;
    String named = names + (more > 0 ? " and " + more + " more" : "");
    String condition = "node " + named + " were";
    if (nodes.size() > 1) {
      condition =
          wait.withheld().eachWouldDo()
              ? "any one of the nodes " + named + " were"
              : "the nodes " + named + " were all";
    }
    return (wait.reason() == BlockReason.CAPACITY_OUT_OF_SERVICE
            ? "Enough would be in service if "
            : "It would fit now if ")
        + condition
        + " back.";
  }

  private static String reason(JobView view) {
    Wait wait = view.waiting();
    if (wait.reason() == null) {
      return "No pass has looked at it yet; while the scheduler runs that takes milliseconds.";
    }
    String needs = "It needs " + gpus(view.job()) + " at once";
    return switch (wait.reason()) {
      case NOT_ENOUGH_FREE_GPUS ->
          needs + "; of " + wait.inService() + " in service " + free(wait) + ".";
      case FREE_GPUS_SCATTERED ->
          needs
              + ", together on as few nodes as possible; "
              + free(wait)
              + " with at most "
              + wait.mostFreeOnOneNode()
              + " each. Submitted with --spread it would start.";
      case WOULD_DELAY_RESERVATION -> wouldDelay(view);
      case BEHIND_BLOCKED_JOB ->
          "Job "
              + wait.aheadJobId()
              + " is ahead of it and does not fit, and the pool's discipline is strict: all others"
              + " wait for that job.";
      case CAPACITY_OUT_OF_SERVICE ->
          needs
              + ", but only "
              + wait.inService()
              + " of the "
              + wait.registered()
              + " registered are in service; ./prioritize nodes shows which.";
      case POOL_INVENTORY_UNKNOWN ->
          needs
              + ", but the pool knows only "
              + wait.registered()
              + " of them so far. If no more nodes come it is refused.";
      case DECISION_LIMIT ->
          "The last pass started as many jobs as one pass may; another follows at once.";
      case HELD_BACK ->
          "There was room for it, but the policy keeps that free: jobs as long as this one would"
              + " leave too little for short and urgent jobs to come.";
      case NOT_PICKED -> "There was room for it, but the policy picked other jobs.";
    };
  }

  private static String wouldDelay(JobView view) {
    Wait wait = view.waiting();
    return "The "
        + gpus(view.job())
        + (view.job().gpus() == 1 ? " that it needs is free" : " that it needs are free")
        + ", but it is expected to run "
        + HumanTime.of(view.job().estimate().durationMillis() / MILLIS_PER_SECOND)
        + ", on GPUs that job "
        + wait.aheadJobId()
        + " needs before.";
  }

  /** Such as {@code 8 GPUs of model H200}. */
  static String gpus(Job job) {
    String model = job.shape().gpuModel();
    return Output.count(job.gpus(), "GPU")
        + (model.equals(Shape.ANY_MODEL) ? "" : " of model " + model);
  }

  private static String free(Wait wait) {
    if (wait.free() == 0) {
      return "none is free";
    }
    return wait.free() + (wait.free() == 1 ? " is free" : " are free") + ", on " + nodes(wait);
  }

  private static String nodes(Wait wait) {
    return Output.count(wait.nodesWithFree(), "node");
  }

  /** Where the expected duration comes from. */
  static String source(Estimate.Source source) {
    return switch (source) {
      case SUBMITTER -> "as submitted";
      case TENANT_NAME_GPUS -> "median of the tenant's jobs of this name and size";
      case TENANT_GPUS -> "median of the tenant's jobs of this size";
      case GPUS -> "median of all jobs of this size";
      case POOL -> "median of all jobs";
      case NOTHING_KNOWN -> "a guess, nothing is known";
    };
  }
}
