package dev.prioritize.core.state;

import dev.prioritize.core.model.NodeFacts;

/**
 * A registered node.
 *
 * @param index its place in the order of registration, from 0
 * @param facts as last reported
 */
public record NodeEntry(int index, NodeFacts facts) {}
