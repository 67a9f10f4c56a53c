package dev.prioritize.stream;

import dev.prioritize.core.model.ClockMode;
import dev.prioritize.core.policy.PolicyCatalog;
import dev.prioritize.policy.onnx.ModelCatalog;
import dev.prioritize.schema.Topic;
import dev.prioritize.stream.ThreadFailures.Verdict;
import dev.prioritize.stream.config.SchedulerConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One running instance of the scheduler. */
public final class SchedulerApp implements AutoCloseable {
  /**
   * Longest that a clean stop may take: the transaction under way is committed, then stores close.
   * It takes longer only where Kafka does not answer, and then it would take minutes.
   */
  public static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  /** Grows with each transaction that a producer has committed, and with nothing else. */
  private static final String COMMITS_METRIC = "txn-commit-time-ns-total";

  private static final Logger LOG = LoggerFactory.getLogger(SchedulerApp.class);

  private final KafkaStreams streams;
  private final String instanceId;
  private final Set<TopicPartition> tickingPartitions;
  private final ThreadFailures failures;
  private final CountDownLatch running = new CountDownLatch(1);
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile String failure;

  private SchedulerApp(KafkaStreams streams, SchedulerConfig config, String instanceId) {
    this.streams = streams;
    this.instanceId = instanceId;
    this.tickingPartitions = tickingPartitions(config);
    this.failures = new ThreadFailures(config.streamThreads());
  }

  /**
   * Starts the scheduler with the policies that come with it; the topics must exist.
   *
   * @throws org.apache.kafka.common.KafkaException if the settings are refused
   */
  public static SchedulerApp start(SchedulerConfig config) {
    return start(config, () -> ModelCatalog.in(config.modelDir(), config.modelSettings()));
  }

  /**
   * Starts the scheduler; the topics must exist.
   *
   * @param policies makes a catalogue with every policy that a pool's configuration names
   * @throws org.apache.kafka.common.KafkaException if the settings are refused
   */
  public static SchedulerApp start(SchedulerConfig config, Supplier<PolicyCatalog> policies) {
    String instanceId = config.instanceId().orElseGet(() -> InstanceId.keptIn(config.stateDir()));
    Properties settings = new Properties();
    settings.putAll(StreamsSettings.of(config, instanceId));
    KafkaStreams streams =
        new KafkaStreams(
            SchedulerTopology.build(
                config.pools(), policies, config.topicsPartitions(), config.commitInterval()),
            settings,
            new FencedClients());
    SchedulerApp app = new SchedulerApp(streams, config, instanceId);
    streams.setStateListener((now, before) -> app.onState(now));
    streams.setUncaughtExceptionHandler(app::onFailure);
    streams.start();
    return app;
  }

  /** Where pools of the wall clock take their submissions from. */
  private static Set<TopicPartition> tickingPartitions(SchedulerConfig config) {
    return config.pools().entrySet().stream()
        .filter(pool -> pool.getValue().clock() == ClockMode.WALL)
        .map(pool -> pool.getKey().getBytes(StandardCharsets.UTF_8))
        .map(key -> Topic.partitionOf(key, config.topicsPartitions()))
        .map(partition -> new TopicPartition(Topic.JOB_SUBMISSIONS.topicName(), partition))
        .collect(Collectors.toUnmodifiableSet());
  }

  private void onState(KafkaStreams.State state) {
    LOG.debug("streams are {}", state);
    if (state == KafkaStreams.State.RUNNING) {
      running.countDown();
    } else if (state.hasCompletedShutdown()) {
      if (state == KafkaStreams.State.ERROR && failure == null) {
        failure = "the scheduler has stopped by itself; nothing decided is lost: see the log";
      }
      running.countDown();
      stopped.countDown();
    }
  }

  /** Called by the thread that dies. */
  private StreamThreadExceptionResponse onFailure(Throwable thrown) {
    // Streams throws it again to end the thread; by default the JVM would print it once more.
    Thread.currentThread().setUncaughtExceptionHandler((thread, again) -> {});
    Verdict verdict = failures.judge(thrown, TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
    if (verdict == Verdict.REPLACE) {
      LOG.warn(
          "a thread is replaced, and the new one takes up what is in the log, after {}",
          ThreadFailures.rootOf(thrown));
      LOG.debug("why the thread is replaced", thrown);
      return StreamThreadExceptionResponse.REPLACE_THREAD;
    }
    if (verdict == Verdict.BUG) {
      LOG.error("a fault of the scheduler's own", thrown);
    } else {
      LOG.debug("why the scheduler stops", thrown);
    }
    failure = verdict.explain(ThreadFailures.rootOf(thrown), instanceId);
    return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
  }

  /**
   * Waits until all of the instance's pools are being served.
   *
   * @return false if it failed or was closed before, or not within the time
   */
  public boolean awaitRunning(Duration timeout) throws InterruptedException {
    return running.await(timeout.toMillis(), TimeUnit.MILLISECONDS)
        && streams.state() == KafkaStreams.State.RUNNING;
  }

  /**
   * Waits until the instance has stopped.
   *
   * @return true if it was closed, false if it failed
   */
  public boolean awaitStopped() throws InterruptedException {
    stopped.await();
    return !hasFailed();
  }

  /** True once a fatal error has stopped the instance. */
  public boolean hasFailed() {
    return failure != null;
  }

  /** In one line, what has stopped the instance and what to do; empty unless it has failed. */
  public Optional<String> failure() {
    return Optional.ofNullable(failure);
  }

  /** True once all is closed; false after a {@link #close()} that Kafka did not answer in time. */
  public boolean hasStopped() {
    return streams.state().hasCompletedShutdown();
  }

  /**
   * True if decisions must come out all the time: while it has a pool of the wall clock, which
   * ticks at least once a second, and while it does not yet know which pools it has.
   */
  public boolean owesDecisions() {
    return streams.state() != KafkaStreams.State.RUNNING
        || streams.metadataForLocalThreads().stream()
            .flatMap(thread -> thread.activeTasks().stream())
            .flatMap(task -> task.topicPartitions().stream())
            .anyMatch(tickingPartitions::contains);
  }

  /** A number that differs from the last time if a transaction was committed in between. */
  public double commitMark() {
    return streams.metrics().entrySet().stream()
        .filter(metric -> metric.getKey().name().equals(COMMITS_METRIC))
        .mapToDouble(metric -> ((Number) metric.getValue().metricValue()).doubleValue())
        .sum();
  }

  /**
   * Stops cleanly: what was begun is committed. Idempotent. Stays a member of the group, so that a
   * restart finds its pools waiting; another instance takes them when the session has timed out.
   */
  @Override
  public void close() {
    if (!streams.close(CLOSE_TIMEOUT)) {
      LOG.warn("the scheduler did not stop within {} s", CLOSE_TIMEOUT.toSeconds());
    }
  }
}
