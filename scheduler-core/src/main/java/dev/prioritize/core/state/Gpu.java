package dev.prioritize.core.state;

import dev.prioritize.core.model.GpuFacts;
import dev.prioritize.core.model.Shape;

/** One GPU of the ledger: free, held by an attempt of a job, or out of service. */
public final class Gpu {
  private final Node node;
  private GpuFacts facts;
  private boolean vanished;
  private String holderJobId;

  Gpu(Node node, GpuFacts facts) {
    this.node = node;
    this.facts = facts;
  }

  /** The device's own id. */
  public String uuid() {
    return facts.uuid();
  }

  /** What telemetry last told of it. */
  public GpuFacts facts() {
    return facts;
  }

  /** The node that it is in. */
  public Node node() {
    return node;
  }

  /** The job that holds it, or null. */
  public String holderJobId() {
    return holderJobId;
  }

  /** True unless a fault keeps the device itself from new work. */
  public boolean inService() {
    return facts.inService() && !vanished;
  }

  /** True if it may be given to a job once it is free: it is in service and its node takes work. */
  public boolean takesWork() {
    return inService() && node.standing().takesWork();
  }

  /** True if a job that wants this model, or any, could use it. */
  public boolean isOfModel(String wanted) {
    return wanted.equals(Shape.ANY_MODEL) || wanted.equals(facts.model());
  }

  boolean vanished() {
    return vanished;
  }

  void report(GpuFacts newFacts) {
    facts = newFacts;
    vanished = false;
  }

  void vanish() {
    vanished = true;
  }

  void hold(String jobId) {
    if (holderJobId != null) {
      throw new IllegalStateException(
          "GPU " + uuid() + " is held by job " + holderJobId + ", cannot give it to " + jobId);
    }
    holderJobId = jobId;
  }

  void release(String jobId) {
    if (!jobId.equals(holderJobId)) {
      throw new IllegalStateException(
          "GPU " + uuid() + " is held by " + holderJobId + ", cannot free it for job " + jobId);
    }
    holderJobId = null;
  }
}
