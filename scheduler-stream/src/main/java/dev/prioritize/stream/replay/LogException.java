package dev.prioritize.stream.replay;

/** A log cannot be read, or a file of it not written; the message says in one line what and why. */
public final class LogException extends RuntimeException {
  LogException(String message) {
    super(message);
  }

  LogException(String message, Throwable cause) {
    super(message, cause);
  }
}
