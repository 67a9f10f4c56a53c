package dev.prioritize.cli.operate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prioritize.cli.HumanTime;
import dev.prioritize.cli.TextTable;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.JobState;
import dev.prioritize.core.model.PlacementRule;
import dev.prioritize.core.state.Attempt;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.TaskRun;
import dev.prioritize.stream.query.JobHistory;
import dev.prioritize.stream.query.JobView;
import dev.prioritize.stream.query.PoolView;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * All about one job.
 *
 * @param history what happened, in order; only the last {@code shownHistory} of it are told
 * @param shownHistory at least 0
 */
record JobReport(PoolView pool, JobView view, List<JobHistory.Entry> history, int shownHistory) {
  private static final long MILLIS_PER_SECOND = 1_000;

  /** For people. */
  List<String> lines() {
    Job job = view.job();
    List<String> lines = new ArrayList<>();
    lines.add("job " + job.id() + " in pool " + pool.name() + ": " + headline());
    TextTable facts = new TextTable();
    facts.add("  tenant", job.spec().tenant());
    if (!job.spec().name().isEmpty()) {
      facts.add("  name", job.spec().name());
    }
    facts.add("  class", job.priorityClass().name());
    facts.add("  GPUs", WaitWords.gpus(job) + placement(job));
    facts.add("  expected run", expectedRun(job));
    facts.add("  submitted", Times.of(job.submittedAtMillis(), view.nowMillis()));
    if (view.waiting() != null) {
      addWait(facts);
    }
    addAttempt(facts);
    facts.add("  retries left", job.retriesLeft() + " of " + job.spec().maxRetries());
    if (job.faults().nodeFaults() > 0) {
      facts.add(
          "  node faults",
          job.faults().nodeFaults()
              + " of at most "
              + pool.pool().config().faults().nodeFaultLimit());
    }
    if (job.rejection() != null) {
      facts.add("  rejected", job.rejection().field() + " = " + job.rejection().value());
      facts.add("  what to do", job.rejection().fix());
    }
    lines.addAll(facts.lines());
    addHistory(lines);
    return lines;
  }

  private String headline() {
    Job job = view.job();
    String state = job.state().name();
    if (view.waiting() != null) {
      return state + ", rank " + view.rank() + " of " + pool.pendingJobs();
    }
    String since = HumanTime.ofMillis(view.inStateMillis());
    return state + (job.state().isEnded() ? ", " + since + " ago" : ", GPUs held for " + since);
  }

  private static String placement(Job job) {
    return job.shape().placement() == PlacementRule.SPREAD
        ? ", on any nodes"
        : ", on as few nodes as possible";
  }

  private static String expectedRun(Job job) {
    Long limitMillis = job.spec().timeLimitMillis();
    return human(job.estimate().durationMillis())
        + ", "
        + WaitWords.source(job.estimate().source())
        + (limitMillis == null ? "" : "; time limit " + human(limitMillis));
  }

  private void addWait(TextTable facts) {
    facts.add("  aged priority", String.format(Locale.ROOT, "%.2f", view.agedPriority()));
    String label = "  why it waits";
    for (String sentence : WaitWords.sentences(view)) {
      facts.add(label, sentence);
      label = "";
    }
    if (view.waiting().holdsReservation()) {
      facts.add("  planned start", Times.of(view.waiting().plannedStartMillis(), view.nowMillis()));
    }
    facts.add("  starvation guard", guard());
  }

  private String guard() {
    if (view.guardAtMillis() == 0) {
      return pool.pool().config().discipline() == Discipline.EASY
          ? "off for class " + view.job().priorityClass()
          : "off: it works under the discipline easy only";
    }
    return (view.guardAtMillis() < view.nowMillis()
            ? "it has waited so long that it goes before all others, since "
            : "if it still waits it goes before all others, from ")
        + Times.of(view.guardAtMillis(), view.nowMillis());
  }

  private void addAttempt(TextTable facts) {
    Attempt attempt = view.job().attempt();
    if (attempt == null) {
      facts.add("  attempts", "none yet");
      return;
    }
    boolean holds = view.job().state().holdsGpus();
    facts.add(
        (holds ? "  attempt " : "  last attempt ") + attempt.number(),
        "placed at " + Times.of(attempt.placedAtMillis(), view.nowMillis()));
    if (attempt.startedAtMillis() > 0) {
      facts.add("    all tasks ran", Times.of(attempt.startedAtMillis(), view.nowMillis()));
    }
    if (holds) {
      facts.add("    expected end", Times.of(attempt.expectedEndMillis(), view.nowMillis()));
    }
    if (view.job().state() == JobState.STARTING) {
      facts.add("    must start by", Times.of(attempt.deadlineMillis(), view.nowMillis()));
    }
    if (attempt.stopReason() != null) {
      facts.add(
          "    stopped for",
          attempt.stopReason().name().toLowerCase(Locale.ROOT).replace('_', ' '));
    }
    for (TaskRun task : attempt.tasks()) {
      facts.add(
          "    on " + task.nodeId(),
          task.state() + ", " + Output.count(task.gpuUuids().size(), "GPU"));
    }
  }

  private void addHistory(List<String> lines) {
    if (shownHistory == 0) {
      return;
    }
    List<JobHistory.Entry> shown = shown();
    lines.add("");
    int left = history.size() - shown.size();
    lines.add(
        left == 0
            ? "history:"
            : "history, the last " + shown.size() + " (" + left + " before it: --history all):");
    TextTable table = new TextTable();
    table.add("  TIME", "WHAT", "BY", "WHY");
    for (JobHistory.Entry entry : shown) {
      HistoryWords words = words(entry);
      table.add("  " + Times.of(entry.last().timeMillis()), words.what(), words.by(), words.why());
    }
    lines.addAll(table.lines());
  }

  private List<JobHistory.Entry> shown() {
    return history.subList(Math.max(0, history.size() - shownHistory), history.size());
  }

  private HistoryWords words(JobHistory.Entry entry) {
    return HistoryWords.of(entry, view.job().id(), view.agingIntervalMillis());
  }

  /** For programs. */
  ObjectNode json() {
    ObjectNode json = JobJson.of(view);
    json.put("pool", pool.name())
        .put("nowMillis", view.nowMillis())
        .put("pendingJobs", pool.pendingJobs());
    ArrayNode array = json.putArray("history");
    for (JobHistory.Entry entry : shown()) {
      HistoryWords words = words(entry);
      array
          .addObject()
          .put("timeMillis", entry.last().timeMillis())
          .put("firstTimeMillis", entry.first().timeMillis())
          .put("eventSeq", entry.last().eventSeq())
          .put("commandSeq", entry.last().commandSeq())
          .put("count", entry.count())
          .put("event", entry.last().event().getClass().getSimpleName())
          .put("what", words.what())
          .put("by", words.by())
          .put("why", words.why());
    }
    return json;
  }

  private static String human(long millis) {
    return HumanTime.of(millis / MILLIS_PER_SECOND);
  }
}
