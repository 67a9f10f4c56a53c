package dev.prioritize.core.state;

import dev.prioritize.core.event.Event.ReservationChanged;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.ShapeStatus;
import java.util.List;

/**
 * The part of a pool's state that belongs to no job, node or tenant and seldom changes.
 *
 * @param config null before the first ConfigurePool
 * @param deployedConfig the last configuration that came with a deployment, or null
 * @param firstNodeAtMillis when the first node registered, or when a new owner of the pool began to
 *     listen before the others had the time to; or -1
 * @param reservation as last announced
 * @param blockedShapes as last announced, sorted by shape
 * @param policy how the learned policy fares, or null if none was asked since the policy was
 *     configured
 */
public record PoolStanding(
    PoolConfig config,
    PoolConfig deployedConfig,
    long firstNodeAtMillis,
    ReservationChanged reservation,
    List<ShapeStatus> blockedShapes,
    PolicyStanding policy) {
  public PoolStanding {
    blockedShapes = List.copyOf(blockedShapes);
  }
}
