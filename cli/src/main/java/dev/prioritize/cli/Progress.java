package dev.prioritize.cli;

import java.io.PrintWriter;

/** Tells how far a run has come. */
public final class Progress {
  private final ProgressLine line;
  private final int totalJobs;

  /** Progress on this writer, which is a terminal or not. */
  public Progress(PrintWriter err, boolean terminal, int totalJobs) {
    this(new ProgressLine(err, terminal), totalJobs);
  }

  /** Progress on this line. */
  public Progress(ProgressLine line, int totalJobs) {
    this.line = line;
    this.totalJobs = totalJobs;
  }

  /** Says what is being done before the run proper. */
  public void phase(String what) {
    line.write(what);
  }

  /** Says how the run stands, if it is time to. */
  public void at(long virtualSeconds, int pending, int running, int done) {
    if (line.isDue()) {
      line.write(
          "simulated %s: %d pending, %d running, %d of %d done"
              .formatted(HumanTime.of(virtualSeconds), pending, running, done, totalJobs));
    }
  }

  /** Clears the line for what comes next. */
  public void close() {
    line.close();
  }
}
