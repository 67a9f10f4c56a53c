package dev.prioritize.cli.demo;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what the scheduler is to answer. */
final class ClusterWait {
  /** Longest wait for the scheduler's next answer; one takes some tens of milliseconds. */
  static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);

  private final PoolLog log;
  private final BooleanSupplier schedulerFailed;

  ClusterWait(PoolLog log, BooleanSupplier schedulerFailed) {
    this.log = log;
    this.schedulerFailed = schedulerFailed;
  }

  /**
   * Reads the log until it is so.
   *
   * @throws DemoException if the scheduler stops or the time is up
   */
  void until(String what, BooleanSupplier done) {
    long deadline = System.nanoTime() + ANSWER_TIMEOUT.toNanos();
    while (!done.getAsBoolean()) {
      if (schedulerFailed.getAsBoolean()) {
        throw new DemoException("the scheduler stopped while the demo waited for " + what);
      }
      if (System.nanoTime() > deadline) {
        throw new DemoException(
            "waited "
                + ANSWER_TIMEOUT.toSeconds()
                + " s in vain for "
                + what
                + ": try again with PRIORITIZE_LOG_LEVEL=debug");
      }
      log.poll();
    }
  }
}
