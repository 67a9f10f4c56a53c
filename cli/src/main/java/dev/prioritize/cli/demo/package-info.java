/**
 * {@code ./prioritize demo}: the main job in one process, under virtual time. Everything goes
 * through the topics of an embedded broker; the driver, the nodes and the scheduler know each other
 * only by their records.
 */
package dev.prioritize.cli.demo;
