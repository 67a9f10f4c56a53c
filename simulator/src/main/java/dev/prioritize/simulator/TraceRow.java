package dev.prioritize.simulator;

/**
 * A row of a trace, checked by itself; any number of GPUs and any duration are well-formed.
 *
 * @param jobId the job
 * @param submitSeconds since the trace's first second, at least 0
 * @param durationSeconds may be 0 or less
 * @param gpus may be 0 or less
 * @param priority 1 to 4, or 0 for none
 * @param vc virtual cluster, or ""
 */
record TraceRow(
    String jobId, long submitSeconds, long durationSeconds, long gpus, int priority, String vc) {}
