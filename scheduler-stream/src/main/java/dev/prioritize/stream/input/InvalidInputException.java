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

  private static String shown(Object value) {
    String text = String.valueOf(value);
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
