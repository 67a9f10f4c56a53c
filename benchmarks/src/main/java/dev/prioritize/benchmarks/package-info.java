/**
 * How fast and how small the engine is: situations that a pool can be in, JMH benchmarks over them
 * and what {@code scripts/bench} prints. Nothing here is shipped.
 */
package dev.prioritize.benchmarks;
