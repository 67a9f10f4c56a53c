package dev.prioritize.stream;

import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.stream.config.SchedulerConfig;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One running instance of the scheduler. */
public final class SchedulerApp implements AutoCloseable {
  /**
   * Longest that a clean stop may take: the transaction under way is committed, then stores close.
   */
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);

  private static final Logger LOG = LoggerFactory.getLogger(SchedulerApp.class);

  private final KafkaStreams streams;
  private final CountDownLatch running = new CountDownLatch(1);
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile boolean failed;

  private SchedulerApp(KafkaStreams streams) {
    this.streams = streams;
  }

  /**
   * Starts the scheduler; the topics must exist.
   *
   * @throws org.apache.kafka.common.KafkaException if the settings are refused
   */
  public static SchedulerApp start(SchedulerConfig config) {
    Properties settings = new Properties();
    settings.putAll(StreamsSettings.of(config));
    KafkaStreams streams =
        new KafkaStreams(
            SchedulerTopology.build(
                config.pools(),
                Heuristic::find,
                config.topicsPartitions(),
                config.commitInterval()),
            settings);
    SchedulerApp app = new SchedulerApp(streams);
    streams.setStateListener((now, before) -> app.onState(now));
    streams.setUncaughtExceptionHandler(app::onFailure);
    streams.start();
    return app;
  }

  private void onState(KafkaStreams.State state) {
    LOG.debug("streams are {}", state);
    if (state == KafkaStreams.State.RUNNING) {
      running.countDown();
    } else if (state.hasCompletedShutdown()) {
      failed |= state == KafkaStreams.State.ERROR;
      running.countDown();
      stopped.countDown();
    }
  }

  private StreamThreadExceptionResponse onFailure(Throwable failure) {
    LOG.error("the scheduler cannot go on; all that was decided is in the log", failure);
    failed = true;
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
    return !failed;
  }

  /** True once a fatal error has stopped the instance. */
  public boolean hasFailed() {
    return failed;
  }

  /** True once all is closed; false after a {@link #close()} that Kafka did not answer in time. */
  public boolean hasStopped() {
    return streams.state().hasCompletedShutdown();
  }

  /**
   * Stops cleanly: what was begun is committed. Idempotent.
   *
   * <p>Leaves the group, which Streams does not by itself: else the pools would wait for this
   * instance until its session times out, and a restart with them.
   */
  @Override
  public void close() {
    CloseOptions options =
        CloseOptions.timeout(CLOSE_TIMEOUT)
            .withGroupMembershipOperation(GroupMembershipOperation.LEAVE_GROUP);
    if (!streams.close(options)) {
      LOG.warn("the scheduler did not stop within {} s", CLOSE_TIMEOUT.toSeconds());
    }
  }
}
