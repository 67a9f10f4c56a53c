package dev.prioritize.cli.demo;

import dev.prioritize.cli.FaultyRun;
import dev.prioritize.cli.KafkaClients;
import dev.prioritize.cli.Progress;
import dev.prioritize.cli.broker.DataDirectory;
import dev.prioritize.cli.broker.EmbeddedBroker;
import dev.prioritize.schema.Topic;
import dev.prioritize.simulator.FaultPlan;
import dev.prioritize.simulator.JobRun;
import dev.prioritize.simulator.Workload;
import dev.prioritize.stream.SchedulerApp;
import dev.prioritize.stream.Topics;
import dev.prioritize.stream.config.SchedulerConfig;
import dev.prioritize.stream.replay.KafkaLog;
import dev.prioritize.stream.replay.LogSink;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;

/**
 * The topics on a broker and a scheduler with one pool of virtual time in this process; the broker
 * too, unless another one is named.
 */
final class DemoCluster implements AutoCloseable {
  static final String POOL = "demo";

  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
  private static final int ANY_FREE_PORT = 0;

  /** A pool has one; more would cost the start of every demo a task and two stores each. */
  private static final String PARTITIONS = "1";

  private final String bootstrapServers;
  private final Runnable closeBroker;
  private final SchedulerConfig config;
  private final SchedulerApp scheduler;

  private DemoCluster(
      String bootstrapServers,
      Runnable closeBroker,
      SchedulerConfig config,
      SchedulerApp scheduler) {
    this.bootstrapServers = bootstrapServers;
    this.closeBroker = closeBroker;
    this.config = config;
    this.scheduler = scheduler;
  }

  /**
   * Starts all of it, on an embedded broker.
   *
   * @param data taken over, and closed with the cluster
   * @param poolOptions the pool's configuration, by key without {@code pool.demo.}
   */
  static DemoCluster start(DataDirectory data, Map<String, String> poolOptions, Progress progress)
      throws InterruptedException {
    progress.phase("starting an embedded Kafka broker …");
    EmbeddedBroker broker = EmbeddedBroker.start(data, ANY_FREE_PORT);
    return start(
        broker.bootstrapServers(),
        broker::close,
        data.path().resolve("streams"),
        poolOptions,
        progress);
  }

  /**
   * Starts topics and scheduler on a broker that is there, has none of these topics yet, and
   * outlives the cluster.
   *
   * @param stateFolder where the scheduler keeps its state
   * @param poolOptions the pool's configuration, by key without {@code pool.demo.}
   */
  static DemoCluster startOn(
      String bootstrapServers, Path stateFolder, Map<String, String> poolOptions, Progress progress)
      throws InterruptedException {
    return start(bootstrapServers, () -> {}, stateFolder, poolOptions, progress);
  }

  private static DemoCluster start(
      String bootstrapServers,
      Runnable closeBroker,
      Path stateFolder,
      Map<String, String> poolOptions,
      Progress progress)
      throws InterruptedException {
    try {
      SchedulerConfig config = config(bootstrapServers, stateFolder, poolOptions);
      progress.phase("starting the scheduler …");
      try (Admin admin = KafkaClients.admin(bootstrapServers)) {
        Topics.ensure(admin, config.topicsPartitions(), config.topicsReplicationFactor());
      }
      SchedulerApp scheduler = SchedulerApp.start(config);
      DemoCluster cluster = new DemoCluster(bootstrapServers, closeBroker, config, scheduler);
      if (!scheduler.awaitRunning(START_TIMEOUT)) {
        cluster.close();
        throw new DemoException(
            "the scheduler did not start within " + START_TIMEOUT.toSeconds() + " s");
      }
      return cluster;
    } catch (RuntimeException e) {
      closeBroker.run();
      throw e;
    }
  }

  private static SchedulerConfig config(
      String bootstrapServers, Path stateFolder, Map<String, String> poolOptions) {
    Map<String, String> options = new TreeMap<>();
    options.put("bootstrap.servers", bootstrapServers);
    options.put("state.dir", stateFolder.toString());
    options.put("topics.partitions", PARTITIONS);
    options.put("pools", POOL);
    options.put("model.deadline", "off"); // else a busy machine could change what is decided
    options.put("pool." + POOL + ".clock", "virtual");
    poolOptions.forEach((key, value) -> options.put("pool." + POOL + "." + key, value));
    return SchedulerConfig.load(null, Map.of(), options);
  }

  SchedulerConfig config() {
    return config;
  }

  String bootstrapServers() {
    return bootstrapServers;
  }

  /** The partition of every topic keyed by pool in which the pool lies. */
  int poolPartition() {
    byte[] poolKey = POOL.getBytes(StandardCharsets.UTF_8);
    return Topic.partitionOf(poolKey, config.topicsPartitions());
  }

  /**
   * Runs a workload through the topics; once per cluster.
   *
   * @return when each job ran, as the log tells it
   */
  Map<String, JobRun> play(Workload workload, Progress progress) {
    try (Publisher publisher = new Publisher(KafkaClients.producer(bootstrapServers));
        PoolLog log =
            new PoolLog(KafkaClients.readCommittedConsumer(bootstrapServers), poolPartition());
        SimulatedNodes nodes =
            new SimulatedNodes(
                POOL,
                workload.cluster(),
                config.topicsPartitions(),
                publisher,
                KafkaClients.readCommittedConsumer(bootstrapServers))) {
      VirtualDriver driver =
          new VirtualDriver(
              POOL,
              workload,
              publisher,
              log,
              nodes,
              new ClusterWait(log, scheduler::hasFailed),
              (seconds, read, ended) ->
                  progress.at(seconds, read.pendingJobs(), read.holdingJobs(), ended));
      driver.run(workload.nodes());
      return log.runs();
    }
  }

  /** Runs a workload on nodes that misbehave as the plan says; once per cluster. */
  FaultyRun playWithFaults(Workload workload, FaultPlan plan, Progress progress) {
    String bootstrapServers = bootstrapServers();
    FoldedPool folded = new FoldedPool();
    try (Publisher publisher = new Publisher(KafkaClients.producer(bootstrapServers));
        PoolLog log =
            new PoolLog(
                KafkaClients.readCommittedConsumer(bootstrapServers),
                poolPartition(),
                folded::read);
        Consumer<byte[], byte[]> assignments =
            KafkaClients.readCommittedConsumer(bootstrapServers)) {
      return new FaultyDriver(
              POOL,
              workload,
              plan,
              config.pools().get(POOL).nodeTimeoutMillis(),
              publisher,
              log,
              folded,
              assignments,
              config.topicsPartitions(),
              new ClusterWait(log, scheduler::hasFailed),
              (seconds, read, ended) ->
                  progress.at(seconds, read.pendingJobs(), read.holdingJobs(), ended))
          .run();
    }
  }

  /** Pushes the pool's log, as it is now, into the sink. */
  void copyLogTo(LogSink sink) {
    try (Consumer<byte[], byte[]> consumer =
        KafkaClients.readCommittedConsumer(bootstrapServers())) {
      new KafkaLog(consumer, POOL).copyTo(sink);
    }
  }

  @Override
  public void close() {
    scheduler.close();
    closeBroker.run();
  }
}
