package dev.prioritize.core.model;

import java.util.List;

/**
 * All configuration that can change a decision; part of the log.
 *
 * @param clock what moves the pool's time; never changes
 * @param policy name of the policy
 * @param discipline what happens when a job does not fit
 * @param agingIntervalMillis waiting time worth one class, above 0
 * @param starvationBoundsMillis longest wait before the guard steps in, one per class from LOW to
 *     URGENT; 0 = off
 * @param decisionLimit starts in one pass, at least 1; a pass that reaches it asks for another tick
 * @param nodeTimeoutMillis after so long without a word a node is silent; and so long after the
 *     first node all others are waited for before a job is refused for its size; above 0
 * @param jobRetentionMillis how long a finished job is remembered, above 0
 * @param faults what is done about jobs and nodes that fail
 * @param learned how a learned policy is worked with; a heuristic does without
 * @param rulesVersion version of the engine's rules, see {@code Engine.RULES_VERSION}
 */
public record PoolConfig(
    ClockMode clock,
    String policy,
    Discipline discipline,
    long agingIntervalMillis,
    List<Long> starvationBoundsMillis,
    int decisionLimit,
    long nodeTimeoutMillis,
    long jobRetentionMillis,
    FaultRules faults,
    LearnedRules learned,
    int rulesVersion) {
  private static final long HOUR = 3_600_000;
  private static final long DAY = 24 * HOUR;

  /** One class per day of waiting; with waits of hours, an hour would give plain fifo. */
  public static final long DEFAULT_AGING_INTERVAL_MILLIS = DAY;

  /** LOW 7 d, NORMAL 4 d, HIGH 2 d, URGENT 1 d. */
  public static final List<Long> DEFAULT_STARVATION_BOUNDS_MILLIS =
      List.of(7 * DAY, 4 * DAY, 2 * DAY, DAY);

  /** The guard switched off for every class. */
  public static final List<Long> NO_STARVATION_BOUNDS = List.of(0L, 0L, 0L, 0L);

  /** A pass of so many starts takes some tens of milliseconds. */
  public static final int DEFAULT_DECISION_LIMIT = 2_000;

  /** Thirty heartbeats. */
  public static final long DEFAULT_NODE_TIMEOUT_MILLIS = 30_000;

  /** A month. */
  public static final long DEFAULT_JOB_RETENTION_MILLIS = 30 * DAY;

  public PoolConfig {
    starvationBoundsMillis = List.copyOf(starvationBoundsMillis);
    if (starvationBoundsMillis.size() != PriorityClass.values().length) {
      throw new IllegalArgumentException(
          "starvationBoundsMillis needs one bound per class, had " + starvationBoundsMillis);
    }
    if (agingIntervalMillis <= 0
        || decisionLimit <= 0
        || nodeTimeoutMillis <= 0
        || jobRetentionMillis <= 0) {
      throw new IllegalArgumentException(
          "agingIntervalMillis, decisionLimit, nodeTimeoutMillis and jobRetentionMillis must be"
              + " above 0: "
              + agingIntervalMillis
              + ", "
              + decisionLimit
              + ", "
              + nodeTimeoutMillis
              + ", "
              + jobRetentionMillis);
    }
  }

  /** Longest wait of a class before the guard steps in, in milliseconds; 0 = off. */
  public long starvationBoundMillis(PriorityClass priorityClass) {
    return starvationBoundsMillis.get(priorityClass.base() - 1);
  }
}
