package dev.prioritize.core.state;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The entities that events have touched since the last {@link #clear}, in order of first touch:
 * what the shell has to store. One that the pool no longer knows is to be deleted. The {@link
 * PoolCounters} change with every event.
 */
public final class Changes {
  private final LinkedHashSet<String> jobIds = new LinkedHashSet<>();
  private final LinkedHashSet<String> nodeIds = new LinkedHashSet<>();
  private final LinkedHashSet<String> tenants = new LinkedHashSet<>();
  private final LinkedHashSet<DurationKey> durationKeys = new LinkedHashSet<>();
  private boolean standing;

  Changes() {}

  /** Jobs added, changed or forgotten. */
  public Set<String> jobIds() {
    return jobIds;
  }

  /** Nodes whose facts, standing or GPUs' holders changed, or that are gone. */
  public Set<String> nodeIds() {
    return nodeIds;
  }

  /** Tenants whose usage or limit changed. */
  public Set<String> tenants() {
    return tenants;
  }

  /** Keys of durations added to or dropped. */
  public Set<DurationKey> durationKeys() {
    return durationKeys;
  }

  /** True if the pool's {@link PoolStanding} changed. */
  public boolean standing() {
    return standing;
  }

  void touchStanding() {
    standing = true;
  }

  /** Forgets everything, once it is stored. */
  public void clear() {
    jobIds.clear();
    nodeIds.clear();
    tenants.clear();
    durationKeys.clear();
    standing = false;
  }
}
