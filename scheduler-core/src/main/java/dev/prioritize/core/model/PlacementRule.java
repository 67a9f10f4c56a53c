package dev.prioritize.core.model;

/** How a gang may be laid over nodes. */
public enum PlacementRule {
  /** As few nodes as possible: whole free nodes, and the rest together on one node. */
  CONSOLIDATED,
  /** Consolidated when that fits, else over any free GPUs of the pool. */
  SPREAD
}
