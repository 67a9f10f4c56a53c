package dev.prioritize.benchmarks.e2e;

import dev.prioritize.cli.KafkaClients;
import dev.prioritize.stream.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;

/**
 * A broker and a scheduler, each a process of its own. The scheduler is {@code ./prioritize
 * scheduler} with nothing set but where its broker and its folder are.
 */
final class BenchCluster implements AutoCloseable {
  /** The one scheduler, where there is one. */
  static final String SCHEDULER = "scheduler";

  /** The pool that a scheduler without configuration serves. */
  static final String POOL = "default";

  /** Partitions of every topic, by default. */
  static final int PARTITIONS = 8;

  private static final Duration START_TIMEOUT = Duration.ofMinutes(3);

  private final Path folder;
  private final boolean kept;
  private final ChildProcess broker;
  private final String bootstrapServers;
  private final Path prioritize;
  private final Map<String, ChildProcess> schedulers = new TreeMap<>();

  private BenchCluster(
      Path folder, boolean kept, ChildProcess broker, String bootstrapServers, Path prioritize) {
    this.folder = folder;
    this.kept = kept;
    this.broker = broker;
    this.bootstrapServers = bootstrapServers;
    this.prioritize = prioritize;
  }

  /**
   * Starts both.
   *
   * @param prioritize the start script
   * @param keep missing or empty: where all data lies and stays; null for a folder that is deleted
   */
  static BenchCluster start(Path prioritize, Path keep) throws InterruptedException {
    Path folder = folder(keep);
    ChildProcess broker =
        ChildProcess.startJava(
            "broker",
            folder.resolve("broker.log"),
            BrokerMain.class,
            List.of(folder.resolve("kafka").toString()));
    try {
      String bootstrapServers = broker.awaitLine(BrokerMain.READY, START_TIMEOUT);
      try (Admin admin = KafkaClients.admin(bootstrapServers)) {
        Topics.ensure(admin, PARTITIONS, 1);
      }
      BenchCluster cluster =
          new BenchCluster(folder, keep != null, broker, bootstrapServers, prioritize);
      cluster.startScheduler(SCHEDULER);
      cluster.awaitReady(SCHEDULER);
      return cluster;
    } catch (RuntimeException e) {
      broker.close();
      throw e;
    }
  }

  /** Starts a scheduler on the state that the last one of its name has left. */
  void startScheduler(String name) {
    schedulers.put(
        name,
        ChildProcess.start(
            name,
            log(name),
            List.of(
                prioritize.toString(),
                "scheduler",
                "--bootstrap-servers",
                bootstrapServers,
                "--set",
                "state.dir=" + folder.resolve("streams-" + name),
                "--set",
                "instance.id=" + name)));
  }

  /** True if it was started and not killed. */
  boolean runs(String name) {
    return schedulers.containsKey(name);
  }

  /** Waits until a scheduler says that it serves. */
  void awaitReady(String name) throws InterruptedException {
    ChildProcess scheduler = schedulers.get(name);
    try {
      scheduler.awaitLine("ready:", START_TIMEOUT);
    } catch (RuntimeException e) {
      scheduler.close();
      throw e;
    }
  }

  /** Kill -9. The log that it leaves is taken away, for the next of its name to begin anew. */
  void killScheduler(String name) {
    schedulers.remove(name).kill();
    try {
      Files.deleteIfExists(log(name));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + log(name), e);
    }
  }

  private Path log(String name) {
    return folder.resolve(name + ".log");
  }

  private static Path folder(Path keep) {
    try {
      return keep == null
          ? Files.createTempDirectory("prioritize-bench-")
          : Files.createDirectories(keep.toAbsolutePath());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a folder for the data", e);
    }
  }

  Path folder() {
    return folder;
  }

  String bootstrapServers() {
    return bootstrapServers;
  }

  /** Processor time of the scheduler so far. */
  Duration schedulerCpu() {
    return schedulers.get(SCHEDULER).cpu();
  }

  /** Processor time of the broker so far. */
  Duration brokerCpu() {
    return broker.cpu();
  }

  /** From now on nothing is added to the log. Done by {@link #close()} if not before. */
  void stopSchedulers() {
    schedulers.values().forEach(ChildProcess::close);
  }

  @Override
  public void close() {
    stopSchedulers();
    broker.close();
    if (!kept) {
      delete();
    }
  }

  private void delete() {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + folder, e);
    }
  }
}
