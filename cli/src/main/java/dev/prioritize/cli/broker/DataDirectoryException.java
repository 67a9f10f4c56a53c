package dev.prioritize.cli.broker;

/**
 * A folder was refused as a broker's data directory. The message is one line for the user: it names
 * the folder and says what to do.
 */
public final class DataDirectoryException extends RuntimeException {
  /** Why the folder was refused. */
  public enum Reason {
    /** The path exists and is not a folder. */
    NOT_A_DIRECTORY,
    /** The folder cannot be created, read or written; the cause says more. */
    NOT_WRITABLE,
    /** The folder holds files that no broker of ours wrote. */
    FOREIGN_FILES,
    /** A demo's folder holds any earlier run, or a scheduler's folder holds a demo's run. */
    ANOTHER_RUN,
    /** The data was written by a version of this program with another layout. */
    OTHER_FORMAT,
    /** Our marker file is there and cannot be understood. */
    DAMAGED_MARKER,
    /** Another broker, in this or another process, has the folder open. */
    IN_USE
  }

  private final Reason reason;

  DataDirectoryException(Reason reason, String message) {
    this(reason, message, null);
  }

  DataDirectoryException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** Why the folder was refused; never null. */
  public Reason reason() {
    return reason;
  }
}
