package dev.prioritize.simulator;

/**
 * When a job ran.
 *
 * @param startSeconds when it got its GPUs, whole seconds from the workload's start
 * @param endSeconds when it gave them back
 */
public record JobRun(long startSeconds, long endSeconds) {}
