package dev.prioritize.cli.operate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.prioritize.cli.HumanTime;
import dev.prioritize.cli.TextTable;
import dev.prioritize.core.state.Job;
import dev.prioritize.stream.query.NodeView;
import dev.prioritize.stream.query.PoolView;
import java.util.Comparator;
import java.util.List;

/** The jobs that hold GPUs of a node, and until when. */
record NodeJobs(PoolView view, NodeView node) {
  private static final long NEVER = Long.MAX_VALUE;
  private static final long MILLIS_PER_SECOND = 1_000;

  /** True if none does. */
  boolean areNone() {
    return node.gpusByHolder().isEmpty();
  }

  /** A table for people, the job that is expected to end last at its end; empty without jobs. */
  List<String> lines() {
    if (areNone()) {
      return List.of();
    }
    TextTable table = new TextTable();
    table.add("  JOB", "GPUS", "STATE", "EXPECTED END", "TIME LIMIT");
    for (Job job : byExpectedEnd()) {
      table.add(
          "  " + job.id(),
          node.gpusByHolder().get(job.id()).toString(),
          job.state().name(),
          Times.of(job.attempt().expectedEndMillis(), view.nowMillis()),
          timeLimit(job));
    }
    return table.lines();
  }

  private List<Job> byExpectedEnd() {
    return node.gpusByHolder().keySet().stream()
        .map(view.pool()::job)
        .sorted(Comparator.comparingLong(job -> job.attempt().expectedEndMillis()))
        .toList();
  }

  private String timeLimit(Job job) {
    if (limitEndMillis(job) != NEVER) {
      return Times.of(limitEndMillis(job), view.nowMillis());
    }
    Long limitMillis = job.spec().timeLimitMillis();
    return limitMillis == null
        ? "none"
        : HumanTime.of(limitMillis / MILLIS_PER_SECOND) + " from its start";
  }

  /** When its time limit ends it; {@link #NEVER} if it has none, or has not started yet. */
  private static long limitEndMillis(Job job) {
    return job.attempt().startedAtMillis() == 0 ? NEVER : job.timeLimitEndMillis();
  }

  /** For programs. */
  ArrayNode json() {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (Job job : byExpectedEnd()) {
      long limitEnd = limitEndMillis(job);
      array
          .addObject()
          .put("jobId", job.id())
          .put("gpus", node.gpusByHolder().get(job.id()))
          .put("state", job.state().name())
          .put("expectedEndMillis", job.attempt().expectedEndMillis())
          .put("timeLimitEndMillis", limitEnd == NEVER ? null : limitEnd);
    }
    return array;
  }
}
