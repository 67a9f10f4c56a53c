package dev.prioritize.cli.broker;

/** An embedded broker did not start. The message is one line for the user. */
public final class EmbeddedBrokerException extends RuntimeException {
  /** Why the broker did not start. */
  public enum Reason {
    /** Another program listens on the port asked for. */
    PORT_IN_USE,
    /** The address or port cannot be listened on; the cause says more. */
    CANNOT_LISTEN,
    /** Kafka failed; the cause says more. */
    KAFKA_FAILED
  }

  private final Reason reason;

  EmbeddedBrokerException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** Why the broker did not start; never null. */
  public Reason reason() {
    return reason;
  }
}
