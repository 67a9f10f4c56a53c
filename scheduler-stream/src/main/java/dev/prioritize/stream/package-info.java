/**
 * The Kafka Streams shell around the engine. {@link dev.prioritize.stream.SchedulerTopology} is its
 * table of contents. No rule of scheduling is in here.
 */
package dev.prioritize.stream;
