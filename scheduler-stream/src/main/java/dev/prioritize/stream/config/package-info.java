/**
 * The scheduler's configuration: read once at start, checked as a whole, immutable afterwards.
 *
 * <p>Start with {@link dev.prioritize.stream.config.SchedulerConfig}; {@code ConfigKeys} is the
 * table of keys and their ranges, {@code Resolver} puts the sources together, and the resource
 * {@code prioritize.properties} holds the defaults and is the documentation. The package knows
 * Kafka's settings by name only: it opens no connection.
 */
package dev.prioritize.stream.config;
