package dev.prioritize.cli;

import dev.prioritize.cli.SubmitAnswer.Outcome;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.CommandIgnoredEvent;
import dev.prioritize.schema.CommandKindValue;
import dev.prioritize.schema.CommandRejectedEvent;
import dev.prioritize.schema.DeadLetter;
import dev.prioritize.schema.JobPlacedEvent;
import dev.prioritize.schema.JobRejectedEvent;
import dev.prioritize.schema.JobSubmission;
import dev.prioritize.schema.JobSubmittedEvent;
import dev.prioritize.schema.Topic;
import dev.prioritize.schema.UndecodableRecordException;
import dev.prioritize.stream.mapping.SubmissionMapper;
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
 * One submission and the scheduler's answer to it, which stands in the pool's partition of the
 * events or of the dead letters. For one use, by one thread.
 */
final class SubmitExchange {
  private static final Duration POLL = Duration.ofMillis(100);

  private final Producer<byte[], byte[]> producer;
  private final Consumer<byte[], byte[]> consumer;
  private final AvroCodec codec = new AvroCodec();
  private final JobSubmission submission;
  private final byte[] key;
  private final TopicPartition events;
  private final TopicPartition deadLetters;
  private RecordMetadata sent;
  private SubmitAnswer answer;

  /** The clients stay the caller's. The topics must exist. */
  SubmitExchange(
      Producer<byte[], byte[]> producer,
      Consumer<byte[], byte[]> consumer,
      JobSubmission submission) {
    this.producer = producer;
    this.consumer = consumer;
    this.submission = submission;
    this.key = submission.getPool().getBytes(StandardCharsets.UTF_8);
    this.events = partition(Topic.SCHEDULER_EVENTS);
    this.deadLetters = partition(Topic.DEAD_LETTERS);
  }

  private TopicPartition partition(Topic topic) {
    int partitions = consumer.partitionsFor(topic.topicName()).size();
    return new TopicPartition(topic.topicName(), Topic.partitionOf(key, partitions));
  }

  /**
   * Sends, and waits for the answer.
   *
   * @param timeout zero not to wait
   * @throws KafkaException if it cannot be sent
   */
  SubmitAnswer run(Duration timeout) {
    // 1. Listen first, so that no answer is missed.
    consumer.assign(List.of(events, deadLetters));
    consumer.seekToEnd(consumer.assignment());
    consumer.assignment().forEach(consumer::position);

    // 2. Send.
    sent = send();
    if (timeout.isZero()) {
      return SubmitAnswer.of(Outcome.SENT);
    }

    // 3. Read until the answer is there.
    long deadlineNanos = System.nanoTime() + timeout.toNanos();
    while (answer == null && System.nanoTime() - deadlineNanos < 0) {
      consumer.poll(POLL).forEach(this::read);
    }
    if (answer == null) {
      return SubmitAnswer.of(Outcome.NO_ANSWER);
    }

    // 4. A pass may have placed or rejected the job in the transaction that accepted it.
    long end = consumer.endOffsets(List.of(events)).get(events);
    while (consumer.position(events) < end && System.nanoTime() - deadlineNanos < 0) {
      consumer.poll(POLL).forEach(this::read);
    }
    return answer;
  }

  /** Where the submission stands: {@code topic-partition@offset}; only after {@link #run}. */
  String position() {
    return sent.topic() + "-" + sent.partition() + "@" + sent.offset();
  }

  private RecordMetadata send() {
    String topic = Topic.JOB_SUBMISSIONS.topicName();
    try {
      return producer.send(new ProducerRecord<>(topic, key, codec.encode(submission))).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("interrupted while sending; it may have been sent", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
    }
  }

  private void read(ConsumerRecord<byte[], byte[]> record) {
    try {
      read(codec.decode(record.value()));
    } catch (UndecodableRecordException e) {
      return; // of a newer version, so no answer to this one
    }
  }

  private void read(SpecificRecord record) {
    if (record instanceof DeadLetter letter && isOurs(letter)) {
      answer = SubmitAnswer.refused(letter);
    } else if (record instanceof JobSubmittedEvent event && isOurs(event)) {
      answer = SubmitAnswer.of(Outcome.PENDING);
    } else if (record instanceof CommandIgnoredEvent event
        && event.getCommand() == CommandKindValue.SUBMIT_JOB
        && isOurs(event.getPool(), event.getTarget())
        && answer == null) {
      answer = SubmitAnswer.of(Outcome.REPEATED);
    } else if (record instanceof CommandRejectedEvent event
        && event.getCommand() == CommandKindValue.SUBMIT_JOB
        && isOurs(event.getPool(), event.getTarget())
        && answer == null) {
      answer = SubmitAnswer.refused(event.getRejection());
    } else if (isAccepted()) {
      readWhatFollowed(record);
    }
  }

  private void readWhatFollowed(SpecificRecord record) {
    if (record instanceof JobPlacedEvent event && isOurs(event.getPool(), event.getJobId())) {
      answer = SubmitAnswer.of(Outcome.STARTING);
    } else if (record instanceof JobRejectedEvent event
        && isOurs(event.getPool(), event.getJobId())) {
      answer = SubmitAnswer.refused(event.getRejection());
    }
  }

  private boolean isAccepted() {
    return answer != null && answer.outcome() == Outcome.PENDING;
  }

  private boolean isOurs(DeadLetter letter) {
    return letter.getSourceTopic().equals(sent.topic())
        && letter.getSourcePartition() == sent.partition()
        && letter.getSourceOffset() == sent.offset();
  }

  /** Somebody else may submit another job under the same id at the same time. */
  private boolean isOurs(JobSubmittedEvent event) {
    return isOurs(event.getPool(), event.getSpec().getJobId())
        && event
            .getSpec()
            .getContentSha256()
            .equals(new SubmissionMapper(codec).toSpec(submission).contentSha256());
  }

  private boolean isOurs(String pool, String jobId) {
    return pool.equals(submission.getPool()) && jobId.equals(submission.getJobId());
  }
}
