package dev.prioritize.cli;

import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.GpuReading;
import dev.prioritize.schema.GpuTelemetry;
import dev.prioritize.schema.LabelValue;
import dev.prioritize.schema.NodeHeartbeat;
import dev.prioritize.schema.ReportedTaskState;
import dev.prioritize.schema.TaskReport;
import dev.prioritize.schema.Topic;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Nodes in name only: they register, and report what a test tells them to. */
public final class TestNodes implements AutoCloseable {
  private final Producer<byte[], byte[]> producer;
  private final AvroCodec codec = new AvroCodec();

  public TestNodes(String bootstrapServers) {
    producer = KafkaClients.producer(bootstrapServers);
  }

  /** The node says what it is, which registers it. */
  public void register(String pool, String nodeId, int gpus) {
    long now = System.currentTimeMillis();
    List<GpuReading> readings =
        IntStream.range(0, gpus)
            .mapToObj(
                index ->
                    GpuReading.newBuilder()
                        .setUuid("GPU-" + nodeId + "-" + index)
                        .setIndex(index)
                        .setModel("H200")
                        .setMemoryTotalBytes(1L << 37)
                        .setXids(List.of())
                        .build())
            .toList();
    send(Topic.GPU_TELEMETRY, nodeId, new GpuTelemetry(nodeId, pool, now, "", readings));
    send(
        Topic.NODE_HEARTBEATS,
        nodeId,
        new NodeHeartbeat(
            nodeId,
            pool,
            nodeId + ".example",
            List.of(new LabelValue("rack", "r1")),
            "",
            List.of(),
            now));
  }

  /** The first attempt's task on the node reports. */
  public void report(
      String pool, String jobId, long epoch, String nodeId, ReportedTaskState state) {
    send(
        Topic.JOB_REPORTS,
        pool,
        new TaskReport(pool, jobId, 1, epoch, nodeId, state, 0, "", System.currentTimeMillis()));
  }

  /** Sends any bytes, such as no record at all. */
  public void send(Topic topic, String key, byte[] value) {
    try {
      producer
          .send(
              new ProducerRecord<>(topic.topicName(), key.getBytes(StandardCharsets.UTF_8), value))
          .get();
    } catch (Exception e) {
      throw new IllegalStateException("cannot send to " + topic, e);
    }
  }

  private void send(Topic topic, String key, SpecificRecord record) {
    send(topic, key, codec.encode(record));
  }

  @Override
  public void close() {
    producer.close();
  }
}
