package dev.prioritize.stream.pool;

import dev.prioritize.core.engine.Engine;
import dev.prioritize.core.event.Event.PassFinished;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.model.ClockMode;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.policy.PolicyCatalog;
import dev.prioritize.core.state.Pool;
import java.util.List;

/**
 * One pool at work: its engine, and when the next tick is due. The pacing is not state: the ticks
 * that it led to stand in the log.
 */
final class PoolRuntime {
  /** A change waits at most so long for its pass; passes are never closer together. */
  static final long TICK_SPACING_MILLIS = 10;

  /** Without any change a pass runs so often, for what time alone brings. */
  static final long IDLE_TICK_MILLIS = 1_000;

  private final String name;
  private final Engine engine;
  private final PoolConfig configured;
  private long lastTickMillis = Long.MIN_VALUE / 2;
  private boolean changedSinceTick = true;
  private boolean tickOwed;
  private boolean configTaken;
  private boolean resumeOwed;

  /**
   * A pool to go on with.
   *
   * @param configured what the configuration file says, or null if it no longer names the pool
   */
  PoolRuntime(String name, Pool pool, PolicyCatalog policies, PoolConfig configured) {
    this.name = name;
    this.engine = new Engine(pool, policies);
    this.configured = configured;
    this.resumeOwed = pool.commandSeq() > 0;
  }

  String name() {
    return name;
  }

  Engine engine() {
    return engine;
  }

  Pool pool() {
    return engine.pool();
  }

  /** True once for a pool that was there before: its log is to tell that it has a new owner. */
  boolean takeResume() {
    boolean owed = resumeOwed;
    resumeOwed = false;
    return owed;
  }

  /**
   * The configuration to be logged, or null if the log has it already; given out once, for a
   * refused one would be refused again.
   */
  PoolConfig takeNewConfig() {
    boolean changed =
        !configTaken && configured != null && !configured.equals(pool().deployedConfig());
    configTaken = true;
    return changed ? configured : null;
  }

  boolean isVirtual() {
    PoolConfig config = pool().config() == null ? configured : pool().config();
    return config.clock() == ClockMode.VIRTUAL;
  }

  /**
   * The time of a command that arrives now: the wall clock's, or in a virtual pool the sender's;
   * never before the last command's.
   */
  long timeOf(long claimedMillis, long wallMillis) {
    return Math.max(pool().nowMillis(), isVirtual() ? claimedMillis : wallMillis);
  }

  /** True if a pass is due, as the wall clock stands. */
  boolean tickDue(long wallMillis) {
    if (isVirtual()) {
      return tickOwed;
    }
    long sinceTick = wallMillis - lastTickMillis;
    if (sinceTick < 0) {
      return true; // the wall clock was set back
    }
    return (changedSinceTick || tickOwed)
        ? sinceTick >= TICK_SPACING_MILLIS
        : sinceTick >= IDLE_TICK_MILLIS;
  }

  /** Notes what a command led to. */
  void processed(List<LoggedEvent> events, long wallMillis) {
    LoggedEvent last = events.get(events.size() - 1);
    if (last.event() instanceof PassFinished finished) {
      lastTickMillis = wallMillis;
      changedSinceTick = false;
      tickOwed = finished.decisionLimitSpent();
    } else {
      changedSinceTick = true;
    }
  }
}
