package dev.prioritize.core.state;

import dev.prioritize.core.model.JobState;
import dev.prioritize.core.model.Shape;
import dev.prioritize.core.placement.CapacityView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;

/**
 * What holds between any two commands, recounted from jobs and nodes alone: the indexes are checked
 * against it. For tests and simulations; costs O(jobs + GPUs).
 */
public final class PoolInvariants {
  private final Pool pool;
  private final List<String> violations = new ArrayList<>();

  private PoolInvariants(Pool pool) {
    this.pool = pool;
  }

  /** What does not hold, in words; empty if all is well. */
  public static List<String> violations(Pool pool) {
    PoolInvariants check = new PoolInvariants(pool);
    check.everyGangHoldsItsGpus();
    check.everyHeldGpuHasItsGang();
    check.freeGpusAreCountedRight();
    check.queueHoldsThePendingJobs();
    check.reservationHasAKnownHolder();
    check.nodesStandWhereTheySay();
    return check.violations;
  }

  /** A gang holds all of its GPUs or none, and no GPU has two holders. */
  private void everyGangHoldsItsGpus() {
    Map<String, String> holders = new HashMap<>();
    for (Job job : pool.jobs()) {
      if (!job.state().holdsGpus()) {
        continue;
      }
      int held = 0;
      for (TaskRun task : job.attempt().tasks()) {
        for (String uuid : task.gpuUuids()) {
          held++;
          String other = holders.put(uuid, job.id());
          if (other != null) {
            violate("GPU " + uuid + " is held by " + other + " and by " + job.id());
          }
          Gpu gpu = pool.ledger().gpu(uuid);
          if (gpu == null || !job.id().equals(gpu.holderJobId())) {
            violate("the ledger does not give GPU " + uuid + " to its holder " + job.id());
          } else if (!gpu.node().id().equals(task.nodeId())) {
            violate("GPU " + uuid + " of " + job.id() + " is not on node " + task.nodeId());
          }
        }
      }
      if (held != job.gpus()) {
        violate("job " + job.id() + " holds " + held + " GPUs, not " + job.gpus());
      }
    }
  }

  private void everyHeldGpuHasItsGang() {
    for (Node node : pool.ledger().nodes()) {
      for (Gpu gpu : node.gpus()) {
        String holder = gpu.holderJobId();
        Job job = holder == null ? null : pool.job(holder);
        if (holder != null && (job == null || !job.state().holdsGpus())) {
          violate("GPU " + gpu.uuid() + " is held by " + holder + ", which holds nothing");
        }
      }
    }
  }

  private void freeGpusAreCountedRight() {
    CapacityView view = pool.ledger().view(Shape.ANY_MODEL);
    int totalFree = 0;
    for (Node node : pool.ledger().nodes()) {
      int free = 0;
      for (Gpu gpu : node.gpus()) {
        free += gpu.takesWork() && gpu.holderJobId() == null ? 1 : 0;
      }
      totalFree += free;
      if (view.free(node.index()) != free) {
        violate(
            "node " + node.id() + " has " + free + " free GPUs, not " + view.free(node.index()));
      }
    }
    if (view.totalFree() != totalFree) {
      violate(totalFree + " GPUs are free, not " + view.totalFree());
    }
  }

  private void queueHoldsThePendingJobs() {
    int pending = 0;
    int holding = 0;
    for (Job job : pool.jobs()) {
      NavigableSet<Job> jobs = pool.queue().byShape().get(job.shape());
      boolean queued = jobs != null && jobs.contains(job);
      boolean shouldBe = job.state() == JobState.PENDING;
      if (queued != shouldBe) {
        violate(
            "job " + job.id() + " is " + job.state() + (queued ? " and" : " but not") + " queued");
      }
      pending += shouldBe ? 1 : 0;
      holding += job.state().holdsGpus() ? 1 : 0;
    }
    if (pool.queue().size() != pending) {
      violate("the queue counts " + pool.queue().size() + " jobs, not " + pending);
    }
    if (pool.running().size() != holding) {
      violate(pool.running().size() + " jobs count as running, not " + holding);
    }
  }

  /** It may have been cancelled since the pass, but it is a job. */
  private void reservationHasAKnownHolder() {
    String holder = pool.reservation().jobId();
    if (!holder.isEmpty() && pool.job(holder) == null) {
      violate("the reservation is held by " + holder + ", which the pool lacks");
    }
  }

  /** Removed nodes are there only as long as they are held; who is held back is known to be. */
  private void nodesStandWhereTheySay() {
    List<Node> nodes = pool.ledger().nodes();
    for (int index = 0; index < nodes.size(); index++) {
      Node node = nodes.get(index);
      if (node.index() != index || pool.ledger().node(node.id()) != node) {
        violate("node " + node.id() + " is not at its place " + node.index());
      }
      if (node.standing().removed() && !node.isHeld()) {
        violate("node " + node.id() + " was removed and is still there");
      }
      if (node.standing().isHeldBack() != pool.ledger().heldBackNodeIds().contains(node.id())) {
        violate("node " + node.id() + " is held back without being listed so, or listed without");
      }
    }
  }

  private void violate(String violation) {
    violations.add(violation);
  }
}
