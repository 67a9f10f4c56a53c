package dev.prioritize.cli;

import java.time.Duration;

/**
 * Tells a scheduler that decides from one that is merely there: a liveness of what comes out, not
 * of threads or connections. Reads no clock. Not thread-safe.
 */
final class DecisionWatch {
  /** Several ticks, of which a pool of the wall clock makes at least one a second. */
  static final Duration SILENCE = Duration.ofSeconds(5);

  /** What one look has found. */
  enum Finding {
    /** What is due comes out. */
    DECIDING,
    /** For the first time, nothing has come out for too long. */
    FELL_SILENT,
    /** Nothing has come out since the last look either, for too long or not yet. */
    WAITING,
    /** Decisions come out again after a silence. */
    BACK
  }

  private double lastMark = Double.NaN;
  private long progressNanos;
  private long silentNanos;
  private boolean silent;

  /** Begins to watch; the silence counts from now. */
  DecisionWatch(long nowNanos) {
    progressNanos = nowNanos;
  }

  /**
   * Takes one look.
   *
   * @param due whether decisions must come out by themselves
   * @param mark differs from the last look's if something was committed in between
   */
  Finding look(long nowNanos, boolean due, double mark) {
    boolean progress = !due || Double.compare(mark, lastMark) != 0;
    lastMark = mark;
    silentNanos = nowNanos - progressNanos;
    if (progress) {
      progressNanos = nowNanos;
      boolean wasSilent = silent;
      silent = false;
      return wasSilent ? Finding.BACK : Finding.DECIDING;
    }
    if (silent || silentNanos < SILENCE.toNanos()) {
      return Finding.WAITING;
    }
    silent = true;
    return Finding.FELL_SILENT;
  }

  /** At the last look, for how long nothing had come out. */
  Duration silentFor() {
    return Duration.ofNanos(silentNanos);
  }
}
