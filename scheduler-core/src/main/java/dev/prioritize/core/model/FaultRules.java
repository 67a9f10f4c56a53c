package dev.prioritize.core.model;

/**
 * What the engine does about jobs and nodes that fail.
 *
 * @param startDeadlineMillis in which every task of a gang must report that it runs, or have gone
 *     once it is told to stop; above 0
 * @param reconcileGraceMillis how long a node may not list a task that it should run before the
 *     task counts as lost; above 0
 * @param coolDownMillis how long a node gets no new work after it refused or did not answer; above
 *     0
 * @param nodeFaultLimit attempts of a job that nodes may spoil before it fails, at least 0
 * @param quarantineFailures jobs that must have failed on a node to quarantine it; 0 = never
 * @param quarantineWindowMillis within which they must have; above 0
 * @param quarantineMillis how long a quarantine lasts; above 0
 */
public record FaultRules(
    long startDeadlineMillis,
    long reconcileGraceMillis,
    long coolDownMillis,
    int nodeFaultLimit,
    int quarantineFailures,
    long quarantineWindowMillis,
    long quarantineMillis) {
  private static final long MINUTE = 60_000;

  /**
   * 5 min to start, 30 s of grace, 5 min of cool-down, 10 node faults, 3 failed jobs in 1 h: 1 h.
   */
  public static final FaultRules DEFAULT =
      new FaultRules(5 * MINUTE, 30_000, 5 * MINUTE, 10, 3, 60 * MINUTE, 60 * MINUTE);

  public FaultRules {
    if (startDeadlineMillis <= 0
        || reconcileGraceMillis <= 0
        || coolDownMillis <= 0
        || nodeFaultLimit < 0
        || quarantineFailures < 0
        || quarantineWindowMillis <= 0
        || quarantineMillis <= 0) {
      throw new IllegalArgumentException(
          "durations must be above 0, nodeFaultLimit and quarantineFailures at least 0: "
              + startDeadlineMillis
              + ", "
              + reconcileGraceMillis
              + ", "
              + coolDownMillis
              + ", "
              + nodeFaultLimit
              + ", "
              + quarantineFailures
              + ", "
              + quarantineWindowMillis
              + ", "
              + quarantineMillis);
    }
  }
}
