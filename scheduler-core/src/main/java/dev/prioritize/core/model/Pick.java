package dev.prioritize.core.model;

/**
 * How a learned policy came to pick a job: the evidence that stays in the log.
 *
 * @param score of what was picked, finite; only differences between scores of one observation mean
 *     anything
 * @param runnerUpJobId the candidate with the next highest score, or "" if there was no other job
 * @param runnerUpScore its score, or 0
 * @param candidates how many there were, at least 1
 * @param observationHash CRC-32C of all that the policy was shown
 */
public record Pick(
    float score, String runnerUpJobId, float runnerUpScore, int candidates, int observationHash) {}
