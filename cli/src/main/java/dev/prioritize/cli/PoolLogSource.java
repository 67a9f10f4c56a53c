package dev.prioritize.cli;

import dev.prioritize.schema.Topic;
import dev.prioritize.stream.config.SchedulerConfig;
import dev.prioritize.stream.replay.KafkaLog;
import dev.prioritize.stream.replay.LogSink;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;

/** A pool's log on the cluster that a command works with. */
final class PoolLogSource {
  private static final List<Topic> TOPICS =
      List.of(Topic.SCHEDULER_COMMANDS, Topic.SCHEDULER_EVENTS);

  private PoolLogSource() {}

  /** Pushes what is committed now into the sink, and tells on stderr how far it has come. */
  static void copy(SchedulerConfig config, String pool, LogSink sink, ProgressLine progress) {
    try (Admin admin = KafkaConnection.open(config)) {
      RequiredTopics.check(admin, config.bootstrapServers(), TOPICS);
    }
    try (Consumer<byte[], byte[]> consumer =
        KafkaClients.readCommittedConsumer(config.bootstrapServers(), config.kafka())) {
      new KafkaLog(consumer, pool).copyTo(new ProgressSink(sink, progress));
    }
  }
}
