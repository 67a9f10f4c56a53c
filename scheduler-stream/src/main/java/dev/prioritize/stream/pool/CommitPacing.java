package dev.prioritize.stream.pool;

/**
 * When what was decided is committed, so that others see it. A commit costs its milliseconds
 * whether it holds one decision or a thousand: who keeps up commits soon, who is behind commits
 * less often and catches up sooner. Not state: any pacing gives the same log.
 */
public final class CommitPacing {
  /** How long a transaction collects while inputs wait, unless the interval is longer anyway. */
  private static final long BEHIND_MILLIS = 40;

  private final long intervalMillis;
  private long lastMillis = Long.MIN_VALUE / 2;
  private boolean owed;
  private boolean behind;
  private boolean inputSincePunctuation;

  /**
   * A pacing that commits at most so often.
   *
   * @param intervalMillis at least 1
   */
  public CommitPacing(long intervalMillis) {
    this.intervalMillis = intervalMillis;
  }

  /** How long a transaction collects at most; then Kafka Streams commits it by itself. */
  public static long longestMillis(long intervalMillis) {
    return Math.max(intervalMillis, BEHIND_MILLIS);
  }

  /** Notes an input, and how long it has waited since the broker took it. */
  void input(long waitedMillis) {
    behind = waitedMillis > longestMillis(intervalMillis);
    inputSincePunctuation = true;
  }

  /** Notes a punctuation: if no input came since the last, none waits. */
  void punctuated() {
    behind &= inputSincePunctuation;
    inputSincePunctuation = false;
  }

  /** Notes that there is something to commit. */
  void written() {
    owed = true;
  }

  /** True if a commit is to be asked for now, which this takes for done. */
  boolean takeDue(long nowMillis) {
    long sinceLast = nowMillis - lastMillis;
    boolean tooSoon = sinceLast >= 0 && sinceLast < intervalMillis;
    if (!owed || behind || tooSoon) {
      return false;
    }
    owed = false;
    lastMillis = nowMillis;
    return true;
  }
}
