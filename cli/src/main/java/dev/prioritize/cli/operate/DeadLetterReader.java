package dev.prioritize.cli.operate;

import dev.prioritize.cli.Patience;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.DeadLetter;
import dev.prioritize.schema.Topic;
import dev.prioritize.schema.UndecodableRecordException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/** Reads the dead letters of all partitions. */
final class DeadLetterReader {
  private static final Duration POLL = Duration.ofMillis(200);

  private final Consumer<byte[], byte[]> consumer;
  private final Patience patience;
  private final AvroCodec codec = new AvroCodec();

  /** The consumer stays the caller's; the topic must exist. */
  DeadLetterReader(Consumer<byte[], byte[]> consumer, Patience patience) {
    this.consumer = consumer;
    this.patience = patience;
  }

  /** Those wanted of what was written since a time, the earliest first. */
  List<Letter> since(long sinceMillis, Predicate<Letter> wanted) {
    seek(sinceMillis);
    List<Letter> found = new ArrayList<>();
    new BoundedRead(consumer, patience)
        .run("dead letters", record -> read(record, wanted, found::add));
    found.sort(Comparator.comparingLong(letter -> letter.record().getTimeMillis()));
    return found;
  }

  /** Those that come after the last {@link #since}, until the thread is interrupted. */
  void follow(Predicate<Letter> wanted, java.util.function.Consumer<Letter> sink) {
    try {
      while (true) {
        consumer.poll(POLL).forEach(record -> read(record, wanted, sink));
      }
    } catch (InterruptException e) {
      Thread.interrupted(); // heeded; the consumer is still to be closed
      return;
    }
  }

  private void read(
      ConsumerRecord<byte[], byte[]> record,
      Predicate<Letter> wanted,
      java.util.function.Consumer<Letter> sink) {
    Letter letter;
    try {
      letter = new Letter(codec.decode(record.value(), DeadLetter.class));
    } catch (UndecodableRecordException e) {
      return; // of a newer version
    }
    if (wanted.test(letter)) {
      sink.accept(letter);
    }
  }

  private void seek(long sinceMillis) {
    String name = Topic.DEAD_LETTERS.topicName();
    List<TopicPartition> partitions =
        consumer.partitionsFor(name).stream()
            .map(info -> new TopicPartition(name, info.partition()))
            .toList();
    consumer.assign(partitions);
    // Not seekToEnd: that is done at the first poll, and would leave out what came in between.
    consumer.endOffsets(partitions).forEach(consumer::seek);
    Map<TopicPartition, Long> times = new HashMap<>();
    partitions.forEach(partition -> times.put(partition, sinceMillis));
    consumer
        .offsetsForTimes(times)
        .forEach(
            (partition, first) -> {
              if (first != null) {
                consumer.seek(partition, first.offset());
              }
            });
  }
}
