/**
 * Compares policies: many slices, assignments of classes, policies and disciplines, paired on the
 * same jobs, with intervals.
 */
package dev.prioritize.simulator.evaluate;
