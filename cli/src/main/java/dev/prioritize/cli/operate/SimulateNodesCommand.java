package dev.prioritize.cli.operate;

import dev.prioritize.cli.ClusterOptions;
import dev.prioritize.cli.CommandFailure;
import dev.prioritize.cli.DurationConverter;
import dev.prioritize.cli.ExitCodes;
import dev.prioritize.cli.Patience;
import dev.prioritize.cli.StopSignal;
import dev.prioritize.cli.nodes.AvroNodes;
import dev.prioritize.cli.nodes.NodeOutput;
import dev.prioritize.cli.nodes.TaskMillis;
import dev.prioritize.cli.nodes.WallClockNodes;
import dev.prioritize.core.model.Ids;
import dev.prioritize.core.model.Limits;
import dev.prioritize.simulator.FaultPlan;
import dev.prioritize.simulator.FaultTimes;
import dev.prioritize.stream.config.Durations;
import dev.prioritize.stream.config.SchedulerConfig;
import dev.prioritize.stream.query.NodeView;
import dev.prioritize.stream.query.PoolView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./prioritize simulate-nodes}: nodes in name only, until it is told to stop. */
@Command(
    name = "simulate-nodes",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Gives a scheduler that runs simulated nodes, to practise with.",
    description = {
      "The nodes register, are heard, and run in name only what is started on them, until Ctrl-C;"
          + " then they fall silent. A job sleep 90 or sleep 5m takes as long as it says. Refused in"
          + " a pool that has nodes of its own, since jobs would be lost on simulated ones. Exit"
          + " codes: 0 stopped, 1 failed or no such pool, 2 wrong command line.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./prioritize simulate-nodes --nodes 2 --gpus-per-node 8",
      "  ./prioritize submit --gpus 8 --expected 10m -- sleep 10m      from another terminal"
    })
public final class SimulateNodesCommand implements Callable<Integer> {
  private static final Duration POLL = Duration.ofMillis(100);

  /** Each is heard once a second; more would want several processes. */
  private static final int MOST_NODES = 1_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "2",
      description = "How many nodes. Default: 2.")
  private int nodes;

  @Option(
      names = "--gpus-per-node",
      paramLabel = "N",
      defaultValue = "8",
      description = "GPUs of each node. Default: 8.")
  private int gpusPerNode;

  @Option(
      names = "--task-duration",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      defaultValue = "1m",
      description = "How long any program but sleep takes. Default: 1m.")
  private Duration taskDuration;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description =
          "What the nodes' ids begin with; another one for each process. Default: sim-POOL.")
  private String name;

  @Mixin private PoolOption pool;
  @Mixin private ClusterOptions cluster;

  @Override
  public Integer call() {
    checkOptions();
    SchedulerConfig config = cluster.load(Map.of());
    Patience patience = new Patience(spec.commandLine().getErr());
    PoolView view = new PoolStateReader(config, patience).read(pool.pool());
    Liveness.warn(spec, view);
    checkPool(view);
    StopSignal stop = StopSignal.install();
    int exitCode = ExitCodes.FAILED;
    try (WallClockNodes running =
        new WallClockNodes(
            config.bootstrapServers(), config.kafka(), pool.pool(), this::simulated)) {
      running.start();
      Output.print(spec, List.of(readyLine()));
      while (!isStopped(stop)) {
        check(running);
      }
      exitCode = ExitCodes.OK;
    } finally {
      stop.release(exitCode);
    }
    return exitCode;
  }

  private static void check(WallClockNodes running) {
    try {
      running.check();
    } catch (IllegalStateException e) {
      if (e.getCause() instanceof KafkaException) {
        throw new CommandFailure(
            "Kafka was away too long for the simulated nodes, which are silent now: start them"
                + " again once it is back",
            e);
      }
      throw e;
    }
  }

  private static boolean isStopped(StopSignal stop) {
    try {
      return stop.await(POLL);
    } catch (InterruptedException e) {
      return true; // heeded; the nodes are still to be closed
    }
  }

  private void checkOptions() {
    if (nodes < 1 || nodes > MOST_NODES) {
      throw usage("--nodes " + nodes + ": use 1 to " + MOST_NODES);
    }
    if (gpusPerNode < 1 || gpusPerNode > Limits.MAX_GPUS_PER_NODE) {
      throw usage("--gpus-per-node " + gpusPerNode + ": use 1 to " + Limits.MAX_GPUS_PER_NODE);
    }
    if (!Ids.isId(nodeId(nodes - 1))) {
      throw usage(
          "--name "
              + prefix()
              + ": node ids have at most "
              + Limits.MAX_ID_CHARS
              + " letters, digits and . _ -");
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private void checkPool(PoolView view) {
    if (view.isVirtual()) {
      throw new CommandFailure(
          "pool "
              + view.name()
              + " is on a virtual clock, and simulated nodes live on the wall clock: name another"
              + " with --pool");
    }
    for (NodeView node : view.nodes()) {
      if (node.models().stream().anyMatch(model -> !model.equals(AvroNodes.MODEL))) {
        throw new CommandFailure(
            "pool "
                + view.name()
                + " has nodes of its own, such as "
                + node.id()
                + ", and its jobs would be lost on simulated ones: name a pool to practise in with"
                + " --pool");
      }
    }
    NodeView first = view.node(nodeId(0));
    if (first != null && !first.obstacles().contains(NodeView.Obstacle.SILENT)) {
      Output.note(
          spec,
          "note: node "
              + first.id()
              + " was heard just now; if another simulate-nodes has it, give this one another"
              + " --name");
    }
  }

  private AvroNodes simulated(NodeOutput output) {
    return new AvroNodes(
        pool.pool(),
        prefix(),
        nodes,
        gpusPerNode,
        FaultPlan.NONE,
        FaultTimes.NONE,
        new TaskMillis(taskDuration),
        output);
  }

  private String prefix() {
    return name == null ? "sim-" + pool.pool() : name;
  }

  private String nodeId(int index) {
    return AvroNodes.nodeId(prefix(), index);
  }

  private String readyLine() {
    return "ready: "
        + Output.count(nodes, "node")
        + " of "
        + Output.count(gpusPerNode, "GPU")
        + " in pool "
        + pool.pool()
        + ", "
        + (nodes == 1 ? nodeId(0) : nodeId(0) + " to " + nodeId(nodes - 1))
        + "; any task but sleep takes "
        + Durations.format(taskDuration)
        + "; Ctrl-C ends them";
  }
}
