package dev.prioritize.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * SIGTERM and SIGINT as a request that the serving thread sees, and an orderly end of the process
 * with that thread's exit code, where the JVM by itself would end with 143 or 130 at once.
 */
public final class StopSignal {
  /** Longer than the scheduler (5 s) and the broker (10 s) take at most to stop. */
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(20);

  private final CountDownLatch requested = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private final Thread hook = new Thread(this::onShutdown, "stop-signal");
  private volatile int exitCode = ExitCodes.FAILED;

  private StopSignal() {}

  /** From now on a signal is a request; whoever installs must {@link #release}. */
  public static StopSignal install() {
    StopSignal signal = new StopSignal();
    Runtime.getRuntime().addShutdownHook(signal.hook);
    return signal;
  }

  /** Waits; true once a stop was asked for. */
  public boolean await(Duration timeout) throws InterruptedException {
    return requested.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  boolean isRequested() {
    return requested.getCount() == 0;
  }

  /** All is closed: if a stop was asked for, the process ends here with that exit code. */
  public void release(int code) {
    exitCode = code;
    released.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The hook runs already, and ends the process.
      return;
    }
  }

  private void onShutdown() {
    requested.countDown();
    try {
      if (!released.await(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        System.err.println(
            "did not stop within "
                + STOP_TIMEOUT.toSeconds()
                + " s: ended all the same; the next start takes up what is in the log");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(exitCode);
  }
}
