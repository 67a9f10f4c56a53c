/**
 * From bytes to valid inputs: what the record alone shows is checked here, what needs state by the
 * engine.
 */
package dev.prioritize.stream.input;
