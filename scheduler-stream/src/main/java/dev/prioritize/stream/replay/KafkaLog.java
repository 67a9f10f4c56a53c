package dev.prioritize.stream.replay;

import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.Topic;
import dev.prioritize.schema.UndecodableRecordException;
import dev.prioritize.stream.mapping.CommandMapper;
import dev.prioritize.stream.mapping.EventMapper;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * One pool's log on a Kafka cluster, as it is committed when the reading begins: commands and
 * events of two topics, merged by {@code commandSeq}.
 *
 * <p>A transaction that ends just then may be visible on one topic only; its commands and events
 * are left out. Holds some hundred records of each topic at most.
 */
public final class KafkaLog {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** A topic of which so many records wait is not read on. */
  private static final int MAX_WAITING = 500;

  private final Consumer<byte[], byte[]> consumer;
  private final String poolName;
  private final byte[] key;
  private final AvroCodec codec = new AvroCodec();
  private final Side commands;
  private final Side events;

  /** One of the two topics. */
  private static final class Side {
    private final TopicPartition partition;
    private final ToLongFunction<SpecificRecord> commandSeqOf;
    private final ArrayDeque<Entry> waiting = new ArrayDeque<>();
    private long end;

    Side(TopicPartition partition, ToLongFunction<SpecificRecord> commandSeqOf) {
      this.partition = partition;
      this.commandSeqOf = commandSeqOf;
    }
  }

  private static final class Entry {
    private final long commandSeq;
    private final byte[] record;

    Entry(long commandSeq, byte[] record) {
      this.commandSeq = commandSeq;
      this.record = record;
    }
  }

  /**
   * A log about to be read.
   *
   * @param consumer that reads only what is committed; the caller closes it
   */
  public KafkaLog(Consumer<byte[], byte[]> consumer, String poolName) {
    this.consumer = consumer;
    this.poolName = poolName;
    key = poolName.getBytes(StandardCharsets.UTF_8);
    commands =
        new Side(
            partitionOf(Topic.SCHEDULER_COMMANDS),
            record -> CommandMapper.toCore(record).commandSeq());
    events =
        new Side(
            partitionOf(Topic.SCHEDULER_EVENTS), record -> EventMapper.toCore(record).commandSeq());
  }

  private TopicPartition partitionOf(Topic topic) {
    int partitions = consumer.partitionsFor(topic.topicName()).size();
    return new TopicPartition(topic.topicName(), Topic.partitionOf(key, partitions));
  }

  /**
   * Pushes the pool's log into the sink, until that is done.
   *
   * @throws LogException if the pool has no log there, or a record of it cannot be read
   * @throws TimeoutException if Kafka gives nothing for 30 s
   */
  public void copyTo(LogSink sink) {
    seekToStart();
    if (peek(commands) == null) {
      throw new LogException(
          "pool " + poolName + " has no log on this Kafka: is that its name, and has it ever run?");
    }
    // Without its events the last command may be half of a transaction.
    for (Entry command = peek(commands);
        command != null && peek(events) != null && !sink.isDone();
        command = peek(commands)) {
      commands.waiting.remove();
      pushEvents(command.commandSeq - 1, sink);
      sink.command(command.record);
      pushEvents(command.commandSeq, sink);
    }
  }

  private void seekToStart() {
    List<TopicPartition> both = List.of(commands.partition, events.partition);
    consumer.assign(both);
    consumer.seekToBeginning(both);
    Map<TopicPartition, Long> ends = consumer.endOffsets(both);
    commands.end = ends.get(commands.partition);
    events.end = ends.get(events.partition);
  }

  private void pushEvents(long upToCommandSeq, LogSink sink) {
    Entry event = peek(events);
    while (event != null && event.commandSeq <= upToCommandSeq) {
      events.waiting.remove();
      sink.event(event.record);
      event = peek(events);
    }
  }

  /** The next record of a topic, or null at its end. */
  private Entry peek(Side side) {
    long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
    while (side.waiting.isEmpty() && consumer.position(side.partition) < side.end) {
      long before = consumer.position(side.partition);
      poll();
      if (consumer.position(side.partition) > before) {
        deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
      } else if (System.nanoTime() > deadlineNanos) {
        throw new TimeoutException(
            "nothing came from " + side.partition + " for " + PATIENCE.toSeconds() + " s");
      }
    }
    return side.waiting.peek();
  }

  private void poll() {
    for (Side side : List.of(commands, events)) {
      List<TopicPartition> partition = List.of(side.partition);
      if (side.waiting.size() >= MAX_WAITING) {
        consumer.pause(partition);
      } else {
        consumer.resume(partition);
      }
    }
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
      Side side = record.topic().equals(commands.partition.topic()) ? commands : events;
      if (record.offset() < side.end && Arrays.equals(record.key(), key)) {
        side.waiting.add(new Entry(commandSeqOf(side, record), record.value()));
      }
    }
  }

  private long commandSeqOf(Side side, ConsumerRecord<byte[], byte[]> record) {
    try {
      return side.commandSeqOf.applyAsLong(codec.decode(record.value()));
    } catch (UndecodableRecordException | IllegalArgumentException e) {
      throw new LogException(
          "the record at offset %d of %s cannot be read: %s"
              .formatted(record.offset(), side.partition, LogRecords.oneLine(e)),
          e);
    }
  }
}
