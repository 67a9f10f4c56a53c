package dev.prioritize.stream.input;

import dev.prioritize.core.model.Inventory;
import dev.prioritize.core.model.Limits;
import dev.prioritize.core.model.NodeFacts;
import dev.prioritize.schema.DeadLetterReason;
import dev.prioritize.schema.GpuFactsValue;
import dev.prioritize.schema.InventoryValue;
import dev.prioritize.schema.LabelValue;
import dev.prioritize.schema.NodeFactsValue;
import dev.prioritize.schema.RunningAttempt;
import dev.prioritize.stream.mapping.ValueMapper;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks the facts of a node, wherever they come from. */
public final class NodeFactsValidator {
  private NodeFactsValidator() {}

  /** Checks what a heartbeat tells of its node. */
  public static void checkNode(String nodeId, String host, List<LabelValue> labels)
      throws InvalidInputException {
    Checks.id("nodeId", nodeId);
    Checks.nonEmptyText("host", host);
    Checks.labels("labels", labels);
  }

  /** Checks the two ids of a record of a node, and that the node's is the key. */
  public static void checkIds(InputOrigin origin, String nodeId, String pool)
      throws InvalidInputException {
    Checks.id("nodeId", nodeId);
    RecordReader.requireKey(origin, "nodeId", nodeId);
    Checks.id("pool", pool);
  }

  /** Checks the sender's time of a record of a node. */
  public static void checkTime(String field, long millis) throws InvalidInputException {
    Checks.time(field, millis);
  }

  static Inventory inventory(InventoryValue inventory) throws InvalidInputException {
    checkInventory(inventory.getLauncherId(), inventory.getAttempts());
    return ValueMapper.toCore(inventory);
  }

  /** Checks what a launcher tells that it runs. */
  public static void checkInventory(String launcherId, List<RunningAttempt> attempts)
      throws InvalidInputException {
    Checks.text("launcherId", launcherId, Limits.MAX_ID_CHARS);
    Checks.range("attempts.length", attempts.size(), 0, Limits.MAX_ATTEMPTS_PER_NODE);
    for (RunningAttempt attempt : attempts) {
      Checks.id("attempts.jobId", attempt.getJobId());
      Checks.range("attempts.attempt", attempt.getAttempt(), 1, Integer.MAX_VALUE);
      Checks.range("attempts.epoch", attempt.getEpoch(), 1, Long.MAX_VALUE, "");
    }
  }

  /** Checks what a node's exporter tells of its boot. */
  public static void checkBootId(String bootId) throws InvalidInputException {
    Checks.text("bootId", bootId, Limits.MAX_ID_CHARS);
  }

  static NodeFacts validate(NodeFactsValue facts) throws InvalidInputException {
    checkNode(facts.getNodeId(), facts.getHost(), facts.getLabels());
    Checks.range("gpus.length", facts.getGpus().size(), 0, Limits.MAX_GPUS_PER_NODE);
    Set<String> uuids = new HashSet<>();
    for (GpuFactsValue gpu : facts.getGpus()) {
      Checks.id("gpus.uuid", gpu.getUuid());
      Checks.range("gpus.index", gpu.getIndex(), 0, Short.MAX_VALUE);
      Checks.nonEmptyText("gpus.model", gpu.getModel());
      Checks.range("gpus.memoryBytes", gpu.getMemoryBytes(), 0, Long.MAX_VALUE, "bytes");
      if (!uuids.add(gpu.getUuid())) {
        throw new InvalidInputException(
            DeadLetterReason.DUPLICATE, "gpus.uuid", gpu.getUuid(), "give each GPU once");
      }
    }
    return ValueMapper.toCore(facts);
  }
}
