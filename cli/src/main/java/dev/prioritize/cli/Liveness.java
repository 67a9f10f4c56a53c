package dev.prioritize.cli;

import dev.prioritize.stream.SchedulerApp;
import dev.prioritize.stream.config.SchedulerConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows whether a serving scheduler decides: to people by one line when it falls silent and one
 * when it is back, to machines by the date of a file, which a probe compares with the clock.
 */
final class Liveness {
  /** In the state folder; as old as the last sign of life. */
  static final String FILE = "alive";

  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final Logger LOG = LoggerFactory.getLogger(Liveness.class);

  private final SchedulerApp app;
  private final String bootstrapServers;
  private final Path file;
  private final DecisionWatch watch = new DecisionWatch(System.nanoTime());
  private long nextNanos = System.nanoTime();
  private boolean fileFailed;

  Liveness(SchedulerApp app, SchedulerConfig config) {
    this.app = app;
    this.bootstrapServers = config.bootstrapServers();
    this.file = config.stateDir().resolve(FILE);
  }

  /** Looks once a second, however often it is called; takes at most half a second. */
  void check() {
    long now = System.nanoTime();
    if (now - nextNanos < 0) {
      return;
    }
    nextNanos = now + INTERVAL.toNanos();
    switch (watch.look(now, app.owesDecisions(), app.commitMark())) {
      case DECIDING -> touch();
      case BACK -> {
        LOG.info("deciding again, after {} s", watch.silentFor().toSeconds());
        touch();
      }
      case FELL_SILENT -> tellSilence();
      case WAITING -> {}
    }
  }

  private void tellSilence() {
    LocalTime since =
        LocalTime.now(ZoneId.systemDefault())
            .minus(watch.silentFor())
            .truncatedTo(ChronoUnit.SECONDS);
    if (KafkaConnection.isListening(bootstrapServers)) {
      LOG.warn(
          "nothing was decided since {}, although something listens at {}: Kafka is slow, has lost"
              + " a broker, or the pools are being shared out anew; trying on",
          since,
          bootstrapServers);
    } else {
      LOG.warn(
          "Kafka is not reachable at {} since {}, deciding nothing; trying on",
          bootstrapServers,
          since);
    }
  }

  /** A scheduler that decides goes on without its file; whoever probes it will notice. */
  private void touch() {
    try {
      Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis()));
    } catch (NoSuchFileException e) {
      create();
    } catch (IOException e) {
      tellOnce(e);
    }
  }

  private void create() {
    try {
      Files.createFile(file);
    } catch (IOException e) {
      tellOnce(e);
    }
  }

  private void tellOnce(IOException e) {
    if (!fileFailed) {
      LOG.warn("{} cannot be touched, so that probes will fail: {}", file, e.toString());
    }
    fileFailed = true;
  }
}
