package dev.prioritize.core.placement;

/**
 * The GPUs of a gang on one node.
 *
 * @param nodeIndex the node, in order of registration
 * @param gpus at least 1
 */
public record NodeShare(int nodeIndex, int gpus) {}
