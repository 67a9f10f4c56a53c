package dev.prioritize.core.model;

import java.util.List;

/**
 * The part of a placed gang on one node.
 *
 * @param nodeId the node
 * @param gpuUuids the GPUs held there, by index
 */
public record TaskPlacement(String nodeId, List<String> gpuUuids) {
  public TaskPlacement {
    gpuUuids = List.copyOf(gpuUuids);
  }
}
