package dev.prioritize.stream.mapping;

import dev.prioritize.core.model.JobSpec;
import dev.prioritize.core.model.Shape;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.JobSubmission;
import dev.prioritize.schema.LabelValue;
import dev.prioritize.schema.LaunchSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/**
 * A submission as the core sees it. For one thread, as its codec is.
 *
 * <p>The hashes are taken over single-object encodings with labels and environment sorted by key,
 * so that the order in which a client sends them does not matter; the content hash leaves out the
 * time of submission, so that a repeat has the same.
 */
public final class SubmissionMapper {
  private static final Comparator<LabelValue> BY_KEY =
      Comparator.comparing(LabelValue::getKey).thenComparing(LabelValue::getValue);

  private final AvroCodec codec;

  /**
   * A mapper for one thread.
   *
   * @param codec used by this thread only
   */
  public SubmissionMapper(AvroCodec codec) {
    this.codec = codec;
  }

  /**
   * The job's spec.
   *
   * @param submission valid
   */
  public JobSpec toSpec(JobSubmission submission) {
    JobSubmission content = content(submission);
    String model = submission.getGpuModel() == null ? Shape.ANY_MODEL : submission.getGpuModel();
    return new JobSpec(
        submission.getJobId(),
        submission.getTenant(),
        submission.getName(),
        ValueMapper.toCore(submission.getPriorityClass()),
        new Shape(submission.getGpus(), model, ValueMapper.toCore(submission.getPlacement())),
        submission.getExpectedDurationMillis(),
        submission.getTimeLimitMillis(),
        submission.getMaxRetries(),
        ValueMapper.labelsToCore(content.getLabels()),
        hash(content.getLaunchSpec()),
        hash(content));
  }

  /** The launch spec with its environment sorted by name, as it is kept and hashed. */
  public LaunchSpec sorted(LaunchSpec spec) {
    return new LaunchSpec(
        spec.getArgv(), sorted(spec.getEnv()), spec.getWorkingDirectory(), spec.getImage());
  }

  /** Length of the launch spec's encoding, in bytes. */
  public int encodedBytes(LaunchSpec spec) {
    return codec.encode(spec).length;
  }

  /** All of a submission but its time, in one order. */
  private JobSubmission content(JobSubmission submission) {
    return new JobSubmission(
        submission.getPool(),
        submission.getJobId(),
        submission.getTenant(),
        submission.getName(),
        submission.getPriorityClass(),
        submission.getGpus(),
        submission.getGpuModel(),
        submission.getPlacement(),
        submission.getExpectedDurationMillis(),
        submission.getTimeLimitMillis(),
        submission.getMaxRetries(),
        sorted(submission.getLaunchSpec()),
        sorted(submission.getLabels()),
        0L);
  }

  private static List<LabelValue> sorted(List<LabelValue> labels) {
    List<LabelValue> sorted = new ArrayList<>(labels);
    sorted.sort(BY_KEY);
    return sorted;
  }

  private String hash(SpecificRecord record) {
    return Sha256.hex(codec.encode(record));
  }
}
