/**
 * Which job goes next: the port {@link dev.prioritize.core.policy.Policy} and the heuristics behind
 * it.
 */
package dev.prioritize.core.policy;
