package dev.prioritize.cli.operate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prioritize.cli.TextTable;
import dev.prioritize.core.model.Label;
import dev.prioritize.core.state.Gpu;
import dev.prioritize.core.state.NodeFailure;
import dev.prioritize.core.state.NodeStanding;
import dev.prioritize.stream.query.NodeView;
import dev.prioritize.stream.query.PoolView;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** One node, GPU by GPU. */
record NodeReport(PoolView view, NodeView node) {

  /** For people. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "node "
            + node.id()
            + " in pool "
            + view.name()
            + ": "
            + state(node)
            + ", host "
            + node.node().facts().host()
            + ", "
            + node.inService()
            + " of "
            + Output.count(node.gpus(), "GPU")
            + " in service, "
            + node.free()
            + " free");
    addStanding(lines);
    List<Label> labels = node.node().facts().labels();
    if (!labels.isEmpty()) {
      lines.add(
          "labels: "
              + labels.stream()
                  .map(label -> label.key() + "=" + label.value())
                  .collect(Collectors.joining(", ")));
    }
    TextTable table = new TextTable();
    table.add("GPU", "UUID", "MODEL", "STATE", "JOB", "SINCE");
    for (Gpu gpu : node.node().gpus()) {
      String holder = gpu.holderJobId();
      table.add(
          gpu.facts().index() == Integer.MAX_VALUE ? "-" : "" + gpu.facts().index(),
          gpu.uuid(),
          gpu.facts().model(),
          state(gpu),
          holder == null ? "-" : holder,
          holder == null ? "-" : Times.of(heldSince(gpu), view.nowMillis()));
    }
    lines.addAll(table.lines());
    return lines;
  }

  private void addStanding(List<String> lines) {
    NodeStanding standing = node.node().standing();
    if (node.isDrained()) {
      addDrain(lines, standing.drainReason());
    }
    if (standing.quarantinedUntilMillis() != 0) {
      lines.add(
          "quarantined until "
              + Times.of(standing.quarantinedUntilMillis(), view.nowMillis())
              + ", or ./prioritize undrain "
              + node.id());
    }
    if (standing.cooledDownUntilMillis() != 0) {
      lines.add("cools down until " + Times.of(standing.cooledDownUntilMillis(), view.nowMillis()));
    }
    if (!standing.failures().isEmpty()) {
      lines.add(
          "jobs that failed here: "
              + standing.failures().stream()
                  .map(NodeFailure::jobId)
                  .collect(Collectors.joining(", ")));
    }
  }

  private void addDrain(List<String> lines, String reason) {
    lines.add("drained because: " + (reason.isEmpty() ? "no reason given" : reason));
    NodeJobs jobs = new NodeJobs(view, node);
    if (jobs.areNone()) {
      lines.add("empty: no job holds a GPU of it");
    } else {
      lines.add("not empty yet:");
      lines.addAll(jobs.lines());
    }
  }

  /** Whether new work may go there, in a few words: {@code ok}, {@code silent, drained}. */
  static String state(NodeView node) {
    String obstacles =
        node.obstacles().stream()
            .map(obstacle -> obstacle.name().toLowerCase(Locale.ROOT).replace('_', ' '))
            .collect(Collectors.joining(", "));
    return obstacles.isEmpty() ? "ok" : obstacles;
  }

  private static Long orNull(long millis) {
    return millis == 0 ? null : millis;
  }

  /** A node for programs, without its GPUs one by one. */
  ObjectNode summary() {
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("nodeId", node.id())
            .put("host", node.node().facts().host())
            .put("state", state(node))
            .put("drainReason", node.node().standing().drainReason())
            .put("quarantinedUntilMillis", orNull(node.node().standing().quarantinedUntilMillis()))
            .put("cooledDownUntilMillis", orNull(node.node().standing().cooledDownUntilMillis()))
            .put("gpus", node.gpus())
            .put("inServiceGpus", node.inService())
            .put("freeGpus", node.free());
    node.models().forEach(json.putArray("models")::add);
    json.set("jobs", new NodeJobs(view, node).json());
    return json;
  }

  /** All of it for programs. */
  ObjectNode json() {
    ObjectNode json = summary();
    ArrayNode gpus = json.putArray("gpuList");
    node.node().gpus().forEach(gpu -> gpus.add(json(gpu)));
    return json;
  }

  /** A GPU that nobody holds is free only if its node takes work. */
  private String state(Gpu gpu) {
    if (!gpu.inService()) {
      return "out of service";
    }
    if (gpu.holderJobId() != null) {
      return "held";
    }
    return gpu.takesWork() ? "free" : state(node);
  }

  private long heldSince(Gpu gpu) {
    return view.pool().job(gpu.holderJobId()).attempt().placedAtMillis();
  }

  private ObjectNode json(Gpu gpu) {
    boolean held = gpu.holderJobId() != null;
    return JsonNodeFactory.instance
        .objectNode()
        .put("uuid", gpu.uuid())
        .put("index", gpu.facts().index())
        .put("model", gpu.facts().model())
        .put("memoryBytes", gpu.facts().memoryBytes())
        .put("state", state(gpu))
        .put("inService", gpu.takesWork())
        .put("jobId", gpu.holderJobId())
        .put("heldSinceMillis", held ? heldSince(gpu) : null);
  }
}
