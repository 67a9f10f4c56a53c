package dev.prioritize.cli.demo;

import dev.prioritize.cli.HumanTime;
import java.io.PrintWriter;
import java.time.Duration;

/** One line that tells how far a run has come: on a terminal rewritten in place, else seldom. */
final class Progress {
  private static final long TERMINAL_INTERVAL_NANOS = Duration.ofMillis(200).toNanos();
  private static final long PLAIN_INTERVAL_NANOS = Duration.ofSeconds(5).toNanos();
  private static final int LINE_CHARS = 100;

  private final PrintWriter err;
  private final boolean terminal;
  private final int totalJobs;
  private long lastNanos = System.nanoTime();

  Progress(PrintWriter err, boolean terminal, int totalJobs) {
    this.err = err;
    this.terminal = terminal;
    this.totalJobs = totalJobs;
  }

  /** Says what is being done before the run proper. */
  void phase(String what) {
    write(what);
  }

  /** Says how the run stands, if it is time to. */
  void at(long virtualSeconds, int pending, int running, int done) {
    long now = System.nanoTime();
    if (now - lastNanos < (terminal ? TERMINAL_INTERVAL_NANOS : PLAIN_INTERVAL_NANOS)) {
      return;
    }
    lastNanos = now;
    write(
        "simulated %s: %d pending, %d running, %d of %d done"
            .formatted(HumanTime.of(virtualSeconds), pending, running, done, totalJobs));
  }

  private void write(String line) {
    if (terminal) {
      err.print("\r" + padded(line));
      err.flush();
    } else {
      err.println(line);
    }
  }

  /** Clears the line for what comes next. */
  void close() {
    if (terminal) {
      err.print("\r" + padded("") + "\r");
      err.flush();
    }
  }

  private static String padded(String line) {
    return line + " ".repeat(Math.max(0, LINE_CHARS - line.length()));
  }
}
