package dev.prioritize.benchmarks.e2e;

import dev.prioritize.stream.StreamsSettings;
import dev.prioritize.stream.config.SchedulerConfig;
import java.io.IOException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;

/**
 * The least that Kafka Streams can do: one record in, the same record out, exactly once, without a
 * store. What it takes no scheduler on this machine can undercut. With the scheduler's settings,
 * but commits by the timer alone, at the configured interval.
 */
public final class PassThroughMain {
  static final String INPUT = "bench-in";
  static final String OUTPUT = "bench-out";

  /** The line that says that it serves. */
  static final String READY = "pass-through ready";

  private PassThroughMain() {}

  /** The arguments are the bootstrap servers and a folder for the state. */
  public static void main(String[] args) throws IOException, InterruptedException {
    SchedulerConfig config =
        SchedulerConfig.load(
            null,
            Map.of(),
            Map.of(
                "bootstrap.servers", args[0],
                "state.dir", args[1],
                "application.id", "bench-pass-through"));
    Properties settings = new Properties();
    settings.putAll(StreamsSettings.of(config, "pass-through"));
    settings.put("commit.interval.ms", config.commitInterval().toMillis());
    StreamsBuilder builder = new StreamsBuilder();
    builder.stream(INPUT, Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
        .to(OUTPUT, Produced.with(Serdes.ByteArray(), Serdes.ByteArray()));
    CountDownLatch running = new CountDownLatch(1);
    try (KafkaStreams streams = new KafkaStreams(builder.build(), settings)) {
      streams.setStateListener(
          (now, before) -> {
            if (now == KafkaStreams.State.RUNNING) {
              running.countDown();
            }
          });
      streams.start();
      running.await();
      System.out.println(READY);
      while (System.in.read() >= 0) {
        // Whoever started it still lives.
      }
    }
  }
}
