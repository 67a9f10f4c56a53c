package dev.prioritize.cli.demo;

import dev.prioritize.schema.AssignmentAction;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.GpuReading;
import dev.prioritize.schema.GpuTelemetry;
import dev.prioritize.schema.LabelValue;
import dev.prioritize.schema.NodeHeartbeat;
import dev.prioritize.schema.ReportedTaskState;
import dev.prioritize.schema.RunningAttempt;
import dev.prioritize.schema.TaskAssignment;
import dev.prioritize.schema.TaskReport;
import dev.prioritize.schema.Topic;
import dev.prioritize.simulator.ClusterShape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * The cluster's nodes, each an exporter and a launcher in name: they publish telemetry and
 * heartbeats, obey their assignments and report. Their processes are imaginary and end when the
 * driver says so.
 */
final class SimulatedNodes implements AutoCloseable {
  private static final String MODEL = "SIM-80GB";
  private static final long MEMORY_BYTES = 80L << 30;
  private static final int NODES_PER_RACK = 4;
  private static final Duration POLL = Duration.ofMillis(20);

  private final String pool;
  private final TreeMap<String, Integer> gpusByNode = new TreeMap<>();
  private final Publisher publisher;
  private final Consumer<byte[], byte[]> consumer;
  private final AvroCodec codec = new AvroCodec();
  private final TreeMap<String, TreeMap<String, TaskAssignment>> tasksByNode = new TreeMap<>();
  private final Map<String, List<TaskAssignment>> tasksByJob = new HashMap<>();
  private final Map<String, Long> highestEpochByGpu = new HashMap<>();
  private long startsReceived;

  /** Takes over the consumer, of committed records. */
  SimulatedNodes(
      String pool,
      ClusterShape cluster,
      int partitions,
      Publisher publisher,
      Consumer<byte[], byte[]> consumer) {
    this.pool = pool;
    this.publisher = publisher;
    this.consumer = consumer;
    for (ClusterShape.NodeGroup group : cluster.groups()) {
      for (int i = 0; i < group.count(); i++) {
        String nodeId = "node-%04d".formatted(tasksByNode.size());
        tasksByNode.put(nodeId, new TreeMap<>());
        gpusByNode.put(nodeId, group.gpusPerNode());
      }
    }
    List<TopicPartition> all =
        IntStream.range(0, partitions)
            .mapToObj(p -> new TopicPartition(Topic.ASSIGNMENTS.topicName(), p))
            .toList();
    consumer.assign(all);
    consumer.seekToBeginning(all);
  }

  /** Every node tells what it is, which registers it. */
  void register() {
    int index = 0;
    for (String nodeId : tasksByNode.keySet()) {
      publisher.send(Topic.GPU_TELEMETRY, nodeId, telemetry(nodeId));
      publisher.send(
          Topic.NODE_HEARTBEATS, nodeId, heartbeat(nodeId, "rack-" + index / NODES_PER_RACK, 0));
      index++;
    }
    publisher.flush();
  }

  private GpuTelemetry telemetry(String nodeId) {
    List<GpuReading> gpus = new ArrayList<>();
    for (int index = 0; index < gpusByNode.get(nodeId); index++) {
      gpus.add(
          GpuReading.newBuilder()
              .setUuid("GPU-" + nodeId + "-" + index)
              .setIndex(index)
              .setModel(MODEL)
              .setMemoryTotalBytes(MEMORY_BYTES)
              .setXids(List.of())
              .build());
    }
    return new GpuTelemetry(nodeId, pool, 0L, "", gpus);
  }

  private NodeHeartbeat heartbeat(String nodeId, String rack, long timeMillis) {
    List<RunningAttempt> attempts = new ArrayList<>();
    for (TaskAssignment task : tasksByNode.get(nodeId).values()) {
      attempts.add(new RunningAttempt(task.getJobId(), task.getAttempt(), task.getEpoch()));
    }
    return new NodeHeartbeat(
        nodeId,
        pool,
        nodeId + ".demo",
        List.of(new LabelValue("rack", rack)),
        "",
        attempts,
        timeMillis);
  }

  /** Assignments of kind START obeyed so far. */
  long startsReceived() {
    return startsReceived;
  }

  /**
   * Obeys the assignments that have come, but no START that its GPUs know a newer one of.
   *
   * @return reports sent
   */
  int obey(long timeMillis) {
    int reports = 0;
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
      TaskAssignment task = codec.decode(record.value(), TaskAssignment.class);
      if (task.getAction() == AssignmentAction.START) {
        startsReceived++;
        reports += isNewest(task) ? start(task, timeMillis) : 0;
      } else if (tasksByNode.get(task.getNodeId()).remove(task.getJobId()) != null) {
        tasksByJob.get(task.getJobId()).removeIf(t -> t.getNodeId().equals(task.getNodeId()));
        reports += report(task, ReportedTaskState.STOPPED, timeMillis);
      }
    }
    return reports;
  }

  private boolean isNewest(TaskAssignment task) {
    for (String gpu : task.getGpuUuids()) {
      if (task.getEpoch() <= highestEpochByGpu.getOrDefault(gpu, 0L)) {
        return false;
      }
    }
    return true;
  }

  private int start(TaskAssignment task, long timeMillis) {
    task.getGpuUuids().forEach(gpu -> highestEpochByGpu.put(gpu, task.getEpoch()));
    tasksByNode.get(task.getNodeId()).put(task.getJobId(), task);
    tasksByJob.computeIfAbsent(task.getJobId(), id -> new ArrayList<>()).add(task);
    return report(task, ReportedTaskState.STARTED, timeMillis);
  }

  /**
   * All tasks of a job end well.
   *
   * @return reports sent
   */
  int complete(String jobId, long timeMillis) {
    int reports = 0;
    for (TaskAssignment task : tasksByJob.remove(jobId)) {
      tasksByNode.get(task.getNodeId()).remove(jobId);
      reports += report(task, ReportedTaskState.SUCCEEDED, timeMillis);
    }
    return reports;
  }

  private int report(TaskAssignment task, ReportedTaskState state, long timeMillis) {
    publisher.send(
        Topic.JOB_REPORTS,
        pool,
        new TaskReport(
            pool,
            task.getJobId(),
            task.getAttempt(),
            task.getEpoch(),
            task.getNodeId(),
            state,
            0,
            "",
            timeMillis));
    return 1;
  }

  @Override
  public void close() {
    consumer.close();
  }
}
