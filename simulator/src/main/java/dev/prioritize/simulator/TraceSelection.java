package dev.prioritize.simulator;

import java.util.List;

/**
 * Which rows of a trace count.
 *
 * @param fromSeconds first submission time, which becomes second 0
 * @param toSeconds submission time of the first row after the selection
 * @param vcs virtual clusters, or empty for all
 * @param maxGpus largest gang
 */
public record TraceSelection(long fromSeconds, long toSeconds, List<String> vcs, long maxGpus) {
  /** The whole trace. */
  public static final TraceSelection ALL =
      new TraceSelection(0, Long.MAX_VALUE, List.of(), Long.MAX_VALUE);

  public TraceSelection {
    vcs = List.copyOf(vcs);
  }

  boolean includes(TraceRow row) {
    return row.submitSeconds() >= fromSeconds
        && row.submitSeconds() < toSeconds
        && (vcs.isEmpty() || vcs.contains(row.vc()))
        && row.gpus() <= maxGpus;
  }
}
