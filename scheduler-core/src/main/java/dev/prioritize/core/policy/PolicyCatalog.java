package dev.prioritize.core.policy;

import dev.prioritize.core.model.PoolConfig;

/** The policies that an engine can work by; {@link Heuristic#of} is the smallest one. */
public interface PolicyCatalog extends AutoCloseable {
  /** The policy that a configuration names, or null. Asked at each pass. */
  Policy find(PoolConfig config);

  /** Gives back what the policies hold; none of them is asked any more. */
  @Override
  default void close() {}
}
