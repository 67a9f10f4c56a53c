package dev.prioritize.core.state;

import java.util.List;

/**
 * A pool's whole state as values: what the shell stores and {@link Pool#restore} takes. The order
 * of the lists does not matter.
 */
public record PoolSnapshot(
    PoolCounters counters,
    PoolStanding standing,
    List<Job> jobs,
    List<NodeEntry> nodes,
    List<TenantUsage> tenants,
    List<DurationSamples> durations) {
  public PoolSnapshot {
    jobs = List.copyOf(jobs);
    nodes = List.copyOf(nodes);
    tenants = List.copyOf(tenants);
    durations = List.copyOf(durations);
  }
}
