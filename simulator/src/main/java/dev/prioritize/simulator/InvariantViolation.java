package dev.prioritize.simulator;

/**
 * The engine's state does not hold together: a fault of the program. One line, with a repetition.
 */
public final class InvariantViolation extends RuntimeException {
  private final long commandSeq;

  InvariantViolation(long commandSeq, String message) {
    super(message);
    this.commandSeq = commandSeq;
  }

  /** After which command it was found. */
  public long commandSeq() {
    return commandSeq;
  }
}
