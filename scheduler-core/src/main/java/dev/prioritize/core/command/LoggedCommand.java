package dev.prioritize.core.command;

/**
 * A command in its place in the pool's log.
 *
 * @param commandSeq counts the pool's commands from 1 without gaps
 * @param timeMillis the pool's time, milliseconds since the epoch, never before the last one's
 * @param command the request
 */
public record LoggedCommand(long commandSeq, long timeMillis, Command command) {}
