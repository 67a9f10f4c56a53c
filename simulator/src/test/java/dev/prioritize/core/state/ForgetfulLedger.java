package dev.prioritize.core.state;

/** A ledger with a bug, for the checks that must find it: it forgets to free a GPU. */
public final class ForgetfulLedger {
  private ForgetfulLedger() {}

  /** The GPU stays with a job that has given it back. */
  public static void forgetRelease(Pool pool, String uuid, String jobId) {
    pool.ledger().gpu(uuid).hold(jobId);
  }
}
