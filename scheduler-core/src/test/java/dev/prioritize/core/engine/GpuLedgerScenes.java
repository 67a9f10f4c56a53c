package dev.prioritize.core.engine;

import dev.prioritize.core.Scenario;
import dev.prioritize.core.model.GpuFacts;
import dev.prioritize.core.model.NodeFacts;
import java.util.ArrayList;
import java.util.List;

/** Nodes that are not in full health. */
final class GpuLedgerScenes {
  private GpuLedgerScenes() {}

  static NodeFacts withOneGpuOutOfService(String nodeId, int gpus) {
    NodeFacts healthy = Scenario.facts(nodeId, gpus, Scenario.MODEL);
    List<GpuFacts> changed = new ArrayList<>(healthy.gpus());
    GpuFacts first = changed.get(0);
    changed.set(
        0, new GpuFacts(first.uuid(), first.index(), first.model(), first.memoryBytes(), false));
    return new NodeFacts(nodeId, healthy.host(), healthy.labels(), changed);
  }

  static NodeFacts withoutFirstGpu(String nodeId, int gpus) {
    NodeFacts healthy = Scenario.facts(nodeId, gpus, Scenario.MODEL);
    return new NodeFacts(nodeId, healthy.host(), healthy.labels(), healthy.gpus().subList(1, gpus));
  }
}
