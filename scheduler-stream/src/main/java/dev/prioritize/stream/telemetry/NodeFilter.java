package dev.prioritize.stream.telemetry;

import dev.prioritize.schema.DeadLetterReason;
import dev.prioritize.schema.GpuTelemetry;
import dev.prioritize.schema.HeartbeatPart;
import dev.prioritize.schema.InventoryValue;
import dev.prioritize.schema.LabelValue;
import dev.prioritize.schema.NodeChange;
import dev.prioritize.schema.NodeFactsValue;
import dev.prioritize.schema.NodeFilterRow;
import dev.prioritize.schema.NodeHeartbeat;
import dev.prioritize.schema.RunningAttempt;
import dev.prioritize.stream.input.InvalidInputException;
import dev.prioritize.stream.input.NodeFactsValidator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Passes on only what changed. A node is known once its launcher (heartbeat) and its exporter
 * (telemetry) have both been heard; from then on a change of either makes one {@link NodeChange}
 * with all of the node's facts. A node whose launcher has not been heard for one node timeout is
 * silent; of a silent exporter the GPUs' last known health stands.
 */
final class NodeFilter {
  /**
   * What a record led to.
   *
   * @param row the node's row, to be stored if {@code rowChanged}
   * @param rowChanged false if the record told nothing new
   * @param change to be passed on, or null
   * @param newProblems fields that made sense until now
   */
  record Outcome(
      NodeFilterRow row,
      boolean rowChanged,
      NodeChange change,
      List<InvalidInputException> newProblems) {}

  private NodeFilter() {}

  /** Takes a heartbeat; {@code row} is null for a node not heard before. */
  static Outcome heartbeat(NodeFilterRow row, NodeHeartbeat heartbeat)
      throws InvalidInputException {
    NodeFactsValidator.checkNode(heartbeat.getNodeId(), heartbeat.getHost(), heartbeat.getLabels());
    NodeFactsValidator.checkInventory(heartbeat.getLauncherId(), heartbeat.getAttempts());
    NodeFilterRow next = next(row, heartbeat.getNodeId(), heartbeat.getPool());
    List<LabelValue> labels = new ArrayList<>(heartbeat.getLabels());
    labels.sort(Comparator.comparing(LabelValue::getKey));
    next.setHeartbeat(new HeartbeatPart(heartbeat.getHost(), labels, inventory(heartbeat)));
    next.setSilent(false);
    return outcome(row, next, heartbeat.getSentAtMillis(), List.of());
  }

  /** Takes a telemetry record; {@code row} is null for a node not heard before. */
  static Outcome telemetry(NodeFilterRow row, GpuTelemetry telemetry) throws InvalidInputException {
    ReadingCheck check = new ReadingCheck(telemetry);
    NodeFilterRow next = next(row, telemetry.getNodeId(), telemetry.getPool());
    next.setTelemetry(
        GpuHealth.next(
            next.getTelemetry(), telemetry.getBootId(), check.gpus(), telemetry.getGpus()));
    List<InvalidInputException> newProblems = new ArrayList<>();
    for (Map.Entry<String, InvalidInputException> problem : check.problems().entrySet()) {
      if (!next.getBadFields().contains(problem.getKey())) {
        newProblems.add(problem.getValue());
      }
    }
    next.setBadFields(List.copyOf(check.problems().keySet()));
    return outcome(row, next, telemetry.getMeasuredAtMillis(), newProblems);
  }

  private static NodeFilterRow next(NodeFilterRow row, String nodeId, String pool)
      throws InvalidInputException {
    if (row == null) {
      return NodeFilterRow.newBuilder()
          .setNodeId(nodeId)
          .setPool(pool)
          .setHeartbeat(null)
          .setTelemetry(null)
          .setLastSent(null)
          .setLastInventory(null)
          .setSilent(false)
          .setBadFields(List.of())
          .build();
    }
    if (!row.getPool().equals(pool)) {
      throw new InvalidInputException(
          DeadLetterReason.NODE_IN_OTHER_POOL,
          "pool",
          pool,
          "node " + nodeId + " belongs to pool " + row.getPool() + ": a node has one pool");
    }
    return copy(row);
  }

  /** Of the row alone: what it holds is replaced, never changed. */
  private static NodeFilterRow copy(NodeFilterRow row) {
    return new NodeFilterRow(
        row.getPool(),
        row.getNodeId(),
        row.getHeartbeat(),
        row.getTelemetry(),
        row.getLastSent(),
        row.getLastInventory(),
        row.getSilent(),
        row.getBadFields());
  }

  private static Outcome outcome(
      NodeFilterRow row,
      NodeFilterRow next,
      long timeMillis,
      List<InvalidInputException> problems) {
    NodeChange change = null;
    NodeFactsValue facts = facts(next);
    boolean spokeAgain = row != null && row.getSilent() && !next.getSilent();
    if (facts != null
        && (spokeAgain
            || !facts.equals(next.getLastSent())
            || !next.getHeartbeat().getInventory().equals(next.getLastInventory()))) {
      next.setLastSent(facts);
      next.setLastInventory(next.getHeartbeat().getInventory());
      change = new NodeChange(next.getPool(), facts, next.getLastInventory(), false, timeMillis);
    }
    return new Outcome(next, !next.equals(row), change, problems);
  }

  /** A node that was sent on and has not been heard for one node timeout. */
  static Outcome silence(NodeFilterRow row, long timeMillis) {
    NodeFilterRow next = copy(row);
    next.setSilent(true);
    NodeChange change =
        new NodeChange(
            next.getPool(), next.getLastSent(), next.getLastInventory(), true, timeMillis);
    return new Outcome(next, true, change, List.of());
  }

  private static InventoryValue inventory(NodeHeartbeat heartbeat) {
    List<RunningAttempt> attempts = new ArrayList<>(heartbeat.getAttempts());
    attempts.sort(null);
    return new InventoryValue(heartbeat.getLauncherId(), attempts);
  }

  private static NodeFactsValue facts(NodeFilterRow row) {
    return row.getHeartbeat() == null || row.getTelemetry() == null
        ? null
        : new NodeFactsValue(
            row.getNodeId(),
            row.getHeartbeat().getHost(),
            row.getHeartbeat().getLabels(),
            row.getTelemetry().getGpus());
  }
}
