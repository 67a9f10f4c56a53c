package dev.prioritize.cli.operate;

import dev.prioritize.cli.ExitCodes;
import dev.prioritize.schema.DeadLetter;
import dev.prioritize.schema.RejectionValue;

/**
 * What the scheduler made of an operator's request.
 *
 * @param outcome in one word, for programs
 * @param code of a refusal; else empty, as the three after it are
 * @param field the field at fault, as in the record
 * @param value what it holds
 * @param fix what to do instead
 */
record Answer(Outcome outcome, String code, String field, String value, String fix) {
  /** What happened. */
  enum Outcome {
    /** The job has ended by it. */
    CANCELLED,
    /** The job's nodes have been told to stop it. */
    STOPPING,
    /** It is as asked for now. */
    CHANGED,
    /** It was so already. */
    UNCHANGED,
    /** The scheduler has refused it. */
    REFUSED,
    /** Nothing was heard in time. */
    NO_ANSWER,
    /** Sent, and not waited for. */
    SENT
  }

  /** Codes of refusals of what does not exist begin so. */
  private static final String UNKNOWN = "UNKNOWN_";

  static Answer of(Outcome outcome) {
    return new Answer(outcome, "", "", "", "");
  }

  static Answer refused(RejectionValue why) {
    return new Answer(
        Outcome.REFUSED, why.getCode().name(), why.getField(), why.getValue(), why.getFix());
  }

  static Answer refused(DeadLetter why) {
    return new Answer(
        Outcome.REFUSED, why.getReason().name(), why.getField(), why.getValue(), why.getFix());
  }

  /** True if what the request names does not exist. */
  boolean isAboutNothing() {
    return outcome == Outcome.REFUSED && code.startsWith(UNKNOWN);
  }

  int exitCode() {
    return switch (outcome) {
      case CANCELLED, STOPPING, CHANGED, UNCHANGED, SENT -> ExitCodes.OK;
      case REFUSED -> isAboutNothing() ? ExitCodes.FAILED : ExitCodes.REFUSED;
      case NO_ANSWER -> ExitCodes.NO_ANSWER;
    };
  }
}
