package dev.prioritize.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.cli.broker.DataDirectory;
import dev.prioritize.cli.broker.EmbeddedBroker;
import dev.prioritize.stream.Topics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: whatever happens to a scheduler, its pools go on and their logs have no gap and nothing
 * twice. Method: schedulers in JVMs of their own on a real broker are killed, stopped in their
 * tracks and doubled, in the middle of a burst; a reader of committed records tells.
 */
@Timeout(300)
final class RecoveryTest {
  private static final int PARTITIONS = 8;

  /** Many enough to lie in many partitions, so that two instances share them. */
  private static final List<String> ALL_POOLS =
      IntStream.range(0, 8).mapToObj(i -> "pool-" + i).toList();

  private static final int BURST = 200;

  /** More than a tick of before the event under test, all of which are committed within seconds. */
  private static final int SOME = 5;

  /** Beyond transaction and session timeout. */
  private static final Duration LONG_PAUSE = Duration.ofSeconds(9);

  private static final Duration END_TIMEOUT = Duration.ofSeconds(60);

  @TempDir private Path folder;
  private EmbeddedBroker broker;

  private final List<SchedulerProcess> schedulers = new ArrayList<>();

  @BeforeEach
  void startBroker() {
    broker = EmbeddedBroker.start(DataDirectory.temporary(), 0);
    try (Admin admin = KafkaClients.admin(broker.bootstrapServers())) {
      Topics.ensure(admin, PARTITIONS, 1);
    }
  }

  @AfterEach
  void endAll() {
    schedulers.forEach(SchedulerProcess::close);
    broker.close();
  }

  private SchedulerProcess start(String stateDir, String... options) throws IOException {
    List<String> all = new ArrayList<>(List.of("--set", "pools=" + String.join(",", ALL_POOLS)));
    all.addAll(List.of(options));
    SchedulerProcess scheduler =
        SchedulerProcess.startOn(
            broker.bootstrapServers(),
            folder.resolve(stateDir),
            folder,
            all.toArray(String[]::new));
    schedulers.add(scheduler);
    return scheduler;
  }

  private CommittedEvents events() {
    return new CommittedEvents(broker.bootstrapServers(), PARTITIONS);
  }

  private void submit(String prefix) throws Exception {
    Submissions.send(broker.bootstrapServers(), ALL_POOLS, prefix, BURST);
  }

  private static void awaitPoolsOf(SchedulerProcess scheduler) {
    Awaitility.await()
        .atMost(END_TIMEOUT)
        .untilAsserted(() -> assertThat(scheduler.err()).contains("ScheduleProcessor: pool "));
  }

  private static void assertEachSubmittedOnce(CommittedEvents events, int jobs) {
    for (String pool : ALL_POOLS) {
      events.awaitSubmissions(pool, jobs);
      assertThat(events.submittedJobIds(pool)).hasSize(jobs).doesNotHaveDuplicates();
      events.assertGapless(pool);
    }
  }

  @Test
  void shouldGoOnAfterKillInTheMiddleOfBurst() throws Exception {
    SchedulerProcess first = start("a");
    try (CommittedEvents events = events()) {
      events.awaitMoreOf(ALL_POOLS, 1);
      submit("before-");
      first.kill();
      submit("after-");

      SchedulerProcess second = start("a");

      events.awaitMoreOf(ALL_POOLS, SOME);
      assertEachSubmittedOnce(events, 2 * BURST);
      assertThat(second.err()).doesNotContain("ERROR", "\tat ");
    }
  }

  @Test
  void shouldTakeOverThePoolsOfKilledInstance() throws Exception {
    SchedulerProcess survivor = start("a");
    SchedulerProcess victim = start("b");
    try (CommittedEvents events = events()) {
      events.awaitMoreOf(ALL_POOLS, SOME);
      awaitPoolsOf(victim);
      submit("before-");
      victim.kill();
      submit("after-");

      events.awaitMoreOf(ALL_POOLS, SOME);
      assertEachSubmittedOnce(events, 2 * BURST);
      assertThat(survivor.isAlive()).isTrue();
      assertThat(survivor.err()).doesNotContain("ERROR", "\tat ");
    }
  }

  @Test
  void shouldGoOnAfterPauseBeyondTheTransactionTimeout() throws Exception {
    SchedulerProcess scheduler = start("a");
    try (CommittedEvents events = events()) {
      events.awaitMoreOf(ALL_POOLS, 1);
      submit("before-");
      scheduler.pause();
      Thread.sleep(LONG_PAUSE.toMillis());
      submit("after-");

      scheduler.resume();

      events.awaitMoreOf(ALL_POOLS, SOME);
      assertEachSubmittedOnce(events, 2 * BURST);
      assertThat(scheduler.isAlive()).isTrue();
      assertThat(scheduler.err()).doesNotContain("\tat ");
    }
  }

  @Test
  void shouldGoOnWhenPausedInstanceComesBackToPoolsThatAnotherHasTaken() throws Exception {
    SchedulerProcess survivor = start("a");
    SchedulerProcess zombie = start("b");
    try (CommittedEvents events = events()) {
      events.awaitMoreOf(ALL_POOLS, SOME);
      awaitPoolsOf(zombie);
      // Idle, so that the first it does when it wakes up is a tick, without any input.
      zombie.pause();
      events.awaitMoreOf(ALL_POOLS, SOME);

      zombie.resume();

      events.awaitMoreOf(ALL_POOLS, SOME);
      submit("after-");
      assertEachSubmittedOnce(events, BURST);
      assertThat(survivor.isAlive()).isTrue();
      assertThat(zombie.isAlive()).isTrue();
    }
  }

  @Test
  void shouldStopTheEarlierOfTwoInstancesWithOneName() throws Exception {
    SchedulerProcess earlier = start("a", "--set", "instance.id=me");
    try (CommittedEvents events = events()) {
      events.awaitMoreOf(ALL_POOLS, 1);

      SchedulerProcess later = start("b", "--set", "instance.id=me");

      assertThat(earlier.awaitExit(END_TIMEOUT)).as(earlier.err()).isEqualTo(ExitCodes.FAILED);
      assertThat(earlier.err())
          .contains("another scheduler runs as instance me", "instance.id")
          .doesNotContain("\tat ");
      events.awaitMoreOf(ALL_POOLS, SOME);
      assertThat(later.isAlive()).isTrue();
      ALL_POOLS.forEach(events::assertGapless);
    }
  }

  @Test
  void shouldFindItsPoolsWaitingAfterCleanRestart() throws Exception {
    SchedulerProcess first = start("a");
    try (CommittedEvents events = events()) {
      events.awaitMoreOf(ALL_POOLS, 1);
      assertThat(first.terminate(END_TIMEOUT)).as(first.err()).isZero();

      start("a");

      events.awaitMoreOf(ALL_POOLS, SOME);
      ALL_POOLS.forEach(events::assertGapless);
    }
  }
}
