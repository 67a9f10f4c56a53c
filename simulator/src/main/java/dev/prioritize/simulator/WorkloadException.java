package dev.prioritize.simulator;

/**
 * A workload could not be had from the files that the user named. The message is one line for the
 * user: it says what is wrong where, and what to do.
 */
public class WorkloadException extends RuntimeException {
  /** What is wrong. */
  public enum Reason {
    /** There is no such file. */
    FILE_MISSING,
    /** The file is there and cannot be read; the cause says more. */
    FILE_UNREADABLE,
    /** The name ends in .gz and the content is not gzip, or is cut short. */
    NOT_GZIP,
    /** The file holds nothing. */
    FILE_EMPTY,
    /** The header lacks a column, or has one twice. */
    BAD_HEADER,
    /** A row of the trace is not as the format says: {@link TraceFormatException}. */
    BAD_LINE,
    /** No row of the trace can be run. */
    NOTHING_SELECTED,
    /** The slices file has no slice of that name. */
    SLICE_UNKNOWN,
    /** The slices file or the cluster file is not as its format says. */
    JSON_MALFORMED
  }

  private final Reason reason;

  WorkloadException(Reason reason, String message) {
    this(reason, message, null);
  }

  WorkloadException(Reason reason, String message, Throwable cause) {
    super(OneLine.of(message), cause);
    this.reason = reason;
  }

  /** What is wrong; never null. */
  public Reason reason() {
    return reason;
  }
}
