package dev.prioritize.core.command;

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
  record ConfigurePool(PoolConfig config) implements Command {
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

  /** The whole of what is known of a node, sent when any of it changed. */
  record ReportNode(NodeFacts facts) implements Command {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.reportNode(this);
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

    R tick(Tick command);
  }
}
