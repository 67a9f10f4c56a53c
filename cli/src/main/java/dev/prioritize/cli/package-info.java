/**
 * The commands behind {@code ./prioritize}: what the user typed becomes records on topics, and what
 * came back becomes one clear line and an exit code.
 *
 * <p>Read {@link dev.prioritize.cli.Main} first: it is the table of the commands. Then one command,
 * such as {@link dev.prioritize.cli.SubmitCommand}. How a failure is told is in {@link
 * dev.prioritize.cli.FailureReport}, how Kafka is reached in {@link
 * dev.prioritize.cli.KafkaConnection}. What operators ask for is in {@code operate}.
 *
 * <p>This package must not know the rules of scheduling or of what a valid job is: those stand in
 * the scheduler, which answers a bad request with field, value and fix.
 */
package dev.prioritize.cli;
