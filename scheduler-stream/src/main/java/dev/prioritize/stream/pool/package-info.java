/** Pools at work: sequencing, ticks, the rows of the store, and what goes out. */
package dev.prioritize.stream.pool;
