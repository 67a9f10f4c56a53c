package dev.prioritize.crashtest;

import dev.prioritize.cli.KafkaClients;
import dev.prioritize.stream.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;

/** A broker and a scheduler, each a process of its own, and what is done to them. */
final class TestCluster {
  static final String POOL = "crash";
  static final String APPLICATION_ID = "crash-test";
  static final int PARTITIONS = 1;
  static final Duration NODE_TIMEOUT = Duration.ofSeconds(5);

  /** Longer than a transaction of the scheduler may take: 5 s and a commit interval. */
  static final Duration PAUSE = Duration.ofSeconds(8);

  private static final String SETTINGS =
      """
      application.id=crash-test
      topics.partitions=1
      pools=crash
      pool.*.start.deadline=3s
      pool.*.reconcile.grace=3s
      pool.*.cool.down=2s
      pool.*.node.timeout=5s
      pool.*.quarantine.duration=5s
      pool.*.quarantine.window=1m
      """;

  private static final Duration REPLAY_TIMEOUT = Duration.ofMinutes(3);
  private static final Duration START_TIMEOUT = Duration.ofSeconds(90);
  private static final long POLL_MILLIS = 50;
  private static final List<String> QUICK_START =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx512m");

  private final Path root;
  private final Path folder;
  private ChildProcess broker;
  private ChildProcess scheduler;
  private String bootstrapServers;
  private int ownEnds;

  /**
   * Nothing runs yet.
   *
   * @param root of the repository
   * @param folder empty, for data and logs
   */
  TestCluster(Path root, Path folder) {
    this.root = root;
    this.folder = folder;
  }

  void start() throws InterruptedException {
    try {
      Files.writeString(folder.resolve("scheduler.properties"), SETTINGS);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write to " + folder, e);
    }
    startBroker(0);
    try (Admin admin = KafkaClients.admin(bootstrapServers)) {
      Topics.ensure(admin, PARTITIONS, 1);
    }
    startScheduler();
  }

  String bootstrapServers() {
    return bootstrapServers;
  }

  /** How often the scheduler has ended by itself, as it does when it cannot go on. */
  int ownEnds() {
    return ownEnds;
  }

  private void startBroker(int port) throws InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(QUICK_START);
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            BrokerMain.class.getName(),
            folder.resolve("kafka").toString(),
            Integer.toString(port)));
    broker = ChildProcess.start(folder.resolve("broker.log"), command, List.of());
    long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
    while (!broker.hasSaid(BrokerMain.READY)) {
      if (!broker.isAlive() || System.nanoTime() > deadline) {
        throw new IllegalStateException("the broker does not start");
      }
      Thread.sleep(POLL_MILLIS);
    }
    bootstrapServers = broker.lineAfter(BrokerMain.READY);
  }

  private void startScheduler() {
    scheduler =
        ChildProcess.start(
            folder.resolve("scheduler.log"),
            List.of(
                root.resolve("prioritize").toString(),
                "scheduler",
                "--bootstrap-servers",
                bootstrapServers,
                "--config",
                folder.resolve("scheduler.properties").toString(),
                "--set",
                "state.dir=" + folder.resolve("streams")),
            QUICK_START);
  }

  /** As a supervisor does: a scheduler that has ended by itself is started again. */
  void supervise() {
    if (!scheduler.isAlive()) {
      ownEnds++;
      startScheduler();
    }
  }

  void killScheduler() throws InterruptedException {
    scheduler.kill();
    startScheduler();
  }

  /** Longer than its transaction may take. */
  void pauseScheduler() throws InterruptedException {
    scheduler.signal("STOP");
    Thread.sleep(PAUSE.toMillis());
    scheduler.signal("CONT");
  }

  void killBroker() throws InterruptedException {
    int port = Integer.parseInt(bootstrapServers.substring(bootstrapServers.lastIndexOf(':') + 1));
    broker.kill();
    startBroker(port);
  }

  /** True if it stopped as it should. */
  boolean stopScheduler() throws InterruptedException {
    return scheduler.stop();
  }

  /** What {@code ./prioritize replay} finds in the log: null if all is identical. */
  String replayDifference() throws InterruptedException {
    Path output = folder.resolve("replay.log");
    ChildProcess replay =
        ChildProcess.start(
            output,
            List.of(
                root.resolve("prioritize").toString(),
                "replay",
                "--pool",
                POOL,
                "--bootstrap-servers",
                bootstrapServers),
            List.of());
    return replay.awaitSuccess(REPLAY_TIMEOUT) ? null : "see " + output;
  }

  void stopBroker() throws InterruptedException {
    broker.kill();
  }
}
