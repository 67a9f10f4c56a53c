/**
 * The pure engine: what is decided, and nothing of how requests arrive or answers leave. It knows
 * the JDK alone; no clock, randomness, thread, file or network, and no collection without an order.
 */
package dev.prioritize.core;
