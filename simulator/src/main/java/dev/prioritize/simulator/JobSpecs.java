package dev.prioritize.simulator;

import dev.prioritize.core.model.JobSpec;
import dev.prioritize.core.model.PlacementRule;
import dev.prioritize.core.model.Shape;
import java.util.List;

/** Jobs of a workload as the engine knows them. */
final class JobSpecs {
  /** SHA-256 of nothing: a simulated job launches nothing, and no job is submitted twice. */
  private static final String NO_CONTENT_SHA256 =
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

  private JobSpecs() {}

  static JobSpec of(TraceJob job, int maxRetries) {
    Long expectedSeconds = job.expectedDurationSeconds();
    return new JobSpec(
        job.jobId(),
        job.tenant(),
        job.name(),
        job.priorityClass(),
        new Shape(job.gpus(), Shape.ANY_MODEL, PlacementRule.CONSOLIDATED),
        expectedSeconds == null ? null : expectedSeconds * 1_000,
        null,
        maxRetries,
        List.of(),
        NO_CONTENT_SHA256,
        NO_CONTENT_SHA256);
  }
}
