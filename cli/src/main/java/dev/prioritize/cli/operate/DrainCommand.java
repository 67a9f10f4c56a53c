package dev.prioritize.cli.operate;

import dev.prioritize.cli.operate.Requests.Request;
import dev.prioritize.schema.NodeDrain;
import dev.prioritize.stream.query.PoolView;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./prioritize drain}. */
@Command(
    name = "drain",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Keeps new work from nodes; what runs there runs on.",
    description = {
      "Holds until ./prioritize undrain, whatever happens meanwhile. Exit codes: 0 done or so"
          + " already, 1 no such node or failed, 2 wrong command line, 3 refused, 4 no answer.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./prioritize drain gpu-node-07 --reason 'fan replacement on Monday'",
      "  ./prioritize nodes gpu-node-07                     what still runs there"
    })
public final class DrainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "Why, for whoever looks at the node; a drained node keeps its reason without.")
  private String reason;

  @Mixin private NodeRequest nodes;

  @Override
  public Integer call() {
    PoolView before = nodes.isForPeople() ? nodes.read(spec) : null;
    DrainWords words = new DrainWords(nodes.pool(), reason, before, () -> nodes.read(spec));
    return nodes.run(spec, this::request, words);
  }

  private Request request(String nodeId) {
    return new Request(
        nodeId,
        new NodeDrain(
            nodes.pool(), nodeId, reason, Requests.requestedBy(), System.currentTimeMillis()),
        RequestAnswers.ofDrain(nodes.pool(), nodeId, reason));
  }
}
