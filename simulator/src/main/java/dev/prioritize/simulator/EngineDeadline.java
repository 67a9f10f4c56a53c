package dev.prioritize.simulator;

import dev.prioritize.core.state.NodeStanding;
import dev.prioritize.core.state.Pool;

/** When something comes about in a pool by the passing of time alone. */
public final class EngineDeadline {
  private EngineDeadline() {}

  /** When the engine next has to look after a job or a node, or Long.MAX_VALUE. */
  public static long nextMillis(Pool pool) {
    long next = pool.deadlines().nextMillis();
    for (String nodeId : pool.ledger().heldBackNodeIds()) {
      NodeStanding standing = pool.ledger().node(nodeId).standing();
      next = Math.min(next, setOrNever(standing.cooledDownUntilMillis()));
      next = Math.min(next, setOrNever(standing.quarantinedUntilMillis()));
    }
    return next;
  }

  private static long setOrNever(long atMillis) {
    return atMillis == 0 ? Long.MAX_VALUE : atMillis;
  }
}
