package dev.prioritize.core.state;

/**
 * A job that failed on a node.
 *
 * @param jobId the job
 * @param atMillis when
 */
public record NodeFailure(String jobId, long atMillis) {}
