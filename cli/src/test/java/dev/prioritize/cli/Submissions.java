package dev.prioritize.cli;

import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.JobSubmission;
import dev.prioritize.schema.LaunchSpec;
import dev.prioritize.schema.PlacementRuleValue;
import dev.prioritize.schema.PriorityClassValue;
import dev.prioritize.schema.Topic;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Bursts of jobs of one GPU. */
final class Submissions {
  private Submissions() {}

  /**
   * Sends so many jobs to each pool and waits until Kafka has them, but not for what becomes of
   * them.
   */
  static void send(String bootstrapServers, List<String> pools, String prefix, int jobs)
      throws InterruptedException, ExecutionException {
    AvroCodec codec = new AvroCodec();
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    try (Producer<byte[], byte[]> producer = KafkaClients.producer(bootstrapServers)) {
      for (int job = 0; job < jobs; job++) {
        for (String pool : pools) {
          byte[] key = pool.getBytes(StandardCharsets.UTF_8);
          byte[] value = codec.encode(submission(pool, prefix + job));
          sent.add(
              producer.send(new ProducerRecord<>(Topic.JOB_SUBMISSIONS.topicName(), key, value)));
        }
      }
      for (Future<RecordMetadata> one : sent) {
        one.get();
      }
    }
  }

  private static JobSubmission submission(String pool, String jobId) {
    return JobSubmission.newBuilder()
        .setPool(pool)
        .setJobId(jobId)
        .setTenant("team")
        .setName("")
        .setPriorityClass(PriorityClassValue.NORMAL)
        .setGpus(1)
        .setPlacement(PlacementRuleValue.CONSOLIDATED)
        .setMaxRetries(0)
        .setLaunchSpec(new LaunchSpec(List.of("train"), List.of(), null, null))
        .setLabels(List.of())
        .setSubmittedAtMillis(System.currentTimeMillis())
        .build();
  }
}
