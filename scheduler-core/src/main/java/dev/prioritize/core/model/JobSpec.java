package dev.prioritize.core.model;

import java.util.List;

/**
 * What a user submits, as far as scheduling needs it. The launch spec stays outside the core, which
 * knows its hash only.
 *
 * @param jobId unique in the pool
 * @param tenant who pays
 * @param name what the tenant calls this kind of job, or "": equal names have alike durations
 * @param priorityClass class at submission
 * @param shape GPUs, model and placement
 * @param expectedDurationMillis the submitter's own estimate, above 0, or null
 * @param timeLimitMillis longest run, after which it is stopped and plans count on; above 0, or
 *     null for none
 * @param maxRetries how often a failed run is tried again, at least 0
 * @param labels the submitter's labels, sorted by key
 * @param launchSpecSha256 hex SHA-256 of the launch spec
 * @param contentSha256 hex SHA-256 of all the submission but its time: tells a repeat from a clash
 */
public record JobSpec(
    String jobId,
    String tenant,
    String name,
    PriorityClass priorityClass,
    Shape shape,
    Long expectedDurationMillis,
    Long timeLimitMillis,
    int maxRetries,
    List<Label> labels,
    String launchSpecSha256,
    String contentSha256) {
  public JobSpec {
    labels = List.copyOf(labels);
  }
}
