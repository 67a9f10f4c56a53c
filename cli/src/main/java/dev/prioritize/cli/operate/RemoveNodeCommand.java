package dev.prioritize.cli.operate;

import dev.prioritize.cli.operate.Requests.Request;
import dev.prioritize.schema.NodeRemoval;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./prioritize remove-node}. */
@Command(
    name = "remove-node",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Takes nodes that are gone for good out of the pool, and their jobs off them.",
    description = {
      "Only a silent node can be removed: you say that whatever ran there is gone with it, and jobs"
          + " that had GPUs there are stopped and tried again elsewhere. Exit codes: 0 done, 1 no"
          + " such node or failed, 2 wrong command line, 3 refused, as the node is still heard, 4"
          + " no answer.",
      ""
    },
    footer = {"", "Examples:", "  ./prioritize remove-node gpu-node-07"})
public final class RemoveNodeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private NodeRequest nodes;

  @Override
  public Integer call() {
    return nodes.run(
        spec,
        this::request,
        nodes.words("is removed; jobs that ran there are tried again", "was gone before"));
  }

  private Request request(String nodeId) {
    return new Request(
        nodeId,
        new NodeRemoval(nodes.pool(), nodeId, Requests.requestedBy(), System.currentTimeMillis()),
        RequestAnswers.ofRemoval(nodes.pool(), nodeId));
  }
}
