package dev.prioritize.benchmarks.e2e;

import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.JobFinishedEvent;
import dev.prioritize.schema.NodeRegisteredEvent;
import dev.prioritize.schema.TaskAssignment;
import dev.prioritize.schema.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The clients of the burst: who submits, and the nodes. */
final class BurstLoad implements AutoCloseable {
  private static final int GPUS_PER_NODE = 8;
  private static final Duration EXPECTED = Duration.ofHours(1);
  private static final Duration POLL = Duration.ofMillis(20);
  private static final Duration BURST_TIMEOUT = Duration.ofMinutes(2);
  private static final Duration PAUSE = Duration.ofSeconds(2);

  /**
   * One burst.
   *
   * @param perSecond assignments
   * @param schedulerMillis processor time of the scheduler per 1,000 assignments
   * @param brokerMillis the broker's
   */
  record Result(double seconds, double perSecond, double schedulerMillis, double brokerMillis) {}

  private final BenchCluster cluster;
  private final int jobs;
  private final AvroCodec codec = new AvroCodec();
  private final Submissions submissions = new Submissions();
  private final Outbox outbox;
  private final Launchers launchers;
  private final EventCounts events;
  private final TopicReader assignments;
  private int bursts;

  /** Registers the nodes. */
  BurstLoad(BenchCluster cluster, int nodes, int jobs) {
    this.cluster = cluster;
    this.jobs = jobs;
    String servers = cluster.bootstrapServers();
    outbox = new Outbox(servers);
    events = new EventCounts(servers);
    assignments = new TopicReader(servers, Topic.ASSIGNMENTS.topicName(), BenchCluster.PARTITIONS);
    launchers = new Launchers(outbox, nodes, GPUS_PER_NODE);
    launchers.register();
    events.await(NodeRegisteredEvent.class, nodes, launchers::beatWhenDue);
  }

  /** One burst, and its jobs' end. */
  Result burst() throws InterruptedException {
    bursts++;
    List<byte[]> encoded = new ArrayList<>(jobs);
    for (int job = 0; job < jobs; job++) {
      encoded.add(submissions.encode("burst-%d-%05d".formatted(bursts, job), 1, EXPECTED));
    }
    double schedulerBefore = millis(cluster.schedulerCpu());
    double brokerBefore = millis(cluster.brokerCpu());
    long began = System.nanoTime();
    for (byte[] submission : encoded) {
      outbox.send(Topic.JOB_SUBMISSIONS.topicName(), BenchCluster.POOL, submission);
    }
    List<byte[]> seen = awaitAssignments(began);
    double seconds = (System.nanoTime() - began) / 1e9;
    double schedulerMillis = millis(cluster.schedulerCpu()) - schedulerBefore;
    double brokerMillis = millis(cluster.brokerCpu()) - brokerBefore;
    runAndEnd(seen);
    double thousands = jobs / 1_000.0;
    return new Result(
        seconds, jobs / seconds, schedulerMillis / thousands, brokerMillis / thousands);
  }

  private List<byte[]> awaitAssignments(long began) {
    List<byte[]> seen = new ArrayList<>(jobs);
    while (seen.size() < jobs) {
      for (ConsumerRecord<byte[], byte[]> record : assignments.poll(POLL)) {
        seen.add(record.value());
      }
      launchers.beatWhenDue();
      if (System.nanoTime() - began > BURST_TIMEOUT.toNanos()) {
        throw new IllegalStateException("only " + seen.size() + " assignments came");
      }
    }
    return seen;
  }

  private void runAndEnd(List<byte[]> seen) throws InterruptedException {
    List<TaskAssignment> tasks = new ArrayList<>(seen.size());
    for (byte[] value : seen) {
      tasks.add(codec.decode(value, TaskAssignment.class));
    }
    tasks.forEach(launchers::started);
    tasks.forEach(launchers::succeeded);
    events.await(JobFinishedEvent.class, bursts * jobs, launchers::beatWhenDue);
    long until = System.nanoTime() + PAUSE.toNanos();
    while (System.nanoTime() - until < 0) {
      launchers.beatWhenDue();
      Thread.sleep(POLL.toMillis());
    }
  }

  private static double millis(Duration duration) {
    return duration.toNanos() / 1e6;
  }

  @Override
  public void close() {
    outbox.close();
    events.close();
    assignments.close();
  }
}
