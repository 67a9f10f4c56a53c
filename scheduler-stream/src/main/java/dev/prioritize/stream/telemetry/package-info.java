/**
 * What exporters and launchers tell of their nodes, reduced to what changed. Knows no pool's state.
 */
package dev.prioritize.stream.telemetry;
