package dev.prioritize.core.engine;

import dev.prioritize.core.event.Event.NodeCooledDown;
import dev.prioritize.core.model.EndReason;
import dev.prioritize.core.state.Pool;

/** Keeps new work from a node that refused or did not answer, so that a retry goes elsewhere. */
final class CoolDown {
  private CoolDown() {}

  static void begin(Pool pool, EventSink sink, long nowMillis, String nodeId, EndReason reason) {
    long untilMillis = nowMillis + pool.config().faults().coolDownMillis();
    sink.emit(new NodeCooledDown(nodeId, untilMillis, reason));
  }
}
