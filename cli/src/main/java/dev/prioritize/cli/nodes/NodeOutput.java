package dev.prioritize.cli.nodes;

import dev.prioritize.schema.GpuTelemetry;
import dev.prioritize.schema.NodeHeartbeat;
import dev.prioritize.schema.TaskReport;

/** Takes what the nodes have to tell. */
public interface NodeOutput {
  /** For the topic of reports. */
  void report(TaskReport report);

  /** For the topic of heartbeats. */
  void heartbeat(NodeHeartbeat heartbeat);

  /** For the topic of telemetry. */
  void telemetry(GpuTelemetry telemetry);

  /** A node has not been heard for one timeout, or is heard again; for pools of virtual time. */
  void silence(String nodeId, boolean silent, long atMillis);
}
