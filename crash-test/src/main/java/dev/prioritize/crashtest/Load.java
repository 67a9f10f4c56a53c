package dev.prioritize.crashtest;

import dev.prioritize.cli.KafkaClients;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.JobCancellation;
import dev.prioritize.schema.JobSubmission;
import dev.prioritize.schema.LaunchSpec;
import dev.prioritize.schema.PlacementRuleValue;
import dev.prioritize.schema.PriorityClassValue;
import dev.prioritize.schema.Topic;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Submits jobs, cancels some of them, and sends what nobody can take. */
final class Load implements AutoCloseable {
  private static final int SHORTEST_MILLIS = 200;
  private static final int LONGEST_MILLIS = 3_000;
  private static final int MOST_RETRIES = 3;
  private static final int TENANTS = 5;
  private static final double CANCELLED_SHARE = 0.04;
  private static final List<Integer> GPUS = List.of(1, 1, 1, 2, 2, 4, 8, 12, 16);
  private static final List<PriorityClassValue> CLASSES =
      List.of(
          PriorityClassValue.LOW,
          PriorityClassValue.NORMAL,
          PriorityClassValue.NORMAL,
          PriorityClassValue.HIGH,
          PriorityClassValue.URGENT);

  private final Producer<byte[], byte[]> producer;
  private final SplittableRandom random;
  private final AvroCodec codec = new AvroCodec();
  private final List<String> jobIds = new ArrayList<>();
  private volatile Exception failure;

  Load(String bootstrapServers, SplittableRandom random) {
    this.producer =
        KafkaClients.producer(
            bootstrapServers, Map.of("delivery.timeout.ms", "180000", "max.block.ms", "180000"));
    this.random = random;
  }

  /** The jobs submitted so far. */
  List<String> jobIds() {
    return Collections.unmodifiableList(jobIds);
  }

  /** One more job; now and then one of the earlier ones is cancelled. */
  void submitNext() {
    if (failure != null) {
      throw new IllegalStateException("a submission could not be sent", failure);
    }
    String jobId = "job-%04d".formatted(jobIds.size());
    jobIds.add(jobId);
    long now = System.currentTimeMillis();
    long millis = random.nextInt(SHORTEST_MILLIS, LONGEST_MILLIS);
    send(
        Topic.JOB_SUBMISSIONS,
        TestCluster.POOL,
        codec.encode(submission(jobId, now, List.of("train", Long.toString(millis))).build()));
    if (random.nextDouble() < CANCELLED_SHARE) {
      String cancelled = jobIds.get(random.nextInt(Math.max(0, jobIds.size() - 20), jobIds.size()));
      send(
          Topic.JOB_SUBMISSIONS,
          TestCluster.POOL,
          codec.encode(new JobCancellation(TestCluster.POOL, cancelled, "crash-test", now)));
    }
  }

  private JobSubmission.Builder submission(String jobId, long nowMillis, List<String> argv) {
    return JobSubmission.newBuilder()
        .setPool(TestCluster.POOL)
        .setJobId(jobId)
        .setTenant("tenant-" + random.nextInt(TENANTS))
        .setName(jobId)
        .setPriorityClass(CLASSES.get(random.nextInt(CLASSES.size())))
        .setGpus(GPUS.get(random.nextInt(GPUS.size())))
        .setPlacement(PlacementRuleValue.CONSOLIDATED)
        .setExpectedDurationMillis((long) LONGEST_MILLIS)
        .setMaxRetries(random.nextInt(MOST_RETRIES + 1))
        .setLaunchSpec(new LaunchSpec(argv, List.of(), null, null))
        .setLabels(List.of())
        .setSubmittedAtMillis(nowMillis);
  }

  /** One record of each kind of {@link Poison}. */
  void sendPoison() {
    for (Poison poison : Poison.values()) {
      JobSubmission.Builder good =
          submission("poison-" + poison.name(), System.currentTimeMillis(), List.of("train"));
      send(poison.topic(), poison.key(), poison.value(codec, good));
    }
  }

  private void send(Topic topic, String key, byte[] value) {
    Future<RecordMetadata> unused =
        producer.send(
            new ProducerRecord<>(topic.topicName(), key.getBytes(StandardCharsets.UTF_8), value),
            (sent, e) -> {
              if (e != null) {
                failure = e;
              }
            });
  }

  @Override
  public void close() {
    producer.close();
  }
}
