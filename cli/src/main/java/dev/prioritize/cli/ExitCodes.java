package dev.prioritize.cli;

/** What the process tells its caller; the same numbers in every command. */
public final class ExitCodes {
  /** Done, or nothing was left to do. */
  public static final int OK = 0;

  /** It could not be done; stderr says why and what to do. */
  public static final int FAILED = 1;

  /** {@code replay} found that the log differs. */
  static final int DIFFERENT = 1;

  /** {@code replay} could not read the log, as diff(1) says it. */
  static final int NO_VERDICT = 2;

  /** The command line or the configuration given on it is wrong. */
  public static final int USAGE = 2;

  /** The scheduler has refused the request. */
  public static final int REFUSED = 3;

  /** The scheduler has not answered in time; the request stands. */
  public static final int NO_ANSWER = 4;

  /** {@code replay} found no difference, but the log's start is missing. */
  static final int NOT_VERIFIED = 5;

  /** A fault of this program, EX_SOFTWARE of sysexits.h. */
  public static final int UNEXPECTED = 70;

  private ExitCodes() {}
}
