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
 */
record SubmitAnswer(Outcome outcome, String code, String field, String value, String fix) {
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

  static SubmitAnswer of(Outcome outcome) {
    return new SubmitAnswer(outcome, "", "", "", "");
  }

  static SubmitAnswer refused(RejectionValue why) {
    return new SubmitAnswer(
        Outcome.REFUSED, why.getCode().name(), why.getField(), why.getValue(), why.getFix());
  }

  static SubmitAnswer refused(DeadLetter why) {
    return new SubmitAnswer(
        Outcome.REFUSED, why.getReason().name(), why.getField(), why.getValue(), why.getFix());
  }

  int exitCode() {
    return switch (outcome) {
      case PENDING, STARTING, REPEATED, SENT -> ExitCodes.OK;
      case REFUSED -> ExitCodes.REFUSED;
      case NO_ANSWER -> ExitCodes.NO_ANSWER;
    };
  }
}
