package dev.prioritize.cli.operate;

import dev.prioritize.stream.query.NodeView;
import dev.prioritize.stream.query.PoolView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** What an operator is told of a drain: what it changed, and what still runs there. */
final class DrainWords implements NodeRequest.Words {
  private final String pool;
  private final String reason;
  private final PoolView before;
  private final Supplier<PoolView> readAfter;
  private PoolView after;

  /**
   * Words on the drains of one command.
   *
   * @param reason as given with the command, may be ""
   * @param before the pool before it, or null if there is no such pool
   * @param readAfter reads the pool once the scheduler has answered
   */
  DrainWords(String pool, String reason, PoolView before, Supplier<PoolView> readAfter) {
    this.pool = pool;
    this.reason = reason;
    this.before = before;
    this.readAfter = readAfter;
  }

  @Override
  public List<String> changed(String nodeId) {
    NodeView node = before == null ? null : before.node(nodeId);
    String subject = "node " + nodeId + " in pool " + pool;
    return withJobs(
        nodeId,
        node != null && node.isDrained()
            ? "changed: " + subject + " was drained already; the reason is now: " + newReason(node)
            : subject + " is drained: it gets no new work, and what runs there runs on");
  }

  private String newReason(NodeView formerly) {
    return reason + " (before: " + orNone(formerly) + ")";
  }

  @Override
  public List<String> unchanged(String nodeId) {
    return withJobs(
        nodeId,
        "unchanged: node "
            + nodeId
            + " in pool "
            + pool
            + " is drained already, because: "
            + orNone(nodeAfter(nodeId)));
  }

  private static String orNone(NodeView node) {
    String known = node == null ? null : node.node().standing().drainReason();
    return known == null || known.isEmpty() ? "no reason given" : known;
  }

  private List<String> withJobs(String nodeId, String first) {
    NodeView node = nodeAfter(nodeId);
    if (node == null) {
      return List.of(first); // removed meanwhile, or the state is another application.id's
    }
    List<String> lines = new ArrayList<>();
    lines.add(first);
    NodeJobs jobs = new NodeJobs(after, node);
    if (jobs.areNone()) {
      lines.add("it is empty: no job holds a GPU of it");
    } else {
      lines.addAll(jobs.lines());
      lines.add(
          "once they have ended, ./prioritize nodes "
              + nodeId
              + PoolOption.argument(pool)
              + " says \"empty\"");
    }
    return lines;
  }

  private NodeView nodeAfter(String nodeId) {
    if (after == null) {
      after = readAfter.get();
    }
    return after == null ? null : after.node(nodeId);
  }
}
