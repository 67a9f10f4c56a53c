package dev.prioritize.cli.nodes;

import dev.prioritize.schema.TaskAssignment;
import dev.prioritize.simulator.Misbehaviour;

/** A task that a node runs, and what goes wrong with it. Equal only to itself. */
final class RunningTask {
  private final TaskAssignment start;
  private final Misbehaviour misbehaviour;

  RunningTask(TaskAssignment start, Misbehaviour misbehaviour) {
    this.start = start;
    this.misbehaviour = misbehaviour;
  }

  TaskAssignment start() {
    return start;
  }

  Misbehaviour misbehaviour() {
    return misbehaviour;
  }
}
