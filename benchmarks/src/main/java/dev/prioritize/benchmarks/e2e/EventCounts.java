package dev.prioritize.benchmarks.e2e;

import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.Topic;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** How many events of each kind the scheduler has written. */
final class EventCounts implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private final TopicReader reader;
  private final AvroCodec codec = new AvroCodec();
  private final Map<Class<?>, Integer> counts = new HashMap<>();
  private final ArrayDeque<Class<?>> awaited = new ArrayDeque<>();

  EventCounts(String bootstrapServers) {
    reader =
        new TopicReader(
            bootstrapServers, Topic.SCHEDULER_EVENTS.topicName(), BenchCluster.PARTITIONS);
  }

  /**
   * Reads on until there have been so many events of a kind.
   *
   * @param meanwhile is run again and again
   * @throws IllegalStateException if that takes too long
   */
  void await(Class<?> type, int count, Runnable meanwhile) {
    long deadlineNanos = System.nanoTime() + TIMEOUT.toNanos();
    while (counts.getOrDefault(type, 0) < count) {
      read();
      meanwhile.run();
      if (System.nanoTime() - deadlineNanos > 0) {
        throw new IllegalStateException(
            "waited in vain for " + count + " " + type.getSimpleName() + ": so far " + counts);
      }
    }
  }

  /** Reads on to the next event of one kind, and from there to the next of another. */
  void awaitPair(Class<?> first, Class<?> second) {
    awaited.addAll(List.of(first, second));
    long deadlineNanos = System.nanoTime() + TIMEOUT.toNanos();
    while (!awaited.isEmpty()) {
      read();
      if (System.nanoTime() - deadlineNanos > 0) {
        throw new IllegalStateException("waited in vain for " + awaited + ": so far " + counts);
      }
    }
  }

  /** Reads all that stands there now. */
  void catchUp() {
    do {
      read();
    } while (!reader.isAtEnd());
  }

  private void read() {
    for (ConsumerRecord<byte[], byte[]> record : reader.poll(POLL)) {
      Class<?> type = codec.decode(record.value()).getClass();
      counts.merge(type, 1, Integer::sum);
      if (type == awaited.peek()) {
        awaited.remove();
      }
    }
  }

  @Override
  public void close() {
    reader.close();
  }
}
