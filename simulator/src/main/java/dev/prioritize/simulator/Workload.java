package dev.prioritize.simulator;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Jobs and the cluster to run them on. The jobs are sorted by submission, then job id: that is the
 * order in which the engine breaks ties, so that a job's place in the list may break them too.
 *
 * @param name of the slice, file or generator that it came from
 * @param nodes identical nodes of the cluster, at least 1
 * @param gpusPerNode GPUs of each, at least 1
 * @param jobs in file order
 * @param dropped rows left out because they could never run
 */
public record Workload(String name, int nodes, int gpusPerNode, List<TraceJob> jobs, int dropped) {
  /** Nodes of a workload's cluster. */
  public static final int MAX_NODES = 10_000;

  /**
   * Checks what the simulation rests on.
   *
   * @throws IllegalArgumentException if a job is larger than the cluster, out of order or a repeat
   */
  public Workload {
    jobs = List.copyOf(jobs);
    Set<String> ids = new HashSet<>();
    TraceJob former = null;
    for (TraceJob job : jobs) {
      if (job.gpus() < 1 || job.gpus() > nodes * gpusPerNode || job.durationSeconds() < 1) {
        throw new IllegalArgumentException(
            "can never run on " + nodes + " nodes of " + gpusPerNode + " GPUs: " + job);
      }
      if (former != null && !isInOrder(former, job)) {
        throw new IllegalArgumentException(
            "not sorted by submission and id: " + former + ", " + job);
      }
      if (!ids.add(job.jobId())) {
        throw new IllegalArgumentException("job id used twice: " + job);
      }
      former = job;
    }
  }

  private static boolean isInOrder(TraceJob former, TraceJob job) {
    return former.submitSeconds() < job.submitSeconds()
        || (former.submitSeconds() == job.submitSeconds()
            && former.jobId().compareTo(job.jobId()) <= 0);
  }

  /** GPUs of the whole cluster. */
  public int totalGpus() {
    return nodes * gpusPerNode;
  }
}
