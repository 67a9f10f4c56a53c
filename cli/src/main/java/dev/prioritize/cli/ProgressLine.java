package dev.prioritize.cli;

import java.io.PrintWriter;
import java.time.Duration;

/**
 * One line on stderr that tells how far a command has come: on a terminal rewritten in place, else
 * a new line now and then.
 */
public final class ProgressLine implements AutoCloseable {
  /** Set by the launcher script when stderr is a terminal. */
  private static final String TERMINAL = "prioritize.terminal";

  private static final long TERMINAL_INTERVAL_NANOS = Duration.ofMillis(200).toNanos();
  private static final long PLAIN_INTERVAL_NANOS = Duration.ofSeconds(5).toNanos();

  /** What is over by then needs no progress told. */
  private static final long PLAIN_FIRST_NANOS = Duration.ofSeconds(2).toNanos();

  private static final int LINE_CHARS = 100;

  private final PrintWriter err;
  private final boolean terminal;
  private long lastNanos = System.nanoTime() - PLAIN_INTERVAL_NANOS + PLAIN_FIRST_NANOS;

  /** A line on this writer, which is a terminal or not. */
  public ProgressLine(PrintWriter err, boolean terminal) {
    this.err = err;
    this.terminal = terminal;
  }

  /** A line on stderr as the launcher script found it. */
  public static ProgressLine on(PrintWriter err) {
    return new ProgressLine(err, Boolean.getBoolean(TERMINAL));
  }

  /** True if it is time to say something again. */
  public boolean isDue() {
    long now = System.nanoTime();
    if (now - lastNanos < (terminal ? TERMINAL_INTERVAL_NANOS : PLAIN_INTERVAL_NANOS)) {
      return false;
    }
    lastNanos = now;
    return true;
  }

  /** Says it now. */
  public void write(String line) {
    if (terminal) {
      err.print("\r" + padded(line));
      err.flush();
    } else {
      err.println(line);
    }
  }

  /** Clears the line for what comes next. */
  @Override
  public void close() {
    if (terminal) {
      err.print("\r" + padded("") + "\r");
      err.flush();
    }
  }

  private static String padded(String line) {
    return line + " ".repeat(Math.max(0, LINE_CHARS - line.length()));
  }
}
