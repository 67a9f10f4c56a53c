/**
 * GPU nodes that keep the launcher protocol, and break it as a plan says. They know no clock and no
 * Kafka: whoever drives them tells the time and carries their records.
 */
package dev.prioritize.cli.nodes;
