package dev.prioritize.benchmarks.e2e;

import dev.prioritize.schema.JobSubmittedEvent;
import dev.prioritize.schema.NodeRegisteredEvent;
import dev.prioritize.schema.Topic;
import java.time.Duration;

/** A cluster at work: on each node a job holds all GPUs but one, and jobs wait that do not fit. */
final class BusyCluster {
  static final int GPUS_PER_NODE = 8;

  /** Those that wait ask for 2 GPUs, 3 …, so many sizes in all. */
  static final int PENDING_SHAPES = 50;

  private static final Duration LONG_JOB = Duration.ofHours(10);
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private final Submissions submissions = new Submissions();

  /** Waits for the nodes, occupies them, and has jobs wait. */
  void fill(BenchCluster cluster, Outbox outbox, LauncherThread launchers, int nodes, int pending)
      throws InterruptedException {
    try (EventCounts events = new EventCounts(cluster.bootstrapServers())) {
      Report.progress("registering %,d nodes …".formatted(nodes));
      events.await(NodeRegisteredEvent.class, nodes, launchers::check);
      Report.progress("filling them; %,d jobs begin to wait …".formatted(pending));
      for (int node = 0; node < nodes; node++) {
        submit(outbox, "long-" + node, GPUS_PER_NODE - 1, LONG_JOB);
      }
      awaitStarts(launchers, nodes);
      for (int job = 0; job < pending; job++) {
        submit(outbox, "waiting-" + job, 2 + job % PENDING_SHAPES, LONG_JOB);
      }
      events.await(JobSubmittedEvent.class, nodes + pending, launchers::check);
    }
  }

  void submit(Outbox outbox, String jobId, int gpus, Duration expected) {
    outbox.send(
        Topic.JOB_SUBMISSIONS.topicName(),
        BenchCluster.POOL,
        submissions.encode(jobId, gpus, expected));
  }

  static void awaitStarts(LauncherThread launchers, int count) throws InterruptedException {
    long deadlineNanos = System.nanoTime() + TIMEOUT.toNanos();
    while (launchers.starts() < count) {
      launchers.check();
      if (System.nanoTime() - deadlineNanos > 0) {
        throw new IllegalStateException(
            "only " + launchers.starts() + " of " + count + " assignments came");
      }
      Thread.sleep(10);
    }
  }
}
