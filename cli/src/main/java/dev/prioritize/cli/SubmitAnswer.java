package dev.prioritize.cli;

import dev.prioritize.schema.DeadLetter;
import dev.prioritize.schema.RejectionValue;

/**
 * What became of a submission.
 *
 * @param code of a refusal; else empty, as the three after it are
 * @param field the field at fault, as in the record
 * @param value what it holds
 * @param fix what to do instead
 * @param trace where a refusal can be looked up later
 */
record SubmitAnswer(
    Outcome outcome, String code, String field, String value, String fix, Trace trace) {
  /** What the scheduler made of it. */
  enum Outcome {
    /** It waits for its GPUs. */
    PENDING,
    /** It has got its GPUs already. */
    STARTING,
    /** It had been sent before with the same content; nothing was changed. */
    REPEATED,
    /** The scheduler has refused it. */
    REFUSED,
    /** Nothing was heard in time. */
    NO_ANSWER,
    /** Sent, and not waited for. */
    SENT
  }

  /** What a refusal leaves behind. */
  enum Trace {
    /** Nothing but an event in the log. */
    NONE,
    /** A dead letter, named by the submission's position. */
    DEAD_LETTER,
    /** The job itself, which is REJECTED. */
    JOB
  }

  static SubmitAnswer of(Outcome outcome) {
    return new SubmitAnswer(outcome, "", "", "", "", Trace.NONE);
  }

  static SubmitAnswer refused(RejectionValue why, Trace trace) {
    return new SubmitAnswer(
        Outcome.REFUSED, why.getCode().name(), why.getField(), why.getValue(), why.getFix(), trace);
  }

  static SubmitAnswer refused(DeadLetter why) {
    return new SubmitAnswer(
        Outcome.REFUSED,
        why.getReason().name(),
        why.getField(),
        why.getValue(),
        why.getFix(),
        Trace.DEAD_LETTER);
  }

  int exitCode() {
    return switch (outcome) {
      case PENDING, STARTING, REPEATED, SENT -> ExitCodes.OK;
      case REFUSED -> ExitCodes.REFUSED;
      case NO_ANSWER -> ExitCodes.NO_ANSWER;
    };
  }
}
