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
 * @param told what is known beyond that
 */
record TraceRow(
    String jobId,
    long submitSeconds,
    long durationSeconds,
    long gpus,
    int priority,
    String vc,
    Told told) {
  static final long UNKNOWN = -1;

  /**
   * What a trace may tell.
   *
   * @param tenant who pays, or "" for the virtual cluster
   * @param name kind of job, or ""
   * @param estimateSeconds what the submitter expected, above 0, or {@link #UNKNOWN}
   * @param cancelSeconds when the owner cancels it, or {@link #UNKNOWN}
   * @param fails whether it ends with an error
   */
  record Told(String tenant, String name, long estimateSeconds, long cancelSeconds, boolean fails) {
    static final Told NOTHING = new Told("", "", UNKNOWN, UNKNOWN, false);
  }

  /** The row with its times counted from another second. */
  TraceRow since(long seconds) {
    return new TraceRow(jobId, submitSeconds - seconds, durationSeconds, gpus, priority, vc, told);
  }
}
