package dev.prioritize.cli;

import dev.prioritize.core.model.Limits;
import dev.prioritize.simulator.ClusterFile;
import dev.prioritize.simulator.ClusterShape;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** What {@code --nodes}, {@code --gpus-per-node} and {@code --cluster} say together. */
public final class ClusterArguments {
  private static final int DEFAULT_NODES = 8;
  private static final int DEFAULT_GPUS_PER_NODE = 8;

  private ClusterArguments() {}

  /**
   * The cluster.
   *
   * @param nodes null if not given, and likewise the others
   * @throws ParameterException if they contradict each other or are out of range
   */
  public static ClusterShape shape(
      CommandLine command, Integer nodes, Integer gpusPerNode, Path cluster) {
    if (cluster != null) {
      refuse(command, "--nodes", nodes);
      refuse(command, "--gpus-per-node", gpusPerNode);
      return ClusterFile.read(cluster);
    }
    return ClusterShape.of(
        checked(command, "--nodes", nodes, DEFAULT_NODES, ClusterShape.MAX_NODES),
        checked(
            command,
            "--gpus-per-node",
            gpusPerNode,
            DEFAULT_GPUS_PER_NODE,
            Limits.MAX_GPUS_PER_NODE));
  }

  private static void refuse(CommandLine command, String option, Integer value) {
    if (value != null) {
      throw new ParameterException(
          command, option + " has no meaning with --cluster: leave it out");
    }
  }

  private static int checked(
      CommandLine command, String option, Integer given, int byDefault, int most) {
    int value = given == null ? byDefault : given;
    if (value < 1 || value > most) {
      throw new ParameterException(command, option + " " + value + ": use 1 to " + most);
    }
    return value;
  }
}
