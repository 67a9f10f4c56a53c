package dev.prioritize.core.engine;

import dev.prioritize.core.command.Command.DrainNode;
import dev.prioritize.core.command.Command.RemoveNode;
import dev.prioritize.core.command.Command.ReportSilence;
import dev.prioritize.core.command.Command.UndrainNode;
import dev.prioritize.core.event.Event.CommandIgnored;
import dev.prioritize.core.event.Event.CommandKind;
import dev.prioritize.core.event.Event.CommandRejected;
import dev.prioritize.core.event.Event.NodeDrained;
import dev.prioritize.core.event.Event.NodeRemoved;
import dev.prioritize.core.event.Event.NodeReturned;
import dev.prioritize.core.event.Event.NodeSilent;
import dev.prioritize.core.event.Event.NodeUndrained;
import dev.prioritize.core.event.Event.TaskLost;
import dev.prioritize.core.model.EndReason;
import dev.prioritize.core.model.JobState;
import dev.prioritize.core.model.Rejection;
import dev.prioritize.core.model.RejectionCode;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.Node;
import dev.prioritize.core.state.NodeStanding;
import dev.prioritize.core.state.Pool;
import java.util.List;

/** Takes nodes out of work and lets them have it again. */
final class NodeAdminProcessor {
  private final Pool pool;
  private final EventSink sink;
  private final long nowMillis;

  NodeAdminProcessor(Pool pool, EventSink sink, long nowMillis) {
    this.pool = pool;
    this.sink = sink;
    this.nowMillis = nowMillis;
  }

  void process(ReportSilence command) {
    Node node = known(command.nodeId());
    if (node == null) {
      reject(CommandKind.REPORT_SILENCE, command.nodeId());
    } else if (node.standing().silent() == command.silent()) {
      sink.emit(new CommandIgnored(CommandKind.REPORT_SILENCE, node.id()));
    } else {
      sink.emit(command.silent() ? new NodeSilent(node.id()) : new NodeReturned(node.id()));
    }
  }

  /** Of a drained node only another reason is news; none given keeps the one that is known. */
  void process(DrainNode command) {
    Node node = known(command.nodeId());
    if (node == null) {
      reject(CommandKind.DRAIN_NODE, command.nodeId());
    } else if (isSoAlready(command, node.standing().drainReason())) {
      sink.emit(new CommandIgnored(CommandKind.DRAIN_NODE, node.id()));
    } else {
      sink.emit(new NodeDrained(node.id(), command.reason()));
    }
  }

  private static boolean isSoAlready(DrainNode command, String drainReason) {
    boolean drained = drainReason != null;
    return drained && (command.reason().isEmpty() || command.reason().equals(drainReason));
  }

  void process(UndrainNode command) {
    Node node = known(command.nodeId());
    if (node == null) {
      reject(CommandKind.UNDRAIN_NODE, command.nodeId());
      return;
    }
    NodeStanding standing = node.standing();
    boolean nothingToEnd = standing.drainReason() == null && !standing.isHeldBack();
    sink.emit(
        nothingToEnd
            ? new CommandIgnored(CommandKind.UNDRAIN_NODE, node.id())
            : new NodeUndrained(node.id()));
  }

  /** Only of a silent node may one say that what ran there is gone. */
  void process(RemoveNode command) {
    Node node = known(command.nodeId());
    if (node == null) {
      reject(CommandKind.REMOVE_NODE, command.nodeId());
    } else if (!node.standing().silent()) {
      reject(
          CommandKind.REMOVE_NODE,
          node.id(),
          RejectionCode.NODE_STILL_HEARD,
          "stop its launcher first and wait for the node to be silent: it would register again");
    } else {
      remove(node);
    }
  }

  private void remove(Node node) {
    List<String> holders = node.holders();
    for (String jobId : holders) {
      Job job = pool.job(jobId);
      if (job.state() != JobState.STOPPING) {
        GangStop.stop(job, EndReason.NODE_REMOVED, sink);
      }
      if (!job.attempt().taskOn(node.id()).state().isEnded()) {
        sink.emit(new TaskLost(jobId, job.attempt().number(), node.id()));
      }
    }
    sink.emit(new NodeRemoved(node.id()));
    for (String jobId : holders) {
      new AttemptEnd(pool, sink, nowMillis).endIfNoTaskIsLeft(pool.job(jobId));
    }
  }

  private Node known(String nodeId) {
    Node node = pool.ledger().node(nodeId);
    return node == null || node.standing().removed() ? null : node;
  }

  private void reject(CommandKind command, String nodeId) {
    reject(command, nodeId, RejectionCode.UNKNOWN_NODE, "name a node of this pool");
  }

  private void reject(CommandKind command, String nodeId, RejectionCode code, String fix) {
    sink.emit(new CommandRejected(command, nodeId, new Rejection(code, "nodeId", nodeId, fix)));
  }
}
