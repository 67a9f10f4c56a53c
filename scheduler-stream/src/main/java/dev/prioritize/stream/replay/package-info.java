/**
 * The log read back: a pool's commands and events, from Kafka or from a file, and what a second run
 * makes of them.
 *
 * <p>Sources ({@link dev.prioritize.stream.replay.KafkaLog}, {@link
 * dev.prioritize.stream.replay.LogFileReader}) push every record's bytes into a {@link
 * dev.prioritize.stream.replay.LogSink}: one that writes a file ({@link
 * dev.prioritize.stream.replay.LogFileWriter}), or one that decides everything again and compares
 * ({@link dev.prioritize.stream.replay.LogVerifier}). None of them holds more than one command's
 * events, beside the pool's state.
 */
package dev.prioritize.stream.replay;
