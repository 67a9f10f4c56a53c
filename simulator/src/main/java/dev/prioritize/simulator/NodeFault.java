package dev.prioritize.simulator;

/** How a node misbehaves with one task. */
public enum NodeFault {
  /** Not at all. */
  NONE(0),
  /** One of its reports comes late. */
  LATE(40),
  /** Each of its reports comes twice. */
  TWICE(40),
  /** That the task runs is told late, and once more after its end. */
  OUT_OF_ORDER(40),
  /** Nothing is heard of the node for a while, and nothing reaches it; its tasks go on. */
  SILENT(25),
  /** It does not take the task. */
  REFUSES(30),
  /** Its launcher and all of its tasks die; a new launcher comes up later. */
  DIES(25),
  /** The task ends with an error. */
  TASK_FAILS(30),
  /** A GPU of the task falls off the bus, and is back after a boot. */
  GPU_FAILS(15),
  /** The node falls silent and is heard again several times. */
  FLAPS(15),
  /** The task takes up to five times as long as it should. */
  STRAGGLES(30);

  private final int perMille;

  NodeFault(int perMille) {
    this.perMille = perMille;
  }

  /** Of how many tasks in a thousand. */
  int perMille() {
    return perMille;
  }
}
