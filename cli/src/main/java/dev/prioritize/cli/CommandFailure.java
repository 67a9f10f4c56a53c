package dev.prioritize.cli;

/** A command could not be done. The message is one line: what happened, and what to do. */
public final class CommandFailure extends RuntimeException {
  /** {@code message}: one line. */
  public CommandFailure(String message) {
    super(message);
  }

  /** {@code message}: one line; the cause is for the log. */
  public CommandFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
