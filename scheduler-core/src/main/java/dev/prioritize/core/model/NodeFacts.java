package dev.prioritize.core.model;

import java.util.List;

/**
 * What a node says of itself; a node registers with its first facts.
 *
 * @param nodeId unique over all pools
 * @param host where other nodes of a gang reach it
 * @param labels rack, NVLink domain and so on, sorted by key
 * @param gpus sorted by index, at most {@link Limits#MAX_GPUS_PER_NODE}
 */
public record NodeFacts(String nodeId, String host, List<Label> labels, List<GpuFacts> gpus) {
  public NodeFacts {
    labels = List.copyOf(labels);
    gpus = List.copyOf(gpus);
  }
}
