package dev.prioritize.core.state;

import dev.prioritize.core.model.NodeFacts;

/**
 * A registered node.
 *
 * @param order its place in the order of registration; nodes that were removed leave gaps
 * @param facts as last reported
 * @param standing what keeps new work from it
 */
public record NodeEntry(int order, NodeFacts facts, NodeStanding standing) {}
