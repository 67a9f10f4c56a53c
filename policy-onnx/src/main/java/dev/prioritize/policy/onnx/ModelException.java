package dev.prioritize.policy.onnx;

import dev.prioritize.core.model.Substitution;

/** A model cannot be used; the message says what was expected and what was found. */
public final class ModelException extends Exception {
  private final Substitution.Reason reason;

  ModelException(Substitution.Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  ModelException(Substitution.Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** The kind of failure. */
  public Substitution.Reason reason() {
    return reason;
  }
}
