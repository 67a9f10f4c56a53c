package dev.prioritize.stream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.rocksdb.RocksDBException;

/**
 * What to do when a stream thread dies. A fault of the outside (a fenced producer, a transaction
 * that timed out, a lost broker, a damaged local store) is worth another try by a new thread, which
 * builds its state anew; a bug of ours would come again with the same input.
 *
 * <p>Replacements are bounded, since what looks like the outside may be ours too: a record that
 * every broker refuses, say. Thread-safe: stream threads die when they like.
 */
final class ThreadFailures {
  /** Within {@link #WINDOW}, for each stream thread: a lost broker takes all of them at once. */
  static final int REPLACEMENTS_PER_THREAD = 5;

  static final Duration WINDOW = Duration.ofMinutes(10);

  /** What follows from a failure. */
  enum Verdict {
    /** The outside's fault; a new thread goes on. */
    REPLACE,
    /** The outside's fault, but too often. */
    GIVE_UP,
    /** Another instance has taken the name of this one, and its pools. */
    TAKEN_OVER,
    /** Our fault. */
    BUG;

    /** In one line, why the instance has stopped and what to do. */
    String explain(String root, String instanceId) {
      return switch (this) {
        case REPLACE -> throw new IllegalArgumentException("a replaced thread stops nothing");
        case GIVE_UP ->
            "the scheduler has stopped, since its threads failed more than "
                + REPLACEMENTS_PER_THREAD
                + " times each in "
                + WINDOW.toMinutes()
                + " min, the last of "
                + root
                + "; nothing decided is lost: see to the cause, then start it again";
        case TAKEN_OVER ->
            "another scheduler runs as instance "
                + instanceId
                + " and has taken over the pools of this one, which has stopped: stop one of the"
                + " two, or give each an instance.id and a state.dir of its own (a copied state"
                + " folder holds the id of the original)";
        case BUG ->
            "the scheduler has stopped for a fault of its own, "
                + root
                + "; nothing decided is lost: report it with the log above, and start it again to"
                + " go on";
      };
    }
  }

  private final int limit;
  private final Deque<Long> replacedAtMillis = new ArrayDeque<>();

  ThreadFailures(int streamThreads) {
    limit = REPLACEMENTS_PER_THREAD * streamThreads;
  }

  /**
   * Judges one failure, and counts it if the thread is to be replaced.
   *
   * @param nowMillis of any clock that does not go back
   */
  synchronized Verdict judge(Throwable failure, long nowMillis) {
    boolean outside = true;
    for (Throwable link = failure; link != null; link = link.getCause()) {
      if (link instanceof FencedInstanceIdException) {
        return Verdict.TAKEN_OVER;
      }
      outside &= isOfTheOutside(link);
    }
    if (!outside) {
      return Verdict.BUG;
    }
    while (!replacedAtMillis.isEmpty()
        && nowMillis - replacedAtMillis.peekFirst() > WINDOW.toMillis()) {
      replacedAtMillis.removeFirst();
    }
    if (replacedAtMillis.size() >= limit) {
      return Verdict.GIVE_UP;
    }
    replacedAtMillis.addLast(nowMillis);
    return Verdict.REPLACE;
  }

  /** Exceptions of Streams are Kafka's too, and wrap both kinds; so every link has to be asked. */
  private static boolean isOfTheOutside(Throwable link) {
    return link instanceof KafkaException
        || link instanceof RocksDBException
        || link instanceof IOException
        || link instanceof UncheckedIOException
        || link instanceof TimeoutException
        || link instanceof ExecutionException
        || link instanceof CompletionException;
  }

  /** The innermost failure in one line: what people can act on. */
  static String rootOf(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String message = root.getMessage() == null ? "" : root.getMessage();
    return root.getClass().getSimpleName()
        + message.lines().findFirst().map(line -> ": " + line).orElse("");
  }
}
