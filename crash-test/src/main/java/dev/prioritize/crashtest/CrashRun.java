package dev.prioritize.crashtest;

import dev.prioritize.cli.nodes.WallClockNodes;
import dev.prioritize.crashtest.Chaos.Blow;
import dev.prioritize.crashtest.Chaos.Moment;
import java.io.PrintStream;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Feeds jobs to the cluster while it is beaten, until all of them have ended. */
final class CrashRun {
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration DECISION_TIMEOUT = Duration.ofMinutes(4);
  private static final Duration MOST_CALM = Duration.ofSeconds(10);
  private static final Duration END_TIMEOUT = Duration.ofMinutes(5);
  private static final long PROGRESS_NANOS = Duration.ofSeconds(5).toNanos();

  /** Jobs that have not ended, so that every blow meets some. */
  private static final int MOST_OPEN_JOBS = 60;

  private final TestCluster cluster;
  private final WallClockNodes nodes;
  private final Load load;
  private final EventTail tail;
  private final List<Moment> moments;
  private final int jobs;
  private final PrintStream err;
  private final Map<Blow, Integer> blows = new EnumMap<>(Blow.class);
  private int done;
  private long lastProgressNanos;

  CrashRun(
      TestCluster cluster,
      WallClockNodes nodes,
      Load load,
      EventTail tail,
      List<Moment> moments,
      int jobs,
      PrintStream err) {
    this.cluster = cluster;
    this.nodes = nodes;
    this.load = load;
    this.tail = tail;
    this.moments = moments;
    this.jobs = jobs;
    this.err = err;
  }

  /**
   * Runs until all jobs have ended.
   *
   * @throws IllegalStateException if the scheduler does not go on, or jobs do not end
   */
  void run() throws InterruptedException {
    for (Moment moment : moments) {
      if (moment.whileStarting()) {
        goOnFor(Duration.ofMillis(moment.delayMillis()));
      } else {
        goOnFor(moment.events());
      }
      strike(moment.blow());
      tail.readAll();
      done++;
      if (done == (moments.size() + 1) / 2) {
        load.sendPoison();
      }
    }
    goOnUntil(
        "the end of all jobs",
        () -> load.jobIds().size() == jobs && tail.endedJobs() >= jobs,
        END_TIMEOUT);
  }

  private void goOnFor(Duration time) {
    long untilNanos = System.nanoTime() + time.toNanos();
    goOnUntil("", () -> System.nanoTime() > untilNanos, DECISION_TIMEOUT);
  }

  /** At least until the first one; not longer than {@link #MOST_CALM} after it. */
  private void goOnFor(int events) {
    long before = tail.events();
    goOnUntil("a decision", () -> tail.events() > before, DECISION_TIMEOUT);
    long untilNanos = System.nanoTime() + MOST_CALM.toNanos();
    goOnUntil(
        "",
        () -> tail.events() >= before + events || System.nanoTime() > untilNanos,
        DECISION_TIMEOUT);
  }

  private void strike(Blow blow) throws InterruptedException {
    blows.merge(blow, 1, Integer::sum);
    switch (blow) {
      case KILL_SCHEDULER -> cluster.killScheduler();
      case PAUSE_SCHEDULER -> cluster.pauseScheduler();
      case KILL_BROKER -> cluster.killBroker();
    }
  }

  private void goOnUntil(String what, BooleanSupplier reached, Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!reached.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(
            "waited %d s in vain for %s: %s".formatted(timeout.toSeconds(), what, progress()));
      }
      cluster.supervise();
      nodes.check();
      submit();
      tail.poll(POLL);
      tell();
    }
  }

  /** Spread over the blows: each has its share of the jobs before it. */
  private void submit() {
    long due = moments.isEmpty() ? jobs : (long) jobs * (done + 1) / moments.size();
    while (load.jobIds().size() < Math.min(jobs, due)
        && load.jobIds().size() - tail.endedJobs() < MOST_OPEN_JOBS) {
      load.submitNext();
    }
  }

  private void tell() {
    long now = System.nanoTime();
    if (now - lastProgressNanos > PROGRESS_NANOS) {
      lastProgressNanos = now;
      err.println(progress());
    }
  }

  private String progress() {
    return "%d of %d blows, %d jobs submitted, %d ended, %d events"
        .formatted(done, moments.size(), load.jobIds().size(), tail.endedJobs(), tail.events());
  }

  /** How many of each. */
  Map<Blow, Integer> blows() {
    return blows;
  }
}
