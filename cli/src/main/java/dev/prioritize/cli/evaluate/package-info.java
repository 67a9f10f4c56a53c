/** {@code ./prioritize evaluate} and {@code ./prioritize whatif}: policies compared. */
package dev.prioritize.cli.evaluate;
