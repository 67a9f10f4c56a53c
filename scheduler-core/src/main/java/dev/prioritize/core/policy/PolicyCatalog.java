package dev.prioritize.core.policy;

import dev.prioritize.core.model.PoolConfig;

/** The policies that an engine can work by; {@link Heuristic#of} is the smallest one. */
public interface PolicyCatalog {
  /** The policy that a configuration names, or null. Asked at each pass. */
  Policy find(PoolConfig config);
}
