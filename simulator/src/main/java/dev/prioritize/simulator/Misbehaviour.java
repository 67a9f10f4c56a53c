package dev.prioritize.simulator;

/**
 * What a node does wrong with one task.
 *
 * @param fault what
 * @param moment when, as a share of the task's duration, 0..1
 * @param length for how long, as a share of the longest time, 0..1
 */
public record Misbehaviour(NodeFault fault, double moment, double length) {}
