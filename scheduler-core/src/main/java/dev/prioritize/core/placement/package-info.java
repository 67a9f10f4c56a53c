/** Where a gang goes. Knows numbers of GPUs per node, not which jobs hold them. */
package dev.prioritize.core.placement;
