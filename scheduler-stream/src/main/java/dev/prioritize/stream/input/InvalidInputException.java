package dev.prioritize.stream.input;

import dev.prioritize.schema.DeadLetterReason;

/** An input that cannot be taken: what is wrong with it, for the one who sent it. */
public final class InvalidInputException extends Exception {
  /** Longer values are cut, so that a dead letter stays readable. */
  private static final int MAX_SHOWN_CHARS = 200;

  private final DeadLetterReason reason;
  private final String field;
  private final String value;
  private final String fix;

  /**
   * A refusal.
   *
   * @param reason what kind of fault
   * @param field the field at fault, or "key", "partition", "value" for the record as a whole
   * @param value what it holds
   * @param fix what to do instead
   */
  public InvalidInputException(DeadLetterReason reason, String field, Object value, String fix) {
    super(field + " = " + shown(value) + ": " + fix);
    this.reason = reason;
    this.field = field;
    this.value = shown(value);
    this.fix = fix;
  }

  /** What may fail with this exception, or with a fault of ours. */
  public interface Check<T> {
    /** Runs it. */
    T run() throws InvalidInputException;
  }

  /**
   * Runs a check; a fault of ours in it is the record's dead letter too, rather than everybody's
   * end.
   *
   * @throws InvalidInputException if the check refuses, or fails
   */
  public static <T> T guarding(Check<T> check) throws InvalidInputException {
    try {
      return check.run();
    } catch (RuntimeException e) {
      throw new InvalidInputException(
          DeadLetterReason.UNKNOWN, "value", e, "report this record: the scheduler failed on it");
    }
  }

  /** Cut, and without what could forge a line of a log. */
  private static String shown(Object value) {
    String text = Checks.onOneLine(String.valueOf(value));
    return text.length() <= MAX_SHOWN_CHARS ? text : text.substring(0, MAX_SHOWN_CHARS) + "…";
  }

  /** What kind of fault. */
  public DeadLetterReason reason() {
    return reason;
  }

  /** The field at fault. */
  public String field() {
    return field;
  }

  /** What it holds, cut to a readable length. */
  public String value() {
    return value;
  }

  /** What to do instead. */
  public String fix() {
    return fix;
  }
}
