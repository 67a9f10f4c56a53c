/**
 * The words of the field as values: jobs, nodes, GPUs, classes, reasons. The glossary of the
 * project in code; every bound is in {@link dev.prioritize.core.model.Limits}.
 */
package dev.prioritize.core.model;
