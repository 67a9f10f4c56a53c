package dev.prioritize.stream.query;

import java.util.List;

/**
 * Nodes that get no work now, and with which a waiting job would fit.
 *
 * @param nodes by order of registration; empty if none would help
 * @param eachWouldDo true if any one of them is enough, false if it takes them all
 */
public record WithheldNodes(List<NodeView> nodes, boolean eachWouldDo) {
  /** None would help. */
  public static final WithheldNodes NONE = new WithheldNodes(List.of(), false);

  public WithheldNodes {
    nodes = List.copyOf(nodes);
  }
}
