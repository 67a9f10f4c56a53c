package dev.prioritize.core.model;

/** Where a pool's configuration came from. The newest change counts, whichever it came from. */
public enum ConfigOrigin {
  /** The configuration that the scheduler was started with. */
  DEPLOYMENT,
  /** An operator, while it ran. */
  REQUEST
}
