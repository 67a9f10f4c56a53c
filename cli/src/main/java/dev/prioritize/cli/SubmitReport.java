package dev.prioritize.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prioritize.cli.SubmitAnswer.Outcome;
import dev.prioritize.schema.JobSubmission;
import dev.prioritize.stream.config.Durations;
import java.time.Duration;
import java.util.List;

/**
 * An answer in words: what happened, then what to do next.
 *
 * @param position where the submission stands
 * @param waited how long was waited at most
 */
record SubmitReport(
    JobSubmission submission, SubmitAnswer answer, String position, Duration waited) {

  /** One line of what happened, one of what to do. */
  List<String> lines() {
    String job = "job " + submission.getJobId() + " in pool " + submission.getPool();
    return switch (answer.outcome()) {
      case PENDING ->
          List.of(
              "accepted: " + job + " is PENDING (" + request() + ")",
              "next: it starts by itself as soon as its GPUs are free");
      case STARTING ->
          List.of(
              "accepted: " + job + " is STARTING (" + request() + ")",
              "next: its nodes have been told to run it");
      case REPEATED ->
          List.of(
              "known already: " + job + " was submitted before with the same content",
              "next: nothing; for another run give another --id, or none");
      case REFUSED ->
          List.of(
              "refused: "
                  + job
                  + ": "
                  + answer.field()
                  + " = "
                  + answer.value()
                  + ": "
                  + answer.fix()
                  + " ("
                  + answer.code()
                  + ")",
              "next: " + afterRefusal());
      case NO_ANSWER ->
          List.of(
              "no answer within "
                  + Durations.format(waited)
                  + ": "
                  + job
                  + " waits in "
                  + position
                  + ". Is the scheduler running?",
              "next: start it, and it takes the job; to ask again, submit the same with --id "
                  + submission.getJobId());
      case SENT ->
          List.of(
              "sent: " + job + " stands in " + position + "; its answer was not waited for",
              "next: to hear the answer, submit the same with --id " + submission.getJobId());
    };
  }

  private String afterRefusal() {
    return switch (answer.trace()) {
      case NONE -> "correct it and submit again; nothing was changed";
      case DEAD_LETTER ->
          "correct it and submit again; ./prioritize dead-letters --show "
              + position
              + " has what was refused";
      case JOB ->
          "correct it and submit again, under another --id; ./prioritize job "
              + submission.getJobId()
              + (submission.getPool().equals(SubmitCommand.DEFAULT_POOL)
                  ? ""
                  : " --pool " + submission.getPool())
              + " shows this one";
    };
  }

  /** All of it for programs. */
  ObjectNode json() {
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("pool", submission.getPool())
            .put("jobId", submission.getJobId())
            .put("outcome", answer.outcome().name())
            .put("position", position);
    if (answer.outcome() == Outcome.REFUSED) {
      json.put("code", answer.code())
          .put("field", answer.field())
          .put("value", answer.value())
          .put("fix", answer.fix());
    }
    return json;
  }

  private String request() {
    int gpus = submission.getGpus();
    String model = submission.getGpuModel() == null ? "" : submission.getGpuModel() + " ";
    return gpus + " " + model + (gpus == 1 ? "GPU" : "GPUs") + ", " + submission.getPriorityClass();
  }
}
