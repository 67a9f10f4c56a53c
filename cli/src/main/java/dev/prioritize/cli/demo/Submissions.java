package dev.prioritize.cli.demo;

import dev.prioritize.schema.JobSubmission;
import dev.prioritize.schema.LaunchSpec;
import dev.prioritize.schema.PlacementRuleValue;
import dev.prioritize.simulator.TraceJob;
import dev.prioritize.stream.mapping.ValueMapper;
import java.util.List;

/** Jobs of a workload as their submissions. */
final class Submissions {
  private static final long MILLIS_PER_SECOND = 1_000;

  private Submissions() {}

  static JobSubmission of(String pool, TraceJob job, int maxRetries, long submittedAtMillis) {
    Long expectedSeconds = job.expectedDurationSeconds();
    return JobSubmission.newBuilder()
        .setPool(pool)
        .setJobId(job.jobId())
        .setTenant(job.tenant())
        .setName(job.name())
        .setPriorityClass(ValueMapper.toAvro(job.priorityClass()))
        .setGpus(job.gpus())
        .setPlacement(PlacementRuleValue.CONSOLIDATED)
        .setExpectedDurationMillis(
            expectedSeconds == null ? null : expectedSeconds * MILLIS_PER_SECOND)
        .setMaxRetries(maxRetries)
        .setLaunchSpec(new LaunchSpec(List.of("train", job.jobId()), List.of(), null, null))
        .setLabels(List.of())
        .setSubmittedAtMillis(submittedAtMillis)
        .build();
  }
}
