package dev.prioritize.benchmarks.e2e;

import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.JobSubmission;
import dev.prioritize.schema.LabelValue;
import dev.prioritize.schema.LaunchSpec;
import java.time.Duration;
import java.util.List;

/** Jobs like those that people submit, encoded. */
final class Submissions {
  private static final int TENANTS = 20;

  private final AvroCodec codec = new AvroCodec();
  private int count;

  byte[] encode(String jobId, int gpus, Duration expected) {
    int number = count++;
    return codec.encode(
        JobSubmission.newBuilder()
            .setPool(BenchCluster.POOL)
            .setJobId(jobId)
            .setTenant("team-" + number % TENANTS)
            .setName("resnet50")
            .setGpus(gpus)
            .setExpectedDurationMillis(expected.toMillis())
            .setLaunchSpec(
                new LaunchSpec(
                    List.of("python", "train.py", "--epochs", "90", "--seed", jobId),
                    List.of(
                        new LabelValue("NCCL_DEBUG", "WARN"),
                        new LabelValue("OMP_NUM_THREADS", "8")),
                    "/home/team/resnet50",
                    null))
            .setLabels(List.of(new LabelValue("project", "vision")))
            .setSubmittedAtMillis(System.currentTimeMillis())
            .build());
  }
}
