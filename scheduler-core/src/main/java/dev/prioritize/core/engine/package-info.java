/** The rules: one processor for each command, and the pass. Changes nothing but by events. */
package dev.prioritize.core.engine;
