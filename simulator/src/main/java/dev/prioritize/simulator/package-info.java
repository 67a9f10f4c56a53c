/**
 * The scheduler's engine under a virtual clock: job traces, a generator of workloads, the world
 * outside of the scheduler, and the metrics of a schedule.
 *
 * <p>Read {@link dev.prioritize.simulator.Simulation} first, then {@link
 * dev.prioritize.simulator.WorkloadPlayer}, which the Kafka demo shares, and {@link
 * dev.prioritize.simulator.ScheduleReport}. This package holds no scheduling rule, which is the
 * engine's alone, and must not know Kafka, Avro or the wall clock.
 */
package dev.prioritize.simulator;
