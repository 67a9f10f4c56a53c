package dev.prioritize.cli.demo;

/** The demo could not go on; the message says why and what to do. */
public final class DemoException extends RuntimeException {
  DemoException(String message) {
    super(message);
  }
}
