package dev.prioritize.core.model;

/**
 * Every bound on what the engine accepts. They keep products inside a {@code long}: the largest,
 * GPUs × duration × class weight, stays below 2.1e16.
 */
public final class Limits {
  /**
   * GPUs of one job. Its placement names each by UUID, some 40 bytes: 0.4 MiB for the largest job,
   * and 2.1 MiB if each were on a node of its own and all ids as long as they may be.
   */
  public static final int MAX_GPUS_PER_JOB = 8_192;

  /** GPUs of one node; the largest machines sold hold 16, or 112 as MIG slices. */
  public static final int MAX_GPUS_PER_NODE = 128;

  /** Nodes of one pool. */
  public static final int MAX_NODES_PER_POOL = 100_000;

  /** Longest expected duration or time limit: ten years. */
  public static final long MAX_DURATION_MILLIS = 3_650L * 24 * 3_600 * 1_000;

  /** Retries of one job. */
  public static final int MAX_RETRIES = 100;

  /** Jobs of one pool that wait at the same time. */
  public static final int MAX_PENDING_JOBS = 1_000_000;

  /**
   * Shapes of one pool that wait at the same time; all are listed in one record, at some 300 bytes
   * at most.
   */
  public static final int MAX_PENDING_SHAPES = 4_000;

  /** Length of an id. */
  public static final int MAX_ID_CHARS = 128;

  /** Length of a free text: job name, label key or value, host, GPU model. */
  public static final int MAX_TEXT_CHARS = 256;

  /** Labels of one job or node. */
  public static final int MAX_LABELS = 64;

  /** Bytes of one launch spec, encoded. */
  public static final int MAX_LAUNCH_SPEC_BYTES = 16 * 1024;

  /** Finished durations kept for one estimate. */
  public static final int DURATION_SAMPLES = 100;

  /** Fewer samples than these count as none. */
  public static final int MIN_DURATION_SAMPLES = 5;

  /** Keys (tenant, name, GPUs …) with samples; the one unused for longest is dropped first. */
  public static final int MAX_DURATION_KEYS = 20_000;

  /** Finished jobs forgotten in one tick, so that no tick is long. */
  public static final int MAX_FORGOTTEN_PER_TICK = 1_000;

  /** Attempts that a node may tell of; far above the GPUs of a node. */
  public static final int MAX_ATTEMPTS_PER_NODE = 1_024;

  /** Nodes remembered on which a job failed; the oldest is dropped first. */
  public static final int MAX_FAILED_NODES_PER_JOB = 8;

  /** Failures remembered of a node; the oldest is dropped first. */
  public static final int MAX_FAILURES_PER_NODE = 16;

  /** Tenants with a largest class allowed. */
  public static final int MAX_TENANT_LIMITS = 10_000;

  /** Latest time, in milliseconds since the epoch: the year 2500. */
  public static final long MAX_TIME_MILLIS = 16_725_225_600_000L;

  private Limits() {}
}
