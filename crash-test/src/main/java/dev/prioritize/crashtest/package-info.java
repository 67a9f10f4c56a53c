/**
 * A run of jobs during which scheduler and broker are killed and paused and nodes misbehave, and an
 * audit of what it left behind.
 */
package dev.prioritize.crashtest;
