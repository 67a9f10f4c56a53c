package dev.prioritize.simulator;

import dev.prioritize.core.model.PriorityClass;

/**
 * One job of a workload. Its place in the workload is its {@code seq}.
 *
 * @param jobId unique in the workload
 * @param tenant who pays, never empty
 * @param name what the tenant calls this kind of job, or ""
 * @param priorityClass its class
 * @param gpus GPUs of the gang, at least 1
 * @param submitSeconds when it is submitted, whole seconds from the workload's start
 * @param durationSeconds how long it truly runs, at least 1
 * @param expectedDurationSeconds what its submitter tells the scheduler, above 0; or null for
 *     nothing
 * @param cancelSeconds when its owner cancels it unless it has ended by then, at or after its
 *     submission; or null for never
 * @param fails whether it ends with an error, after its duration
 */
public record TraceJob(
    String jobId,
    String tenant,
    String name,
    PriorityClass priorityClass,
    int gpus,
    long submitSeconds,
    long durationSeconds,
    Long expectedDurationSeconds,
    Long cancelSeconds,
    boolean fails) {

  /** A job that nobody cancels and that ends well. */
  public TraceJob(
      String jobId,
      String tenant,
      String name,
      PriorityClass priorityClass,
      int gpus,
      long submitSeconds,
      long durationSeconds,
      Long expectedDurationSeconds) {
    this(
        jobId,
        tenant,
        name,
        priorityClass,
        gpus,
        submitSeconds,
        durationSeconds,
        expectedDurationSeconds,
        null,
        false);
  }

  /** What it needs in all: GPUs × duration, in GPU seconds. */
  public long gpuSeconds() {
    return gpus * durationSeconds;
  }

  /** The same job in another class. */
  TraceJob inClass(PriorityClass changed) {
    return new TraceJob(
        jobId,
        tenant,
        name,
        changed,
        gpus,
        submitSeconds,
        durationSeconds,
        expectedDurationSeconds);
  }
}
