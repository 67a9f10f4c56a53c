package dev.prioritize.benchmarks.e2e;

import dev.prioritize.schema.AssignmentAction;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.TaskAssignment;
import dev.prioritize.schema.Topic;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;

/**
 * The nodes at work: obeys assignments as they come, ends the short jobs, beats. What is measured
 * is when an assignment came out of the consumer.
 */
final class LauncherThread implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(10);
  private static final long JOIN_MILLIS = 10_000;

  /** A short job that runs, and when it ends. */
  private record Running(TaskAssignment task, long endNanos) {}

  private final Outbox outbox;
  private final Launchers launchers;
  private final TopicReader assignments;
  private final String shortJobPrefix;
  private final long shortJobNanos;
  private final AvroCodec codec = new AvroCodec();
  private final ArrayDeque<Running> running = new ArrayDeque<>();
  private final AtomicInteger starts = new AtomicInteger();
  private final Thread thread = new Thread(this::run, "launchers");
  private volatile Latencies latencies;
  private volatile String measuredPrefix = "";
  private volatile boolean stopped;
  private volatile RuntimeException failure;

  /**
   * Registers the nodes and goes on in a thread of its own.
   *
   * @param shortJobPrefix of the ids of the jobs that end by themselves
   */
  LauncherThread(
      String bootstrapServers,
      int nodes,
      int gpusPerNode,
      String shortJobPrefix,
      Duration shortJob) {
    this.shortJobPrefix = shortJobPrefix;
    this.shortJobNanos = shortJob.toNanos();
    outbox = new Outbox(bootstrapServers);
    launchers = new Launchers(outbox, nodes, gpusPerNode);
    assignments =
        new TopicReader(bootstrapServers, Topic.ASSIGNMENTS.topicName(), BenchCluster.PARTITIONS);
    launchers.register();
    thread.start();
  }

  /** From now on jobs with this prefix and a number behind it are measured. */
  void measure(String prefix, Latencies series) {
    measuredPrefix = prefix;
    latencies = series;
  }

  /** STARTs seen so far. */
  int starts() {
    return starts.get();
  }

  /** Throws what has ended the thread, if something has. */
  void check() {
    if (failure != null) {
      throw new IllegalStateException("the launchers have failed", failure);
    }
  }

  private void run() {
    try {
      while (!stopped) {
        ConsumerRecords<byte[], byte[]> records = assignments.poll(POLL);
        long now = System.nanoTime();
        for (ConsumerRecord<byte[], byte[]> record : records) {
          obey(codec.decode(record.value(), TaskAssignment.class), now);
        }
        endShortJobs(now);
        launchers.beatWhenDue();
      }
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  private void obey(TaskAssignment task, long now) {
    if (task.getAction() != AssignmentAction.START) {
      throw new IllegalStateException("nobody asked for " + task);
    }
    String jobId = task.getJobId();
    if (latencies != null && jobId.startsWith(measuredPrefix)) {
      latencies.seen(Integer.parseInt(jobId.substring(measuredPrefix.length())), now);
    }
    starts.incrementAndGet();
    launchers.started(task);
    if (jobId.startsWith(shortJobPrefix)) {
      running.add(new Running(task, now + shortJobNanos));
    }
  }

  private void endShortJobs(long now) {
    while (!running.isEmpty() && running.peek().endNanos() - now <= 0) {
      launchers.succeeded(running.remove().task());
    }
  }

  @Override
  public void close() {
    stopped = true;
    try {
      thread.join(JOIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    outbox.close();
    assignments.close();
  }
}
