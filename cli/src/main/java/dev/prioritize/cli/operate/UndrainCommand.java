package dev.prioritize.cli.operate;

import dev.prioritize.cli.operate.Requests.Request;
import dev.prioritize.schema.NodeUndrain;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./prioritize undrain}. */
@Command(
    name = "undrain",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Lets nodes have work again: ends a drain, a quarantine and a cool-down.",
    description = {
      "Exit codes: 0 done or so already, 1 no such node or failed, 2 wrong command line, 3 refused,"
          + " 4 no answer.",
      ""
    },
    footer = {"", "Examples:", "  ./prioritize undrain gpu-node-07"})
public final class UndrainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private NodeRequest nodes;

  @Override
  public Integer call() {
    return nodes.run(
        spec,
        this::request,
        nodes.words("may have work again", "was not drained, quarantined or cooling down"));
  }

  private Request request(String nodeId) {
    return new Request(
        nodeId,
        new NodeUndrain(nodes.pool(), nodeId, Requests.requestedBy(), System.currentTimeMillis()),
        RequestAnswers.ofUndrain(nodes.pool(), nodeId));
  }
}
