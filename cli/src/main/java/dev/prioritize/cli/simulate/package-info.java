/** The commands that need no Kafka: a workload through the engine, and workloads themselves. */
package dev.prioritize.cli.simulate;
