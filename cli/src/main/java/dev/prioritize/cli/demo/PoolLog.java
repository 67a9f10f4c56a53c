package dev.prioritize.cli.demo;

import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.ConfigurePoolCommand;
import dev.prioritize.schema.JobFinishedEvent;
import dev.prioritize.schema.JobPlacedEvent;
import dev.prioritize.schema.NodeRegisteredEvent;
import dev.prioritize.schema.PassFinishedEvent;
import dev.prioritize.schema.TickCommand;
import dev.prioritize.schema.Topic;
import dev.prioritize.simulator.JobRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** A reader of one pool's commands and events, which sees only what is committed. */
final class PoolLog implements AutoCloseable {
  private static final long MILLIS_PER_SECOND = 1_000;
  private static final Duration POLL = Duration.ofMillis(20);

  private final Consumer<byte[], byte[]> consumer;
  private final java.util.function.Consumer<SpecificRecord> listener;
  private final AvroCodec codec = new AvroCodec();
  private final Map<String, Long> startSeconds = new HashMap<>();
  private final Map<String, JobRun> runs = new HashMap<>();
  private List<String> placedJobIds = new ArrayList<>();
  private long facts;
  private long assignedTasks;
  private long finishedPasses;
  private int registeredNodes;
  private int pendingJobs;
  private int holdingJobs;

  /** Takes over the consumer; {@code partition} is the pool's. */
  PoolLog(Consumer<byte[], byte[]> consumer, int partition) {
    this(consumer, partition, event -> {});
  }

  /** The same; the listener is given every event, in their order. */
  PoolLog(
      Consumer<byte[], byte[]> consumer,
      int partition,
      java.util.function.Consumer<SpecificRecord> listener) {
    this.consumer = consumer;
    this.listener = listener;
    List<TopicPartition> partitions =
        List.of(
            new TopicPartition(Topic.SCHEDULER_COMMANDS.topicName(), partition),
            new TopicPartition(Topic.SCHEDULER_EVENTS.topicName(), partition));
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /** Reads what is new; returns at once when something is, else after a moment. */
  void poll() {
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
      SpecificRecord value = codec.decode(record.value());
      if (record.topic().equals(Topic.SCHEDULER_COMMANDS.topicName())) {
        boolean ownCommand = value instanceof TickCommand || value instanceof ConfigurePoolCommand;
        facts += ownCommand ? 0 : 1;
      } else {
        read(value);
        listener.accept(value);
      }
    }
  }

  private void read(SpecificRecord event) {
    if (event instanceof JobPlacedEvent placed) {
      startSeconds.put(placed.getJobId(), placed.getTimeMillis() / MILLIS_PER_SECOND);
      placedJobIds.add(placed.getJobId());
      assignedTasks += placed.getTasks().size();
    } else if (event instanceof JobFinishedEvent finished && finished.getAttempt() > 0) {
      runs.put(
          finished.getJobId(),
          new JobRun(
              startSeconds.get(finished.getJobId()), finished.getTimeMillis() / MILLIS_PER_SECOND));
    } else if (event instanceof PassFinishedEvent pass) {
      finishedPasses += pass.getDecisionLimitSpent() ? 0 : 1;
      pendingJobs = pass.getPendingJobs();
      holdingJobs = pass.getHoldingJobs();
    } else if (event instanceof NodeRegisteredEvent) {
      registeredNodes++;
    }
  }

  /** Commands that somebody outside asked for: all but ticks and configurations. */
  long facts() {
    return facts;
  }

  /** Passes that were finished and ask for no further tick. */
  long finishedPasses() {
    return finishedPasses;
  }

  /** Tasks of all the jobs placed so far. */
  long assignedTasks() {
    return assignedTasks;
  }

  int registeredNodes() {
    return registeredNodes;
  }

  /** Jobs that waited after the last pass. */
  int pendingJobs() {
    return pendingJobs;
  }

  /** Jobs that held GPUs after the last pass. */
  int holdingJobs() {
    return holdingJobs;
  }

  /** The jobs placed since the last call, in order. */
  List<String> takePlacedJobIds() {
    List<String> taken = placedJobIds;
    placedJobIds = new ArrayList<>();
    return taken;
  }

  /** When each ended job ran, as the log tells it. */
  Map<String, JobRun> runs() {
    return runs;
  }

  @Override
  public void close() {
    consumer.close();
  }
}
