package dev.prioritize.core.model;

/**
 * A learned policy's pick of the job that gets the reservation of a pass. It is recorded in each
 * pass, changed or not, since a replay answers from the record.
 *
 * @param jobId the job picked
 * @param startsBefore jobs that the policy had started in this pass before
 * @param pick how it was picked
 */
public record ReservationPick(String jobId, int startsBefore, Pick pick) {}
