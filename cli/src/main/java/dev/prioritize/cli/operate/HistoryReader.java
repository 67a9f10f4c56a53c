package dev.prioritize.cli.operate;

import dev.prioritize.cli.KafkaClients;
import dev.prioritize.cli.Patience;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.state.Job;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.CancelJobCommand;
import dev.prioritize.schema.ChangePriorityCommand;
import dev.prioritize.schema.Topic;
import dev.prioritize.schema.UndecodableRecordException;
import dev.prioritize.stream.config.SchedulerConfig;
import dev.prioritize.stream.mapping.EventMapper;
import dev.prioritize.stream.query.JobHistory;
import dev.prioritize.stream.query.PoolView;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;

/** Reads what happened to a job from the pool's events, and who asked for it from its commands. */
final class HistoryReader {
  /** Kafka's clock, by which events are found, may be ahead of the scheduler's. */
  private static final long CLOCKS_DIFFER_MILLIS = Duration.ofMinutes(1).toMillis();

  private final SchedulerConfig config;
  private final Patience patience;
  private final AvroCodec codec = new AvroCodec();

  HistoryReader(SchedulerConfig config, Patience patience) {
    this.config = config;
    this.patience = patience;
  }

  /** The history of a job that the pool knows. */
  List<JobHistory.Entry> read(PoolView view, Job job) {
    JobHistory history = new JobHistory(job.id());
    byte[] jobId = job.id().getBytes(StandardCharsets.UTF_8);
    try (Consumer<byte[], byte[]> consumer =
        KafkaClients.readCommittedConsumer(config.bootstrapServers(), config.kafka())) {
      seek(
          consumer,
          partition(consumer, Topic.SCHEDULER_EVENTS, view.name()),
          view.isVirtual() ? 0 : before(job.submittedAtMillis()));
      new BoundedRead(consumer, patience)
          .run(
              "the pool's events",
              record -> {
                // Decoding is what takes time, and most events are about other jobs.
                if (history.hasReservation() || contains(record.value(), jobId)) {
                  add(history, view.name(), record.value());
                }
              });
      readRequesters(consumer, history, view, jobId);
    }
    return history.entries();
  }

  /** Who asked stands in the commands only; they are read only if somebody has asked. */
  private void readRequesters(
      Consumer<byte[], byte[]> consumer, JobHistory history, PoolView view, byte[] jobId) {
    List<LoggedEvent> requested = history.requested();
    if (requested.isEmpty()) {
      return;
    }
    seek(
        consumer,
        partition(consumer, Topic.SCHEDULER_COMMANDS, view.name()),
        view.isVirtual() ? 0 : before(requested.get(0).timeMillis()));
    new BoundedRead(consumer, patience)
        .run(
            "the pool's commands",
            record -> {
              if (contains(record.value(), jobId)) {
                addRequester(history, view.name(), record.value());
              }
            });
  }

  private void addRequester(JobHistory history, String pool, byte[] value) {
    SpecificRecord record;
    try {
      record = codec.decode(value);
    } catch (UndecodableRecordException e) {
      return; // of a newer version
    }
    if (record instanceof CancelJobCommand command && command.getPool().equals(pool)) {
      history.addRequester(command.getCommandSeq(), command.getRequestedBy());
    } else if (record instanceof ChangePriorityCommand command && command.getPool().equals(pool)) {
      history.addRequester(command.getCommandSeq(), command.getRequestedBy());
    }
  }

  private static long before(long millis) {
    return Math.max(0, millis - CLOCKS_DIFFER_MILLIS);
  }

  private static TopicPartition partition(
      Consumer<byte[], byte[]> consumer, Topic of, String pool) {
    String topic = of.topicName();
    int partitions = consumer.partitionsFor(topic).size();
    byte[] key = pool.getBytes(StandardCharsets.UTF_8);
    return new TopicPartition(topic, Topic.partitionOf(key, partitions));
  }

  private static void seek(
      Consumer<byte[], byte[]> consumer, TopicPartition partition, long sinceMillis) {
    consumer.assign(List.of(partition));
    OffsetAndTimestamp first =
        consumer.offsetsForTimes(Map.of(partition, sinceMillis)).get(partition);
    if (first == null) {
      consumer.seekToEnd(List.of(partition));
    } else {
      consumer.seek(partition, first.offset());
    }
  }

  private void add(JobHistory history, String pool, byte[] value) {
    try {
      SpecificRecord record = codec.decode(value);
      if (EventMapper.poolOf(record).equals(pool)) {
        history.add(EventMapper.toCore(record));
      }
    } catch (UndecodableRecordException | IllegalArgumentException e) {
      return; // of a newer version, whose words this one does not know
    }
  }

  static boolean contains(byte[] bytes, byte[] wanted) {
    for (int from = 0; from <= bytes.length - wanted.length; from++) {
      int matched = 0;
      while (matched < wanted.length && bytes[from + matched] == wanted[matched]) {
        matched++;
      }
      if (matched == wanted.length) {
        return true;
      }
    }
    return false;
  }
}
