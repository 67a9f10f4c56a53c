package dev.prioritize.benchmarks.e2e;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.HdrHistogram.Histogram;

/**
 * Sends at a fixed rate, whatever becomes of what was sent, and measures each answer from the time
 * at which its request was due: a stall is paid for by all that should have been sent meanwhile.
 * One thread sends, one sees.
 */
final class Latencies {
  private static final long HIGHEST_MICROS = 600_000_000L;
  private static final int DIGITS = 3;

  private final int count;
  private final long intervalNanos;
  private final AtomicLongArray dueNanos;
  private final Histogram histogram = new Histogram(HIGHEST_MICROS, DIGITS);

  /** A series of so many at so many a second. */
  Latencies(int perSecond, int seconds) {
    count = perSecond * seconds;
    intervalNanos = 1_000_000_000L / perSecond;
    dueNanos = new AtomicLongArray(count);
  }

  int count() {
    return count;
  }

  /** Sends all of them, each when it is due; takes as long as that takes. */
  void send(IntConsumer send) {
    long began = System.nanoTime();
    for (int index = 0; index < count; index++) {
      long due = began + index * intervalNanos;
      for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      dueNanos.set(index, due);
      send.accept(index);
    }
  }

  /** The answer to a request has been seen. */
  synchronized void seen(int index, long nanos) {
    histogram.recordValue(Math.min((nanos - dueNanos.get(index)) / 1_000, HIGHEST_MICROS));
  }

  synchronized long seenCount() {
    return histogram.getTotalCount();
  }

  /** Milliseconds that so many percent of the answers took at most. */
  synchronized double millis(double percentile) {
    return histogram.getValueAtPercentile(percentile) / 1_000.0;
  }
}
