package dev.prioritize.crashtest;

import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.JobFinishedEvent;
import dev.prioritize.schema.JobRejectedEvent;
import dev.prioritize.schema.Topic;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Follows the events while the test runs: how far the jobs are. */
final class EventTail implements AutoCloseable {
  private static final Duration DRAIN = Duration.ofMillis(300);

  private final CommittedTopic topic;
  private final AvroCodec codec = new AvroCodec();
  private final Set<String> endedJobIds = new HashSet<>();
  private long events;

  EventTail(String bootstrapServers) {
    topic = new CommittedTopic(bootstrapServers, Topic.SCHEDULER_EVENTS.topicName());
  }

  /** All that was committed before. */
  void readAll() {
    long before;
    do {
      before = events;
      poll(DRAIN);
    } while (events > before);
  }

  void poll(Duration timeout) {
    for (ConsumerRecord<byte[], byte[]> record : topic.poll(timeout)) {
      events++;
      SpecificRecord event = codec.decode(record.value());
      if (event instanceof JobFinishedEvent finished) {
        endedJobIds.add(finished.getJobId());
      } else if (event instanceof JobRejectedEvent rejected) {
        endedJobIds.add(rejected.getJobId());
      }
    }
  }

  long events() {
    return events;
  }

  int endedJobs() {
    return endedJobIds.size();
  }

  @Override
  public void close() {
    topic.close();
  }
}
