package dev.prioritize.core.model;

/**
 * Why the pending jobs of one shape wait.
 *
 * @param shape the shape
 * @param reason why none of its jobs starts now
 */
public record ShapeStatus(Shape shape, BlockReason reason) {}
