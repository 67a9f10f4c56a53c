package dev.prioritize.simulator;

import java.util.List;

/**
 * Jobs and the cluster to run them on. The jobs are sorted by submission, then job id: that is the
 * order in which the engine breaks ties, so that a job's place in the list may break them too.
 *
 * @param name of the slice, file or generator that it came from
 * @param cluster its nodes
 * @param jobs in file order; no job id comes twice, which whoever makes the workload sees to
 * @param dropped rows left out because they could never run
 */
public record Workload(String name, ClusterShape cluster, List<TraceJob> jobs, int dropped) {
  /**
   * Checks what the simulation rests on.
   *
   * @throws IllegalArgumentException if a job is larger than the cluster or out of order
   */
  public Workload {
    jobs = JobTable.of(jobs);
    TraceJob former = null;
    int totalGpus = cluster.totalGpus();
    for (TraceJob job : jobs) {
      if (job.gpus() < 1 || job.gpus() > totalGpus || job.durationSeconds() < 1) {
        throw new IllegalArgumentException("can never run on " + cluster.inWords() + ": " + job);
      }
      if (former != null && !isInOrder(former, job)) {
        throw new IllegalArgumentException(
            "not sorted by submission and id: " + former + ", " + job);
      }
      former = job;
    }
  }

  /** Jobs on a cluster of nodes all alike. */
  public Workload(String name, int nodes, int gpusPerNode, List<TraceJob> jobs, int dropped) {
    this(name, ClusterShape.of(nodes, gpusPerNode), jobs, dropped);
  }

  private static boolean isInOrder(TraceJob former, TraceJob job) {
    return former.submitSeconds() < job.submitSeconds()
        || (former.submitSeconds() == job.submitSeconds()
            && former.jobId().compareTo(job.jobId()) < 0);
  }

  /** Nodes of the cluster. */
  public int nodes() {
    return cluster.nodes();
  }

  /** GPUs of each node, or 0 if they have not all as many. */
  public int gpusPerNode() {
    return cluster.gpusPerNode();
  }

  /** GPUs of the whole cluster. */
  public int totalGpus() {
    return cluster.totalGpus();
  }

  /** The same jobs, of which none is cancelled and none fails. */
  public Workload undisturbed() {
    return new Workload(
        name,
        cluster,
        jobs.stream()
            .map(
                job ->
                    new TraceJob(
                        job.jobId(),
                        job.tenant(),
                        job.name(),
                        job.priorityClass(),
                        job.gpus(),
                        job.submitSeconds(),
                        job.durationSeconds(),
                        job.expectedDurationSeconds()))
            .toList(),
        dropped);
  }

  /** Other jobs on the same cluster. */
  Workload withJobs(List<TraceJob> changed) {
    return new Workload(name, cluster, changed, dropped);
  }
}
