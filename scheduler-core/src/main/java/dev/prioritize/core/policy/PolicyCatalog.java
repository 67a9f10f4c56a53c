package dev.prioritize.core.policy;

/** The policies that an engine can work by; {@link Heuristic#find} is the smallest one. */
public interface PolicyCatalog {
  /** The policy of this name, or null. */
  Policy find(String name);
}
