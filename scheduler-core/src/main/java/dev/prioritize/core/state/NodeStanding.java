package dev.prioritize.core.state;

import dev.prioritize.core.model.Inventory;
import dev.prioritize.core.model.Limits;
import java.util.ArrayList;
import java.util.List;

/**
 * How a node stands with the scheduler: all that keeps new work from it, and what may come to.
 *
 * @param inventory as last reported
 * @param silent true if it is not heard
 * @param drainReason why an operator drained it, or null if none did
 * @param cooledDownUntilMillis end of its cool-down, or 0
 * @param quarantinedUntilMillis end of its quarantine, or 0
 * @param removed true if it is gone and only its held GPUs keep it in the ledger
 * @param failures jobs that failed on it, each once, oldest first
 * @param successes jobs that ended well on it since the oldest of these failures
 */
public record NodeStanding(
    Inventory inventory,
    boolean silent,
    String drainReason,
    long cooledDownUntilMillis,
    long quarantinedUntilMillis,
    boolean removed,
    List<NodeFailure> failures,
    int successes) {
  /** Of a node that was just registered. */
  public static final NodeStanding GOOD =
      new NodeStanding(Inventory.NOTHING, false, null, 0, 0, false, List.of(), 0);

  public NodeStanding {
    failures = List.copyOf(failures);
  }

  /** True if the node may get new work. */
  public boolean takesWork() {
    return !silent && drainReason == null && !isHeldBack() && !removed;
  }

  /** True during a cool-down or a quarantine, both of which end by themselves. */
  public boolean isHeldBack() {
    return cooledDownUntilMillis != 0 || quarantinedUntilMillis != 0;
  }

  /** True if a cool-down or a quarantine has come to its end. */
  public boolean isOver(long nowMillis) {
    return (cooledDownUntilMillis != 0 && cooledDownUntilMillis <= nowMillis)
        || (quarantinedUntilMillis != 0 && quarantinedUntilMillis <= nowMillis);
  }

  NodeStanding withInventory(Inventory reported) {
    return new NodeStanding(
        reported,
        silent,
        drainReason,
        cooledDownUntilMillis,
        quarantinedUntilMillis,
        removed,
        failures,
        successes);
  }

  NodeStanding withSilent(boolean isSilent) {
    return new NodeStanding(
        inventory,
        isSilent,
        drainReason,
        cooledDownUntilMillis,
        quarantinedUntilMillis,
        removed,
        failures,
        successes);
  }

  NodeStanding drained(String reason) {
    return new NodeStanding(
        inventory,
        silent,
        reason,
        cooledDownUntilMillis,
        quarantinedUntilMillis,
        removed,
        failures,
        successes);
  }

  NodeStanding heldBack(long cooledDownUntil, long quarantinedUntil) {
    return new NodeStanding(
        inventory,
        silent,
        drainReason,
        cooledDownUntil,
        quarantinedUntil,
        removed,
        failures,
        successes);
  }

  /** Drain, cool-down and quarantine are over, and what led to it is forgotten. */
  NodeStanding cleared() {
    return new NodeStanding(inventory, silent, null, 0, 0, removed, List.of(), 0);
  }

  NodeStanding asRemoved() {
    return new NodeStanding(inventory, silent, null, 0, 0, true, List.of(), 0);
  }

  NodeStanding withFailure(NodeFailure failure) {
    List<NodeFailure> kept = new ArrayList<>(failures);
    kept.removeIf(known -> known.jobId().equals(failure.jobId()));
    kept.add(failure);
    if (kept.size() > Limits.MAX_FAILURES_PER_NODE) {
      kept.remove(0);
    }
    return withFailures(kept);
  }

  NodeStanding withoutFailuresOf(String jobId) {
    List<NodeFailure> kept = new ArrayList<>(failures);
    kept.removeIf(failure -> failure.jobId().equals(jobId));
    return withFailures(kept);
  }

  NodeStanding withoutFailures() {
    return withFailures(List.of());
  }

  private NodeStanding withFailures(List<NodeFailure> changed) {
    return new NodeStanding(
        inventory,
        silent,
        drainReason,
        cooledDownUntilMillis,
        quarantinedUntilMillis,
        removed,
        changed,
        changed.isEmpty() ? 0 : successes);
  }

  NodeStanding withSuccess() {
    return new NodeStanding(
        inventory,
        silent,
        drainReason,
        cooledDownUntilMillis,
        quarantinedUntilMillis,
        removed,
        failures,
        successes + 1);
  }
}
