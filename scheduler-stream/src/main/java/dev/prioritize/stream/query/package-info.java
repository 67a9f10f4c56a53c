/**
 * Questions that people ask about a pool, answered from its state alone. Rank, aged priority and
 * the like change with every tick: they are computed here, on request, by the core's own order, and
 * written nowhere.
 */
package dev.prioritize.stream.query;
