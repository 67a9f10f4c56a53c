/**
 * The operators' commands: what a pool looks like, why a job waits, and what may be changed of it.
 *
 * <p>Read {@link dev.prioritize.cli.operate.PoolStateReader} first: a command reads the rows that a
 * restart of the scheduler would read, and {@link dev.prioritize.stream.query.PoolView} answers.
 * Whatever changes something is a request on a topic, answered by the scheduler.
 */
package dev.prioritize.cli.operate;
