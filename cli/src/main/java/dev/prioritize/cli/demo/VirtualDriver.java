package dev.prioritize.cli.demo;

import dev.prioritize.schema.ClockAdvance;
import dev.prioritize.schema.JobSubmission;
import dev.prioritize.schema.LaunchSpec;
import dev.prioritize.schema.PlacementRuleValue;
import dev.prioritize.schema.Topic;
import dev.prioritize.simulator.TraceJob;
import dev.prioritize.simulator.Workload;
import dev.prioritize.simulator.WorkloadPlayer;
import dev.prioritize.stream.mapping.ValueMapper;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/**
 * Moves a pool of virtual time through a workload. At each instant it publishes all that happens
 * then, waits until it stands in the pool's log, advances the clock, and goes on when the pass is
 * finished and every node has its assignments.
 */
final class VirtualDriver {
  /** Longest wait for the scheduler's next answer; one takes some tens of milliseconds. */
  static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);

  private static final long MILLIS_PER_SECOND = 1_000;
  private static final String NAME = "demo-driver";

  /** Is told how far the run has come. */
  interface Observer {
    void at(long virtualSeconds, PoolLog log, int ended);
  }

  private final String pool;
  private final WorkloadPlayer player;
  private final Publisher publisher;
  private final PoolLog log;
  private final SimulatedNodes nodes;
  private final BooleanSupplier schedulerFailed;
  private final Observer observer;
  private long factsSent;
  private long passesAsked;

  VirtualDriver(
      String pool,
      Workload workload,
      Publisher publisher,
      PoolLog log,
      SimulatedNodes nodes,
      BooleanSupplier schedulerFailed,
      Observer observer) {
    this.pool = pool;
    this.player = new WorkloadPlayer(workload);
    this.publisher = publisher;
    this.log = log;
    this.nodes = nodes;
    this.schedulerFailed = schedulerFailed;
    this.observer = observer;
  }

  /** Runs until nothing more can happen. */
  void run(int nodeCount) {
    nodes.register();
    factsSent += nodeCount;
    await("all nodes to register", () -> log.registeredNodes() == nodeCount);

    OptionalLong next = player.nextInstantSeconds();
    while (next.isPresent()) {
      playInstant(next.getAsLong());
      observer.at(next.getAsLong(), log, player.endedCount());
      next = player.nextInstantSeconds();
    }
    await("the last reports to be logged", () -> log.facts() >= factsSent);
  }

  private void playInstant(long seconds) {
    long millis = seconds * MILLIS_PER_SECOND;
    for (TraceJob job : player.completionsAt(seconds)) {
      factsSent += nodes.complete(job.jobId(), millis);
    }
    for (TraceJob job : player.submissionsAt(seconds)) {
      publisher.send(Topic.JOB_SUBMISSIONS, pool, submission(job, millis));
      factsSent++;
    }
    publisher.flush();
    await("the instant's facts to be logged", () -> log.facts() >= factsSent);

    publisher.send(Topic.ADMIN_REQUESTS, pool, new ClockAdvance(pool, millis, NAME));
    publisher.flush();
    passesAsked++;
    await("the pass to finish", () -> log.finishedPasses() >= passesAsked);

    for (String jobId : log.takePlacedJobIds()) {
      player.started(jobId, seconds);
    }
    await(
        "the assignments to reach their nodes",
        () -> {
          if (nodes.startsReceived() < log.assignedTasks()) {
            factsSent += nodes.obey(millis);
          }
          return nodes.startsReceived() >= log.assignedTasks();
        });
  }

  private void await(String what, BooleanSupplier done) {
    long deadline = System.nanoTime() + ANSWER_TIMEOUT.toNanos();
    while (!done.getAsBoolean()) {
      if (schedulerFailed.getAsBoolean()) {
        throw new DemoException("the scheduler stopped while the demo waited for " + what);
      }
      if (System.nanoTime() > deadline) {
        throw new DemoException(
            "waited "
                + ANSWER_TIMEOUT.toSeconds()
                + " s in vain for "
                + what
                + ": try again with PRIORITIZE_LOG_LEVEL=debug");
      }
      log.poll();
    }
  }

  private JobSubmission submission(TraceJob job, long millis) {
    Long expectedSeconds = job.expectedDurationSeconds();
    return JobSubmission.newBuilder()
        .setPool(pool)
        .setJobId(job.jobId())
        .setTenant(job.tenant())
        .setName(job.name())
        .setPriorityClass(ValueMapper.toAvro(job.priorityClass()))
        .setGpus(job.gpus())
        .setPlacement(PlacementRuleValue.CONSOLIDATED)
        .setExpectedDurationMillis(
            expectedSeconds == null ? null : expectedSeconds * MILLIS_PER_SECOND)
        .setMaxRetries(0)
        .setLaunchSpec(new LaunchSpec(List.of("train", job.jobId()), List.of(), null, null))
        .setLabels(List.of())
        .setSubmittedAtMillis(millis)
        .build();
  }
}
