package dev.prioritize.cli.simulate;

import dev.prioritize.cli.CommandFailure;
import dev.prioritize.simulator.JobRun;
import dev.prioritize.simulator.Schedule;
import dev.prioritize.simulator.TraceJob;
import dev.prioritize.simulator.Workload;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Writes when each job ran, in the workload's order; times in seconds from its start. */
final class ScheduleFile {
  private ScheduleFile() {}

  /**
   * Writes the file anew; start and end of a job that did not end by itself stay empty.
   *
   * @throws CommandFailure if it cannot be written
   */
  static void write(Path file, Workload workload, Schedule schedule) {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("job_id,tenant,class,gpus,submit_s,start_s,end_s,outcome\n");
      for (int seq = 0; seq < workload.jobs().size(); seq++) {
        TraceJob job = workload.jobs().get(seq);
        JobRun run = schedule.runOf(seq);
        out.write(
            job.jobId()
                + ','
                + job.tenant()
                + ','
                + job.priorityClass()
                + ','
                + job.gpus()
                + ','
                + job.submitSeconds()
                + ','
                + (run == null ? "," : run.startSeconds() + "," + run.endSeconds())
                + ','
                + schedule.endOf(seq).name().toLowerCase(Locale.ROOT)
                + '\n');
      }
    } catch (IOException e) {
      throw new CommandFailure(
          file + ": cannot be written (" + e + "); name a file in a folder that is there", e);
    }
  }
}
