package dev.prioritize.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.cli.broker.DataDirectory;
import dev.prioritize.cli.broker.EmbeddedBroker;
import dev.prioritize.stream.SchedulerApp;
import dev.prioritize.stream.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: a scheduler whose Kafka goes away says so once, waits, and goes on; told to stop meanwhile,
 * it stops. Method: a real broker is shut down and started again under a scheduler process.
 */
@Timeout(240)
final class KafkaOutageTest {
  private static final int PARTITIONS = 2;
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** Kafka's clients warn several times a second; ours and a few of theirs are let through. */
  private static final int FEW_LINES = 20;

  @TempDir private Path folder;
  private EmbeddedBroker broker;
  private int port;
  private SchedulerProcess scheduler;

  @BeforeEach
  void start() throws IOException {
    broker = startBroker();
    String address = broker.bootstrapServers();
    port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    try (Admin admin = KafkaClients.admin(address)) {
      Topics.ensure(admin, PARTITIONS, 1);
    }
    scheduler =
        SchedulerProcess.startOn(
            address, stateDir(), folder, "--set", "topics.partitions=" + PARTITIONS);
  }

  /** On the same port and data each time. */
  private EmbeddedBroker startBroker() {
    return EmbeddedBroker.start(DataDirectory.forScheduler(folder.resolve("kafka")), port);
  }

  private Path stateDir() {
    return folder.resolve("state");
  }

  @AfterEach
  void stop() {
    scheduler.close();
    broker.close();
  }

  private void awaitLog(String text) {
    Awaitility.await()
        .atMost(TIMEOUT)
        .untilAsserted(() -> assertThat(scheduler.err()).contains(text));
  }

  private FileTime lastSignOfLife() throws IOException {
    return Files.getLastModifiedTime(stateDir().resolve(Liveness.FILE));
  }

  @Test
  void shouldTellOutageOnceAndGoOnAfterwards() throws Exception {
    try (CommittedEvents events = new CommittedEvents(broker.bootstrapServers(), PARTITIONS)) {
      events.awaitMoreOf(List.of("default"), 1);
      Awaitility.await().atMost(TIMEOUT).ignoreExceptions().until(() -> lastSignOfLife() != null);
    }
    broker.close();
    awaitLog("Kafka is not reachable at " + broker.bootstrapServers() + " since ");
    FileTime atOutage = lastSignOfLife();
    Thread.sleep(DecisionWatch.SILENCE.toMillis());
    assertThat(lastSignOfLife()).isEqualTo(atOutage);

    broker = startBroker();
    awaitLog("deciding again, after ");

    assertThat(scheduler.err()).containsOnlyOnce("Kafka is not reachable");
    assertThat(scheduler.err().lines()).hasSizeLessThan(FEW_LINES);
    try (CommittedEvents events = new CommittedEvents(broker.bootstrapServers(), PARTITIONS)) {
      events.awaitMoreOf(List.of("default"), 1);
      events.awaitMoreOf(List.of("default"), 1);
      events.assertGapless("default");
    }
    assertThat(lastSignOfLife()).isGreaterThan(atOutage);
  }

  @Test
  void shouldStopWithoutKafkaWhenToldTo() throws Exception {
    broker.close();
    // Until then a stop may come between two decisions, with nothing left to commit: a clean one.
    awaitLog("Kafka is not reachable at ");

    int exitCode = scheduler.terminate(SchedulerApp.CLOSE_TIMEOUT.multipliedBy(3));

    assertThat(exitCode).as(scheduler.err()).isEqualTo(ExitCodes.FAILED);
    assertThat(scheduler.err()).contains("stopped without Kafka").doesNotContain("\tat ");
  }
}
