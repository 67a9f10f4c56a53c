package dev.prioritize.core.command;

import dev.prioritize.core.model.ConfigOrigin;
import dev.prioritize.core.model.Inventory;
import dev.prioritize.core.model.JobSpec;
import dev.prioritize.core.model.NodeFacts;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.model.TaskState;

/**
 * A request to the engine of one pool. What the shell could check on the record alone (ids, ranges,
 * lengths) holds already; what needs state the engine checks, and refuses by an event.
 */
public sealed interface Command {
  /** Calls the visitor's method for this kind of command. */
  <R> R accept(Visitor<R> visitor);

  /** Fixes or changes the pool's configuration; the first command of every log. */
  record ConfigurePool(PoolConfig config, ConfigOrigin origin) implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.configurePool(this);
    }
  }

  /** A job asks to be run. */
  record SubmitJob(JobSpec spec) implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.submitJob(this);
    }
  }

  /** The owner no longer wants the job, whatever its state. */
  record CancelJob(String jobId) implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.cancelJob(this);
    }
  }

  /** The job gets another class; its waiting time stays. */
  record ChangePriority(String jobId, PriorityClass priorityClass) implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.changePriority(this);
    }
  }

  /**
   * A launcher tells how its task fares.
   *
   * @param attempt counts the job's runs from 1
   * @param epoch the epoch of the START obeyed
   * @param state any but ASSIGNED
   * @param exitCode of a failed task, else 0
   * @param message for people, may be empty
   */
  record ReportTask(
      String jobId,
      int attempt,
      long epoch,
      String nodeId,
      TaskState state,
      int exitCode,
      String message)
      implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.reportTask(this);
    }
  }

  /**
   * The whole of what a node tells, sent when any of it changed, or when it speaks again.
   *
   * @param facts what it is
   * @param inventory what it runs
   */
  record ReportNode(NodeFacts facts, Inventory inventory) implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.reportNode(this);
    }
  }

  /** A node has not been heard for one node timeout, or speaks again. */
  record ReportSilence(String nodeId, boolean silent) implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.reportSilence(this);
    }
  }

  /**
   * The node gets no new work until {@link UndrainNode}; what runs there runs on.
   *
   * @param reason for people; empty for none, which leaves a drained node the one that it has
   */
  record DrainNode(String nodeId, String reason) implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.drainNode(this);
    }
  }

  /** The node may have work again: ends a drain, a quarantine and a cool-down. */
  record UndrainNode(String nodeId) implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.undrainNode(this);
    }
  }

  /** A silent node is gone for good, and whatever ran there with it. */
  record RemoveNode(String nodeId) implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.removeNode(this);
    }
  }

  /**
   * From now on the tenant's jobs may have at most this class.
   *
   * @param largest null for no limit
   */
  record LimitTenant(String tenant, PriorityClass largest) implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.limitTenant(this);
    }
  }

  /** The pool has a new owner, which took over where the last one stopped. */
  record Resume() implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.resume(this);
    }
  }

  /** Time has come to this command's time: run a pass. */
  record Tick() implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.tick(this);
    }
  }

  /** One method per kind, so that the compiler finds a kind that nobody handles. */
  interface Visitor<R> {
    R configurePool(ConfigurePool command);

    R submitJob(SubmitJob command);

    R cancelJob(CancelJob command);

    R changePriority(ChangePriority command);

    R reportTask(ReportTask command);

    R reportNode(ReportNode command);

    R reportSilence(ReportSilence command);

    R drainNode(DrainNode command);

    R undrainNode(UndrainNode command);

    R removeNode(RemoveNode command);

    R limitTenant(LimitTenant command);

    R resume(Resume command);

    R tick(Tick command);
  }
}
