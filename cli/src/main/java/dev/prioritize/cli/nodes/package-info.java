/** The simulator's GPU nodes, with their faults, as Kafka's topics know them. */
package dev.prioritize.cli.nodes;
