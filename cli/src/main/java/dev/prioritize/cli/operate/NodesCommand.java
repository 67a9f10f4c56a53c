package dev.prioritize.cli.operate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.prioritize.cli.ClusterOptions;
import dev.prioritize.cli.CommandFailure;
import dev.prioritize.cli.ExitCodes;
import dev.prioritize.cli.Patience;
import dev.prioritize.cli.TextTable;
import dev.prioritize.stream.query.NearestName;
import dev.prioritize.stream.query.NodeView;
import dev.prioritize.stream.query.PoolView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./prioritize nodes}. */
@Command(
    name = "nodes",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Lists the nodes of a pool and who holds their GPUs, or one node GPU by GPU.",
    description = {"Exit codes: 0 done, 1 no such node or failed, 2 wrong command line.", ""},
    footer = {
      "",
      "Examples:",
      "  ./prioritize nodes",
      "  ./prioritize nodes gpu-node-07 --pool research"
    })
public final class NodesCommand implements Callable<Integer> {
  private static final int SHOWN_JOBS = 4;

  @Spec private CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "NODE", description = "One node. Default: all.")
  private String nodeId;

  @Mixin private PoolOption pool;
  @Mixin private ClusterOptions cluster;

  @Option(
      names = "--json",
      description = "Print one line of JSON: an array of nodes, or one node with its GPUs.")
  private boolean json;

  @Override
  public Integer call() {
    Patience patience = new Patience(spec.commandLine().getErr());
    PoolView view = new PoolStateReader(cluster.load(Map.of()), patience).read(pool.pool());
    Liveness.warn(spec, view);
    if (nodeId == null) {
      printAll(view);
    } else {
      printOne(view, node(view, nodeId));
    }
    return ExitCodes.OK;
  }

  private static NodeView node(PoolView view, String nodeId) {
    NodeView node = view.node(nodeId);
    if (node == null) {
      throw unknownNode(view, nodeId);
    }
    return node;
  }

  /** With the node that was perhaps meant. */
  static CommandFailure unknownNode(PoolView view, String nodeId) {
    String nearest = NearestName.of(nodeId, view.nodes().stream().map(NodeView::id).toList());
    return new CommandFailure(
        "pool "
            + view.name()
            + " has no node "
            + nodeId
            + ": "
            + (nearest == null
                ? "./prioritize nodes lists them"
                : "did you mean " + nearest + "?"));
  }

  private void printAll(PoolView view) {
    List<NodeView> nodes = view.nodes();
    if (json) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      nodes.forEach(node -> array.add(new NodeReport(view, node).summary()));
      Output.print(spec, array);
      return;
    }
    List<String> lines = new ArrayList<>();
    if (!nodes.isEmpty()) {
      TextTable table = new TextTable();
      table.add("NODE", "STATE", "GPUS", "FREE", "MODEL", "HOST", "JOBS (GPUS)");
      nodes.forEach(node -> table.add(cells(node)));
      lines.addAll(table.lines());
      lines.add("");
    }
    int gpus = nodes.stream().mapToInt(NodeView::gpus).sum();
    lines.add(
        "pool "
            + view.name()
            + ": "
            + Output.count(nodes.size(), "node")
            + ", "
            + Output.count(gpus, "GPU")
            + ", "
            + view.capacity().totalCapacity()
            + " in service, "
            + view.capacity().totalFree()
            + " free");
    Output.print(spec, lines);
  }

  private static String[] cells(NodeView node) {
    return new String[] {
      node.id(),
      NodeReport.state(node),
      node.inService() == node.gpus()
          ? Integer.toString(node.gpus())
          : node.inService() + " of " + node.gpus(),
      Integer.toString(node.free()),
      node.models().isEmpty() ? "-" : String.join(", ", node.models()),
      node.node().facts().host(),
      holders(node)
    };
  }

  private static String holders(NodeView node) {
    String shown =
        node.gpusByHolder().entrySet().stream()
            .limit(SHOWN_JOBS)
            .map(holder -> holder.getKey() + " (" + holder.getValue() + ")")
            .collect(Collectors.joining(", "));
    int more = node.gpusByHolder().size() - SHOWN_JOBS;
    return shown.isEmpty() ? "-" : shown + (more > 0 ? " and " + more + " more" : "");
  }

  private void printOne(PoolView view, NodeView node) {
    NodeReport report = new NodeReport(view, node);
    if (json) {
      Output.print(spec, report.json());
    } else {
      Output.print(spec, report.lines());
    }
  }
}
