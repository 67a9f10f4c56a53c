package dev.prioritize.schema;

/** Bytes that are no record which this version can read. */
public final class UndecodableRecordException extends RuntimeException {
  private final DeadLetterReason reason;

  UndecodableRecordException(DeadLetterReason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** NOT_AVRO, UNKNOWN_SCHEMA or, where one type was asked for, UNEXPECTED_RECORD_TYPE. */
  public DeadLetterReason reason() {
    return reason;
  }
}
