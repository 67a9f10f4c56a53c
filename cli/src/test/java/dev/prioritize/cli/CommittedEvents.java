package dev.prioritize.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.event.Event.JobSubmitted;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.Topic;
import dev.prioritize.stream.mapping.EventMapper;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;

/** All events that a reader of committed records has seen so far, by pool. */
final class CommittedEvents implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration TIMEOUT = Duration.ofSeconds(90);

  private final Consumer<byte[], byte[]> consumer;
  private final AvroCodec codec = new AvroCodec();
  private final Map<String, List<LoggedEvent>> events = new TreeMap<>();

  CommittedEvents(String bootstrapServers, int partitions) {
    consumer = KafkaClients.readCommittedConsumer(bootstrapServers);
    List<TopicPartition> all =
        IntStream.range(0, partitions)
            .mapToObj(i -> new TopicPartition(Topic.SCHEDULER_EVENTS.topicName(), i))
            .toList();
    consumer.assign(all);
    consumer.seekToBeginning(all);
  }

  private void poll() {
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
      String pool = new String(record.key(), StandardCharsets.UTF_8);
      SpecificRecord value = codec.decode(record.value());
      events.computeIfAbsent(pool, p -> new ArrayList<>()).add(EventMapper.toCore(value));
    }
  }

  private List<LoggedEvent> of(String pool) {
    return events.getOrDefault(pool, List.of());
  }

  /** Reads until each of the pools has some events more than now. */
  void awaitMoreOf(Collection<String> pools, int more) {
    poll();
    Map<String, Integer> before = new TreeMap<>();
    pools.forEach(pool -> before.put(pool, of(pool).size()));
    Awaitility.await()
        .atMost(TIMEOUT)
        .pollInSameThread()
        .untilAsserted(
            () -> {
              poll();
              assertThat(pools)
                  .allMatch(pool -> of(pool).size() >= before.get(pool) + more, "has gone on");
            });
  }

  /** Reads until a pool has taken so many submissions. */
  void awaitSubmissions(String pool, int count) {
    Awaitility.await()
        .atMost(TIMEOUT)
        .pollInSameThread()
        .untilAsserted(
            () -> {
              poll();
              assertThat(submittedJobIds(pool)).hasSizeGreaterThanOrEqualTo(count);
            });
  }

  /** In the order of the log. */
  List<String> submittedJobIds(String pool) {
    return of(pool).stream()
        .map(LoggedEvent::event)
        .filter(JobSubmitted.class::isInstance)
        .map(event -> ((JobSubmitted) event).spec().jobId())
        .toList();
  }

  /** Each number from 1 to the last stands there once, in order. */
  void assertGapless(String pool) {
    assertThat(of(pool).stream().map(LoggedEvent::eventSeq).toList())
        .as("event numbers of pool %s", pool)
        .isNotEmpty()
        .isEqualTo(LongStream.rangeClosed(1, of(pool).size()).boxed().toList());
  }

  @Override
  public void close() {
    consumer.close();
  }
}
