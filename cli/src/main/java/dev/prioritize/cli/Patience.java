package dev.prioritize.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.Supplier;

/** Tells on stderr what takes so long; says nothing of what is done soon. For one thread. */
public final class Patience {
  /** What takes less needs no word; and so often it is told how things stand. */
  private static final long INTERVAL_NANOS = Duration.ofSeconds(2).toNanos();

  private final PrintWriter err;
  private long lastNanos = System.nanoTime();

  /** Counts from now on. */
  public Patience(PrintWriter err) {
    this.err = err;
  }

  /** Says what is being done, if it is time to. */
  public void at(Supplier<String> what) {
    if (System.nanoTime() - lastNanos < INTERVAL_NANOS) {
      return;
    }
    lastNanos = System.nanoTime();
    err.println(what.get());
    err.flush();
  }
}
