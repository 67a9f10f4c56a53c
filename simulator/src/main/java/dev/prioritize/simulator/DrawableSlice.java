package dev.prioritize.simulator;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A slice's jobs, whose classes can be drawn anew without reading the trace again.
 *
 * @param workload with the classes of draw 0
 * @param classGiven the seqs of jobs whose class the trace tells; those keep it
 */
public record DrawableSlice(Workload workload, BitSet classGiven) {
  /**
   * The same jobs under another assignment of classes.
   *
   * @param draw which, at least 0
   */
  public Workload draw(int draw) {
    if (draw == 0 || classGiven.cardinality() == workload.jobs().size()) {
      return workload;
    }
    List<TraceJob> jobs = new ArrayList<>(workload.jobs().size());
    for (int seq = 0; seq < workload.jobs().size(); seq++) {
      TraceJob job = workload.jobs().get(seq);
      jobs.add(classGiven.get(seq) ? job : job.inClass(TraceReader.drawClass(job.jobId(), draw)));
    }
    return workload.withJobs(jobs);
  }
}
