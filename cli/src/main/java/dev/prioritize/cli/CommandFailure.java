package dev.prioritize.cli;

/** A command could not be done. The message is one line: what happened, and what to do. */
final class CommandFailure extends RuntimeException {
  CommandFailure(String message) {
    super(message);
  }

  CommandFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
