package dev.prioritize.cli.demo;

import dev.prioritize.schema.ClockAdvance;
import dev.prioritize.schema.Topic;
import dev.prioritize.simulator.TraceJob;
import dev.prioritize.simulator.Workload;
import dev.prioritize.simulator.WorkloadPlayer;
import java.util.OptionalLong;

/**
 * Moves a pool of virtual time through a workload. At each instant it publishes all that happens
 * then, waits until it stands in the pool's log, advances the clock, and goes on when the pass is
 * finished and every node has its assignments.
 */
final class VirtualDriver {
  private static final long MILLIS_PER_SECOND = 1_000;
  private static final String NAME = "demo-driver";
  private static final int NO_RETRIES = 0;

  /** Is told how far the run has come. */
  interface Observer {
    void at(long virtualSeconds, PoolLog log, int ended);
  }

  private final String pool;
  private final WorkloadPlayer player;
  private final Publisher publisher;
  private final PoolLog log;
  private final SimulatedNodes nodes;
  private final ClusterWait wait;
  private final Observer observer;
  private long factsSent;
  private long passesAsked;

  VirtualDriver(
      String pool,
      Workload workload,
      Publisher publisher,
      PoolLog log,
      SimulatedNodes nodes,
      ClusterWait wait,
      Observer observer) {
    this.pool = pool;
    this.player = new WorkloadPlayer(workload);
    this.publisher = publisher;
    this.log = log;
    this.nodes = nodes;
    this.wait = wait;
    this.observer = observer;
  }

  /** Runs until nothing more can happen. */
  void run(int nodeCount) {
    nodes.register();
    factsSent += nodeCount;
    wait.until("all nodes to register", () -> log.registeredNodes() == nodeCount);

    OptionalLong next = player.nextInstantSeconds();
    while (next.isPresent()) {
      playInstant(next.getAsLong());
      observer.at(next.getAsLong(), log, player.endedCount());
      next = player.nextInstantSeconds();
    }
    wait.until("the last reports to be logged", () -> log.facts() >= factsSent);
  }

  private void playInstant(long seconds) {
    long millis = seconds * MILLIS_PER_SECOND;
    for (TraceJob job : player.completionsAt(seconds)) {
      factsSent += nodes.complete(job.jobId(), millis);
    }
    for (TraceJob job : player.submissionsAt(seconds)) {
      publisher.send(Topic.JOB_SUBMISSIONS, pool, Submissions.of(pool, job, NO_RETRIES, millis));
      factsSent++;
    }
    publisher.flush();
    wait.until("the instant's facts to be logged", () -> log.facts() >= factsSent);

    publisher.send(Topic.ADMIN_REQUESTS, pool, new ClockAdvance(pool, millis, NAME));
    publisher.flush();
    passesAsked++;
    wait.until("the pass to finish", () -> log.finishedPasses() >= passesAsked);

    for (String jobId : log.takePlacedJobIds()) {
      player.started(jobId, seconds);
    }
    wait.until(
        "the assignments to reach their nodes",
        () -> {
          if (nodes.startsReceived() < log.assignedTasks()) {
            factsSent += nodes.obey(millis);
          }
          return nodes.startsReceived() >= log.assignedTasks();
        });
  }
}
