package dev.prioritize.cli.demo;

import dev.prioritize.cli.nodes.NodeOutput;
import dev.prioritize.schema.GpuTelemetry;
import dev.prioritize.schema.NodeHeartbeat;
import dev.prioritize.schema.NodeSilence;
import dev.prioritize.schema.TaskReport;
import dev.prioritize.schema.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.apache.avro.specific.SpecificRecord;

/**
 * Collects what the nodes tell at one instant and sends it topic by topic: records of several
 * topics sent at once would reach the scheduler in an order that differs from run to run.
 */
final class StagedOutput implements NodeOutput {
  private record Message(Topic topic, String key, SpecificRecord value) {}

  private final String pool;
  private final Publisher publisher;
  private final List<Message> silences = new ArrayList<>();
  private final List<Message> telemetry = new ArrayList<>();
  private final List<Message> heartbeats = new ArrayList<>();
  private final List<Message> reports = new ArrayList<>();

  StagedOutput(String pool, Publisher publisher) {
    this.pool = pool;
    this.publisher = publisher;
  }

  @Override
  public void report(TaskReport report) {
    reports.add(new Message(Topic.JOB_REPORTS, pool, report));
  }

  @Override
  public void heartbeat(NodeHeartbeat heartbeat) {
    heartbeats.add(new Message(Topic.NODE_HEARTBEATS, heartbeat.getNodeId(), heartbeat));
  }

  @Override
  public void telemetry(GpuTelemetry reading) {
    telemetry.add(new Message(Topic.GPU_TELEMETRY, reading.getNodeId(), reading));
  }

  @Override
  public void silence(String nodeId, boolean silent, long atMillis) {
    silences.add(
        new Message(Topic.ADMIN_REQUESTS, pool, new NodeSilence(pool, nodeId, silent, atMillis)));
  }

  /**
   * Sends all of it.
   *
   * @param awaitLogged is told after each topic how many records the log must have more
   * @return true if there was anything
   */
  boolean send(LongConsumer awaitLogged) {
    boolean any = false;
    for (List<Message> stage : List.of(silences, telemetry, heartbeats, reports)) {
      if (!stage.isEmpty()) {
        any = true;
        stage.forEach(message -> publisher.send(message.topic, message.key, message.value));
        publisher.flush();
        awaitLogged.accept(stage.size());
        stage.clear();
      }
    }
    return any;
  }
}
