package dev.prioritize.cli.demo;

import dev.prioritize.cli.HumanTime;
import dev.prioritize.cli.ProgressLine;
import java.io.PrintWriter;

/** Tells how far a run has come. */
final class Progress {
  private final ProgressLine line;
  private final int totalJobs;

  Progress(PrintWriter err, boolean terminal, int totalJobs) {
    this(new ProgressLine(err, terminal), totalJobs);
  }

  Progress(ProgressLine line, int totalJobs) {
    this.line = line;
    this.totalJobs = totalJobs;
  }

  /** Says what is being done before the run proper. */
  void phase(String what) {
    line.write(what);
  }

  /** Says how the run stands, if it is time to. */
  void at(long virtualSeconds, int pending, int running, int done) {
    if (line.isDue()) {
      line.write(
          "simulated %s: %d pending, %d running, %d of %d done"
              .formatted(HumanTime.of(virtualSeconds), pending, running, done, totalJobs));
    }
  }

  /** Clears the line for what comes next. */
  void close() {
    line.close();
  }
}
