package dev.prioritize.simulator;

import java.nio.file.Path;

/**
 * A part of a trace and the cluster to run it on.
 *
 * @param name as in the slices file
 * @param file the trace, gzip if its name ends in .gz
 * @param selection which rows
 * @param cluster its nodes
 */
public record Slice(String name, Path file, TraceSelection selection, ClusterShape cluster) {
  /** A slice on nodes all alike. */
  public Slice(String name, Path file, TraceSelection selection, int nodes, int gpusPerNode) {
    this(name, file, selection, ClusterShape.of(nodes, gpusPerNode));
  }

  /** A trace from its first row to its last. */
  public static Slice wholeFile(Path file, ClusterShape cluster) {
    return new Slice(String.valueOf(file.getFileName()), file, TraceSelection.ALL, cluster);
  }

  /** A trace from its first row to its last, on nodes all alike. */
  public static Slice wholeFile(Path file, int nodes, int gpusPerNode) {
    return wholeFile(file, ClusterShape.of(nodes, gpusPerNode));
  }
}
