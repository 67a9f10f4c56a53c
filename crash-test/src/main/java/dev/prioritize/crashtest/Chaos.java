package dev.prioritize.crashtest;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/** What is done to the processes, in which order, and when: a matter of the seed. */
final class Chaos {
  /** What is done. */
  enum Blow {
    /** SIGKILL to the scheduler. */
    KILL_SCHEDULER,
    /** SIGSTOP to the scheduler for longer than its transaction may take, then SIGCONT. */
    PAUSE_SCHEDULER,
    /** SIGKILL to the broker. */
    KILL_BROKER
  }

  /**
   * One of them.
   *
   * @param whileStarting true if it may come before the scheduler decides again
   * @param delayMillis how long after the last blow it comes, if {@code whileStarting}
   * @param events after how many more events it comes, if not: on a slow machine as on a fast one
   */
  record Moment(Blow blow, boolean whileStarting, long delayMillis, int events) {}

  /** Roughly; some are left for the time after the last blow. */
  private static final int EVENTS_PER_JOB = 10;

  private static final double WHILE_STARTING = 0.2;
  private static final int LONGEST_DELAY_MILLIS = 5_000;

  private Chaos() {}

  /** So many of each, shuffled, and spread over the events of so many jobs. */
  static List<Moment> plan(
      int kills, int pauses, int brokerKills, int jobs, SplittableRandom random) {
    List<Blow> blows = new ArrayList<>();
    blows.addAll(Collections.nCopies(kills, Blow.KILL_SCHEDULER));
    blows.addAll(Collections.nCopies(pauses, Blow.PAUSE_SCHEDULER));
    blows.addAll(Collections.nCopies(brokerKills, Blow.KILL_BROKER));
    Collections.shuffle(blows, new Random(random.nextLong()));
    List<Moment> moments = new ArrayList<>();
    for (Blow blow : blows) {
      boolean whileStarting = random.nextDouble() < WHILE_STARTING && blow == Blow.KILL_SCHEDULER;
      moments.add(
          new Moment(
              blow,
              whileStarting,
              random.nextInt(LONGEST_DELAY_MILLIS),
              1 + random.nextInt(2 * jobs * EVENTS_PER_JOB / blows.size())));
    }
    return moments;
  }
}
