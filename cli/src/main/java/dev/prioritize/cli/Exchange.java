package dev.prioritize.cli;

import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.DeadLetter;
import dev.prioritize.schema.Topic;
import dev.prioritize.schema.UndecodableRecordException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Requests to the scheduler of a pool, one after the other, and its answer to each, which stands in
 * the pool's partition of the events or of the dead letters. For one thread.
 *
 * @param <A> an answer
 */
public final class Exchange<A> {
  private static final Duration POLL = Duration.ofMillis(100);

  /** What counts as an answer to one request. */
  public interface Answers<A> {
    /** The answer that the request's own dead letter is. */
    A refused(DeadLetter letter);

    /**
     * The answer as it stands after one more event, of any pool of the partition.
     *
     * @param former the answer before it, or null if there was none
     * @return null as long as there is none
     */
    A read(SpecificRecord event, A former);
  }

  private final Producer<byte[], byte[]> producer;
  private final Consumer<byte[], byte[]> consumer;
  private final Patience patience;
  private final AvroCodec codec = new AvroCodec();
  private final Topic topic;
  private final byte[] key;
  private final TopicPartition events;
  private final TopicPartition deadLetters;
  private RecordMetadata sent;

  /**
   * An exchange with one pool. The clients stay the caller's; the topics must exist.
   *
   * @param topic that carries the requests
   */
  public Exchange(
      Producer<byte[], byte[]> producer,
      Consumer<byte[], byte[]> consumer,
      Patience patience,
      Topic topic,
      String pool) {
    this.producer = producer;
    this.consumer = consumer;
    this.patience = patience;
    this.topic = topic;
    this.key = pool.getBytes(StandardCharsets.UTF_8);
    this.events = partition(Topic.SCHEDULER_EVENTS);
    this.deadLetters = partition(Topic.DEAD_LETTERS);
  }

  private TopicPartition partition(Topic of) {
    int partitions = consumer.partitionsFor(of.topicName()).size();
    return new TopicPartition(of.topicName(), Topic.partitionOf(key, partitions));
  }

  /**
   * Sends, and waits for the answer.
   *
   * @param answerTimeout how long the scheduler may take; zero not to wait
   * @return null if there was none in time
   * @throws KafkaException if it cannot be sent
   */
  public A ask(SpecificRecord request, Answers<A> answers, Duration answerTimeout) {
    // 1. Listen first, so that no answer is missed.
    consumer.assign(List.of(events, deadLetters));
    consumer.seekToEnd(consumer.assignment());
    consumer.assignment().forEach(consumer::position);

    // 2. Send.
    sent = send(request);
    if (answerTimeout.isZero()) {
      return null;
    }

    // 3. Read until the answer is there.
    A answer = null;
    long deadlineNanos = System.nanoTime() + answerTimeout.toNanos();
    while (answer == null && System.nanoTime() - deadlineNanos < 0) {
      answer = poll(answers, null);
      patience.at(() -> "waiting for the scheduler's answer …");
    }
    if (answer == null) {
      return null;
    }

    // 4. More may have followed in the transaction that answered.
    long end = consumer.endOffsets(List.of(events)).get(events);
    while (consumer.position(events) < end && System.nanoTime() - deadlineNanos < 0) {
      answer = poll(answers, answer);
    }
    return answer;
  }

  /** Where the last request stands: {@code topic-partition@offset}; only after {@link #ask}. */
  public String position() {
    return sent.topic() + "-" + sent.partition() + "@" + sent.offset();
  }

  private RecordMetadata send(SpecificRecord request) {
    try {
      return producer
          .send(new ProducerRecord<>(topic.topicName(), key, codec.encode(request)))
          .get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("interrupted while sending; it may have been sent", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
    }
  }

  private A poll(Answers<A> answers, A former) {
    A answer = former;
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
      answer = read(answers, record, answer);
    }
    return answer;
  }

  private A read(Answers<A> answers, ConsumerRecord<byte[], byte[]> record, A former) {
    SpecificRecord value;
    try {
      value = codec.decode(record.value());
    } catch (UndecodableRecordException e) {
      return former; // of a newer version, so no answer to this one
    }
    if (value instanceof DeadLetter letter) {
      return isOurs(letter) ? answers.refused(letter) : former;
    }
    return answers.read(value, former);
  }

  private boolean isOurs(DeadLetter letter) {
    return letter.getSourceTopic().equals(sent.topic())
        && letter.getSourcePartition() == sent.partition()
        && letter.getSourceOffset() == sent.offset();
  }
}
