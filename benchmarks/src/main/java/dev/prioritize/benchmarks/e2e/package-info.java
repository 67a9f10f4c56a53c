/**
 * The whole of it on one machine: broker, scheduler and clients, each a process of its own, as
 * people run them.
 */
package dev.prioritize.benchmarks.e2e;
