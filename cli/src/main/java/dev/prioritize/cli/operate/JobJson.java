package dev.prioritize.cli.operate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prioritize.core.state.Attempt;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.TaskRun;
import dev.prioritize.stream.query.JobView;
import dev.prioritize.stream.query.Wait;

/** A job for programs: names with their units, null for what does not apply. */
final class JobJson {
  private JobJson() {}

  static ObjectNode of(JobView view) {
    Job job = view.job();
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("jobId", job.id())
            .put("tenant", job.spec().tenant())
            .put("name", job.spec().name())
            .put("class", job.priorityClass().name())
            .put("gpus", job.gpus())
            .put("gpuModel", job.shape().gpuModel().isEmpty() ? null : job.shape().gpuModel())
            .put("placement", job.shape().placement().name())
            .put("state", job.state().name())
            .put("inStateMillis", view.inStateMillis())
            .put("submittedAtMillis", job.submittedAtMillis())
            .put("endedAtMillis", job.state().isEnded() ? job.endedAtMillis() : null)
            .put("expectedDurationMillis", job.estimate().durationMillis())
            .put("expectedDurationSource", job.estimate().source().name())
            .put("timeLimitMillis", job.spec().timeLimitMillis())
            .put("attempts", job.attempts())
            .put("retriesLeft", job.retriesLeft())
            .put("nodeFaults", job.faults().nodeFaults());
    if (view.waiting() == null) {
      json.putNull("rank").putNull("agedPriority").putNull("guardAtMillis").putNull("waiting");
    } else {
      json.put("rank", view.rank())
          .put("agedPriority", view.agedPriority())
          .put("guardAtMillis", view.guardAtMillis() == 0 ? null : view.guardAtMillis());
      json.set("waiting", waiting(view));
    }
    json.set("attempt", job.attempt() == null ? json.nullNode() : attempt(job.attempt()));
    json.set("rejection", job.rejection() == null ? json.nullNode() : rejection(job));
    return json;
  }

  private static ObjectNode waiting(JobView view) {
    Wait wait = view.waiting();
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("reason", wait.reason() == null ? null : wait.reason().name())
            .put("text", String.join(" ", WaitWords.sentences(view)))
            .put("freeGpus", wait.free())
            .put("nodesWithFreeGpus", wait.nodesWithFree())
            .put("inServiceGpus", wait.inService())
            .put("registeredGpus", wait.registered())
            .put("behindJobId", wait.aheadJobId().isEmpty() ? null : wait.aheadJobId())
            .put("holdsReservation", wait.holdsReservation())
            .put("plannedStartMillis", wait.holdsReservation() ? wait.plannedStartMillis() : null);
    ArrayNode withheld = json.putArray("wouldFitWithNodeIds");
    wait.withheld().nodes().forEach(node -> withheld.add(node.id()));
    return json.put("eachOfThemWouldDo", wait.withheld().eachWouldDo());
  }

  private static ObjectNode attempt(Attempt attempt) {
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("number", attempt.number())
            .put("epoch", attempt.epoch())
            .put("placedAtMillis", attempt.placedAtMillis())
            .put(
                "startedAtMillis",
                attempt.startedAtMillis() == 0 ? null : attempt.startedAtMillis())
            .put("expectedEndMillis", attempt.expectedEndMillis())
            .put("deadlineMillis", attempt.deadlineMillis())
            .put("stopReason", attempt.stopReason() == null ? null : attempt.stopReason().name());
    ArrayNode tasks = json.putArray("tasks");
    for (TaskRun task : attempt.tasks()) {
      ObjectNode node = tasks.addObject().put("nodeId", task.nodeId());
      node.put("state", task.state().name());
      task.gpuUuids().forEach(node.putArray("gpuUuids")::add);
    }
    return json;
  }

  private static ObjectNode rejection(Job job) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("code", job.rejection().code().name())
        .put("field", job.rejection().field())
        .put("value", job.rejection().value())
        .put("fix", job.rejection().fix());
  }
}
