package dev.prioritize.simulator;

import java.nio.file.Path;

/** One line of a trace is not as the format says. */
public final class TraceFormatException extends WorkloadException {
  private final long line;
  private final String column;

  TraceFormatException(Path file, long line, String column, String fault, String fix) {
    super(
        Reason.BAD_LINE,
        file + ", line " + line + ", column " + column + ": " + fault + "; " + fix);
    this.line = line;
    this.column = column;
  }

  /** The line in the file, from 1; the header is line 1. */
  public long line() {
    return line;
  }

  /** The column at fault, as in the header. */
  public String column() {
    return column;
  }
}
