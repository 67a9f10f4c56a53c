package dev.prioritize.stream.query;

import dev.prioritize.core.model.BlockReason;

/**
 * Why a job waits, with the figures of its GPU model.
 *
 * @param reason as the last pass found it, or null if no pass has seen the job yet
 * @param free GPUs that are free and in service
 * @param nodesWithFree nodes that these are on
 * @param mostFreeOnOneNode of these GPUs
 * @param inService GPUs in service, free or not
 * @param registered GPUs of all registered nodes, whatever their health
 * @param withheld nodes that get no work now, and with which it would fit
 * @param aheadJobId the job that this one waits behind: the holder of the reservation, or the job
 *     at the head under {@code strict}; "" if it waits for no job in particular
 * @param holdsReservation true if this very job has the reservation
 * @param plannedStartMillis of the reservation, milliseconds since the epoch; 0 if there is none
 * @param byStarvationGuard true if the guard gave the reservation
 */
public record Wait(
    BlockReason reason,
    int free,
    int nodesWithFree,
    int mostFreeOnOneNode,
    int inService,
    int registered,
    WithheldNodes withheld,
    String aheadJobId,
    boolean holdsReservation,
    long plannedStartMillis,
    boolean byStarvationGuard) {}
