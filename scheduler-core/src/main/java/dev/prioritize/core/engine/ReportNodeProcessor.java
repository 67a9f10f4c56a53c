package dev.prioritize.core.engine;

import dev.prioritize.core.command.Command.ReportNode;
import dev.prioritize.core.event.Event.CommandIgnored;
import dev.prioritize.core.event.Event.CommandKind;
import dev.prioritize.core.event.Event.CommandRejected;
import dev.prioritize.core.event.Event.InventoryReported;
import dev.prioritize.core.event.Event.NodeRegistered;
import dev.prioritize.core.event.Event.NodeReturned;
import dev.prioritize.core.event.Event.NodeUpdated;
import dev.prioritize.core.event.Event.TaskDisowned;
import dev.prioritize.core.model.AttemptRef;
import dev.prioritize.core.model.GpuFacts;
import dev.prioritize.core.model.Inventory;
import dev.prioritize.core.model.Limits;
import dev.prioritize.core.model.NodeFacts;
import dev.prioritize.core.model.Rejection;
import dev.prioritize.core.model.RejectionCode;
import dev.prioritize.core.model.TaskState;
import dev.prioritize.core.state.Gpu;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.Node;
import dev.prioritize.core.state.Pool;
import dev.prioritize.core.state.TaskRun;
import java.util.ArrayList;
import java.util.List;

/**
 * Registers a node or takes over what changed of it. A GPU that another node has already is refused
 * by itself: the node's other GPUs are not made to suffer for it.
 */
final class ReportNodeProcessor {
  private final Pool pool;
  private final EventSink sink;

  ReportNodeProcessor(Pool pool, EventSink sink) {
    this.pool = pool;
    this.sink = sink;
  }

  void process(ReportNode command) {
    String nodeId = command.facts().nodeId();
    Node known = pool.ledger().node(nodeId);
    if (known == null && pool.ledger().nodes().size() >= Limits.MAX_NODES_PER_POOL) {
      reject(
          nodeId,
          RejectionCode.TOO_MANY_NODES,
          "nodeId",
          nodeId,
          "make another pool: this one has " + Limits.MAX_NODES_PER_POOL + " nodes");
      return;
    }
    NodeFacts facts = withoutForeignGpus(command.facts());
    boolean returned = known != null && known.standing().silent();
    if (known == null || known.standing().removed()) {
      sink.emit(new NodeRegistered(facts));
    } else if (!facts.equals(known.facts())) {
      sink.emit(new NodeUpdated(facts));
    }
    if (returned) {
      sink.emit(new NodeReturned(nodeId));
    }
    Inventory inventory = command.inventory();
    Node node = pool.ledger().node(nodeId);
    if (returned || !inventory.equals(node.standing().inventory())) {
      sink.emit(new InventoryReported(nodeId, inventory));
      disownStrays(node);
    }
    if (sink.isEmpty()) {
      sink.emit(new CommandIgnored(CommandKind.REPORT_NODE, nodeId));
    }
  }

  /**
   * What the ledger does not have there must not run. A task that has reported its end is no stray:
   * heartbeats and reports come in any order, and this list may be older.
   */
  private void disownStrays(Node node) {
    for (AttemptRef attempt : node.standing().inventory().attempts()) {
      TaskRun task = lastTask(attempt, node.id());
      if (task == null || task.state() == TaskState.LOST) {
        sink.emit(new TaskDisowned(node.id(), attempt));
      }
    }
  }

  /** The task on the node, if the attempt is the last of its job; else null. */
  private TaskRun lastTask(AttemptRef attempt, String nodeId) {
    Job job = pool.job(attempt.jobId());
    boolean isLast =
        job != null && job.attempt() != null && job.attempt().ref(job.id()).equals(attempt);
    return isLast ? job.attempt().taskOn(nodeId) : null;
  }

  private NodeFacts withoutForeignGpus(NodeFacts facts) {
    List<GpuFacts> own = new ArrayList<>(facts.gpus().size());
    for (GpuFacts gpu : facts.gpus()) {
      Gpu registered = pool.ledger().gpu(gpu.uuid());
      if (registered == null || registered.node().id().equals(facts.nodeId())) {
        own.add(gpu);
      } else {
        reject(
            facts.nodeId(),
            RejectionCode.GPU_ON_ANOTHER_NODE,
            "gpus.uuid",
            gpu.uuid(),
            "it is registered on node " + registered.node().id() + ": correct the one that lies");
      }
    }
    return own.size() == facts.gpus().size()
        ? facts
        : new NodeFacts(facts.nodeId(), facts.host(), facts.labels(), own);
  }

  private void reject(String nodeId, RejectionCode code, String field, String value, String fix) {
    sink.emit(
        new CommandRejected(
            CommandKind.REPORT_NODE, nodeId, new Rejection(code, field, value, fix)));
  }
}
