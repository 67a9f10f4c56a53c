package dev.prioritize.cli.nodes;

import dev.prioritize.cli.KafkaClients;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.GpuTelemetry;
import dev.prioritize.schema.NodeHeartbeat;
import dev.prioritize.schema.TaskAssignment;
import dev.prioritize.schema.TaskReport;
import dev.prioritize.schema.Topic;
import dev.prioritize.simulator.NodeFault;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;

/** Simulated nodes on the wall clock, in a thread of their own, against a real broker. */
public final class WallClockNodes implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(20);
  private static final long HEARTBEAT_MILLIS = 1_000;
  private static final long TELEMETRY_MILLIS = 2_000;

  /** For the thread and each client, when they are closed and Kafka is away. */
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(3);

  /** The broker may be away for long. */
  private static final Map<String, String> PATIENT =
      Map.of("delivery.timeout.ms", "180000", "max.block.ms", "180000");

  private final String pool;
  private final AvroNodes nodes;
  private final Consumer<byte[], byte[]> consumer;
  private final Producer<byte[], byte[]> producer;
  private final AvroCodec codec = new AvroCodec();
  private final Thread thread = new Thread(this::run, "nodes");
  private volatile boolean stopped;
  private volatile Exception failure;

  /**
   * Nodes of a pool that have told nothing yet. They obey what is assigned from now on.
   *
   * @param kafka further settings of the clients, under Kafka's names
   * @param nodes makes them, given where to tell what they have to tell
   */
  public WallClockNodes(
      String bootstrapServers,
      Map<String, String> kafka,
      String pool,
      Function<NodeOutput, AvroNodes> nodes) {
    this.pool = pool;
    this.nodes = nodes.apply(new Told());
    Map<String, String> patient = new HashMap<>(PATIENT);
    patient.putAll(kafka);
    consumer = KafkaClients.readCommittedConsumer(bootstrapServers, kafka);
    producer = KafkaClients.producer(bootstrapServers, patient);
    String topic = Topic.ASSIGNMENTS.topicName();
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    consumer.assign(partitions);
    // Not seekToEnd: that is done at the first poll, and would leave out what came in between.
    consumer.endOffsets(partitions).forEach(consumer::seek);
  }

  /** From now on they are heard. */
  public void start() {
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
    } catch (Exception e) { // told to whoever calls check()
      failure = e;
    }
  }

  /** Throws what has ended the nodes before their time, if anything has. */
  public void check() {
    if (failure != null) {
      throw new IllegalStateException("the simulated nodes have failed", failure);
    }
  }

  /** Once closed: how many faults of each kind have come about. */
  public Map<NodeFault, Integer> injected() {
    return nodes.injected();
  }

  /** Once closed: tasks that still ran when a newer START came for their GPUs. */
  public int overtaken() {
    return nodes.overtaken();
  }

  private final class Told implements NodeOutput {
    @Override
    public void report(TaskReport report) {
      send(Topic.JOB_REPORTS, pool, report);
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
  }

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

  /** They fall silent; what they ran is forgotten. */
  @Override
  public void close() {
    stopped = true;
    try {
      thread.join(CLOSE_TIMEOUT.toMillis());
      thread.interrupt(); // if it still waits, it is for a Kafka that is away
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    consumer.close(CloseOptions.timeout(CLOSE_TIMEOUT));
    producer.close(CLOSE_TIMEOUT);
  }
}
