package dev.prioritize.simulator;

import java.nio.file.Path;

/**
 * A part of a trace and the cluster to run it on.
 *
 * @param name as in the slices file
 * @param file the trace, gzip if its name ends in .gz
 * @param selection which rows
 * @param nodes identical nodes of the cluster
 * @param gpusPerNode GPUs of each
 */
public record Slice(String name, Path file, TraceSelection selection, int nodes, int gpusPerNode) {

  /** A trace from its first row to its last. */
  public static Slice wholeFile(Path file, int nodes, int gpusPerNode) {
    return new Slice(
        String.valueOf(file.getFileName()), file, TraceSelection.ALL, nodes, gpusPerNode);
  }
}
