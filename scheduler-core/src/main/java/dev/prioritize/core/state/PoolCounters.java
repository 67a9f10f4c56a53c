package dev.prioritize.core.state;

/**
 * The part of a pool's state that changes with every command.
 *
 * @param nowMillis time of the last event
 * @param commandSeq of the last command
 * @param eventSeq of the last event
 * @param epoch of the last START
 * @param arrivals what was submitted of late
 */
public record PoolCounters(
    long nowMillis, long commandSeq, long eventSeq, long epoch, Arrivals arrivals) {}
