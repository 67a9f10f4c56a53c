package dev.prioritize.simulator;

import java.util.List;

/** A task that a node runs, and what goes wrong with it. Equal only to itself. */
final class RunningTask {
  private final FaultyNodes.Start start;
  private final Misbehaviour misbehaviour;

  RunningTask(FaultyNodes.Start start, Misbehaviour misbehaviour) {
    this.start = start;
    this.misbehaviour = misbehaviour;
  }

  String jobId() {
    return start.jobId();
  }

  long epoch() {
    return start.epoch();
  }

  List<String> gpuUuids() {
    return start.gpuUuids();
  }

  FaultyNodes.Start start() {
    return start;
  }

  Misbehaviour misbehaviour() {
    return misbehaviour;
  }
}
