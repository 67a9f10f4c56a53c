package dev.prioritize.crashtest;

import dev.prioritize.cli.KafkaClients;
import dev.prioritize.cli.nodes.AvroNodes;
import dev.prioritize.cli.nodes.NodeOutput;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.GpuTelemetry;
import dev.prioritize.schema.NodeHeartbeat;
import dev.prioritize.schema.TaskAssignment;
import dev.prioritize.schema.TaskReport;
import dev.prioritize.schema.Topic;
import dev.prioritize.simulator.FaultPlan;
import dev.prioritize.simulator.FaultTimes;
import dev.prioritize.simulator.NodeFault;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;

/** The misbehaving nodes on the wall clock, in a thread of their own, against a real broker. */
final class WallClockNodes implements NodeOutput, AutoCloseable {
  /** Longest times of faults: some within the pool's deadlines, some beyond. */
  private static final FaultTimes TIMES =
      new FaultTimes(TestCluster.NODE_TIMEOUT.toMillis(), 5_000, 9_000, 7_000, 8_000, 1);

  private static final Duration POLL = Duration.ofMillis(20);
  private static final long HEARTBEAT_MILLIS = 1_000;
  private static final long TELEMETRY_MILLIS = 2_000;

  /** The broker may be away for long. */
  private static final Map<String, String> PATIENT =
      Map.of("delivery.timeout.ms", "180000", "max.block.ms", "180000");

  private final AvroNodes nodes;
  private final Consumer<byte[], byte[]> consumer;
  private final Producer<byte[], byte[]> producer;
  private final AvroCodec codec = new AvroCodec();
  private final Thread thread = new Thread(this::run, "nodes");
  private volatile boolean stopped;
  private volatile Exception failure;

  WallClockNodes(String bootstrapServers, int nodeCount, int gpusPerNode, FaultPlan plan) {
    nodes =
        new AvroNodes(
            TestCluster.POOL, nodeCount, gpusPerNode, plan, TIMES, WallClockNodes::millis, this);
    consumer = KafkaClients.readCommittedConsumer(bootstrapServers);
    producer = KafkaClients.producer(bootstrapServers, PATIENT);
    List<TopicPartition> partitions = List.of(new TopicPartition(Topic.ASSIGNMENTS.topicName(), 0));
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /** A job's duration is its program's second word. */
  private static long millis(TaskAssignment start) {
    return Long.parseLong(start.getLaunchSpec().getArgv().get(1));
  }

  void start() {
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try {
      long nextHeartbeat = 0;
      long nextTelemetry = 0;
      while (!stopped) {
        nodes.advanceTo(System.currentTimeMillis());
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          nodes.take(codec.decode(record.value(), TaskAssignment.class));
        }
        long now = System.currentTimeMillis();
        if (now >= nextTelemetry) {
          nodes.sendTelemetry(false);
          nextTelemetry = now + TELEMETRY_MILLIS;
        }
        if (now >= nextHeartbeat) {
          nodes.sendHeartbeats(false);
          nextHeartbeat = now + HEARTBEAT_MILLIS;
        }
      }
    } catch (Exception e) { // told to whoever waits for the jobs
      failure = e;
    }
  }

  /** Throws what has ended the nodes before their time, if anything has. */
  void check() {
    if (failure != null) {
      throw new IllegalStateException("the simulated nodes have failed", failure);
    }
  }

  /** Once closed: how many faults of each kind have come about. */
  Map<NodeFault, Integer> injected() {
    return nodes.injected();
  }

  /** Once closed: tasks that still ran when a newer START came for their GPUs. */
  int overtaken() {
    return nodes.overtaken();
  }

  @Override
  public void report(TaskReport report) {
    send(Topic.JOB_REPORTS, TestCluster.POOL, report);
  }

  @Override
  public void heartbeat(NodeHeartbeat heartbeat) {
    send(Topic.NODE_HEARTBEATS, heartbeat.getNodeId(), heartbeat);
  }

  @Override
  public void telemetry(GpuTelemetry telemetry) {
    send(Topic.GPU_TELEMETRY, telemetry.getNodeId(), telemetry);
  }

  /** On the wall clock the scheduler notices by itself. */
  @Override
  public void silence(String nodeId, boolean silent, long atMillis) {}

  private void send(Topic topic, String key, SpecificRecord value) {
    Future<RecordMetadata> unused =
        producer.send(
            new ProducerRecord<>(
                topic.topicName(), key.getBytes(StandardCharsets.UTF_8), codec.encode(value)),
            (sent, e) -> {
              if (e != null) {
                failure = e;
              }
            });
  }

  @Override
  public void close() {
    stopped = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    consumer.close();
    producer.close();
  }
}
