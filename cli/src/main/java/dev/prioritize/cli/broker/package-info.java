/**
 * A real single-node Kafka broker inside this JVM, so that {@code demo} and {@code scheduler} need
 * no Kafka to be installed first, and the folder its data lies in.
 *
 * <p>Read {@link dev.prioritize.cli.broker.EmbeddedBroker} first, then {@link
 * dev.prioritize.cli.broker.DataDirectory}. This package knows Kafka's server classes and is the
 * only one that may; it must not know topics, records, or anything of the scheduler: whoever starts
 * a broker creates the topics.
 */
package dev.prioritize.cli.broker;
