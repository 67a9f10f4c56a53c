/** The state of a pool, its indexes, and the one place where events change it. Decides nothing. */
package dev.prioritize.core.state;
