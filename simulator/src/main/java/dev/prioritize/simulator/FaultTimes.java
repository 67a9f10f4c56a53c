package dev.prioritize.simulator;

/**
 * How long faults last at most, in milliseconds.
 *
 * @param nodeTimeout after which an unheard node counts as silent
 * @param late by which a report is late
 * @param silence for which a node is not heard
 * @param death after which a new launcher is up
 * @param repair after which a node has booted to get a GPU back
 * @param step of which all times are multiples
 */
public record FaultTimes(
    long nodeTimeout, long late, long silence, long death, long repair, long step) {
  /** Of nodes without faults: in steps of a millisecond. */
  public static final FaultTimes NONE = new FaultTimes(1, 1, 1, 1, 1, 1);

  /** A share of the longest time, at least one step. */
  long part(double share, long longest) {
    return Math.max(1, Math.round(share * longest / step)) * step;
  }
}
