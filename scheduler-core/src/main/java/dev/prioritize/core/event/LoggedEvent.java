package dev.prioritize.core.event;

/**
 * An event in its place in the pool's log.
 *
 * @param commandSeq the command that it came from
 * @param eventSeq counts the pool's events from 1 without gaps
 * @param timeMillis the command's time, milliseconds since the epoch
 * @param event the fact
 */
public record LoggedEvent(long commandSeq, long eventSeq, long timeMillis, Event event) {}
