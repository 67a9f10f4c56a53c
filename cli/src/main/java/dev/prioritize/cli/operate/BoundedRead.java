package dev.prioritize.cli.operate;

import dev.prioritize.cli.CommandFailure;
import dev.prioritize.cli.Patience;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads a consumer's partitions from where it stands to where they end now, committed records only.
 * What is committed later is left out, so that what was read is one state and not a part of the
 * next.
 */
final class BoundedRead {
  private static final Duration POLL = Duration.ofMillis(100);

  /** So long without a single record, and Kafka is given up. */
  private static final long STALLED_NANOS = Duration.ofSeconds(30).toNanos();

  private final Consumer<byte[], byte[]> consumer;
  private final Patience patience;

  BoundedRead(Consumer<byte[], byte[]> consumer, Patience patience) {
    this.consumer = consumer;
    this.patience = patience;
  }

  /**
   * Reads.
   *
   * @param what is being read, for people
   * @throws CommandFailure if Kafka hands out nothing for too long
   */
  void run(String what, java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> sink) {
    Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
    long total = remaining(ends);
    long left = total;
    long lastProgressNanos = System.nanoTime();
    while (left > 0) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        if (record.offset() < ends.get(new TopicPartition(record.topic(), record.partition()))) {
          sink.accept(record);
        }
      }
      long leftNow = remaining(ends);
      long nowNanos = System.nanoTime();
      if (leftNow < left) {
        lastProgressNanos = nowNanos;
      } else if (nowNanos - lastProgressNanos > STALLED_NANOS) {
        throw new CommandFailure(
            "Kafka handed out nothing of " + what + " for 30 s: is it overloaded? Try again");
      }
      left = leftNow;
      if (left > 0) {
        patience.at(() -> "reading " + what + ": " + (100 * (total - leftNow) / total) + " %");
      }
    }
    ends.forEach(consumer::seek); // what came later is for whoever reads on
  }

  private long remaining(Map<TopicPartition, Long> ends) {
    long remaining = 0;
    for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
      remaining += Math.max(0, end.getValue() - consumer.position(end.getKey()));
    }
    return remaining;
  }
}
