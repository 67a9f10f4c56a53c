package dev.prioritize.core.state;

import dev.prioritize.core.model.EndReason;
import dev.prioritize.core.model.TaskState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * One run of a job, from its placement on.
 *
 * @param number counts the job's runs from 1
 * @param epoch the pool's epoch of the START
 * @param placedAtMillis when it got its GPUs
 * @param startedAtMillis when its last task reported that it runs, or 0
 * @param expectedEndMillis placement + estimate
 * @param stopReason why it is being stopped, or null
 * @param tasks by node rank
 */
public record Attempt(
    int number,
    long epoch,
    long placedAtMillis,
    long startedAtMillis,
    long expectedEndMillis,
    EndReason stopReason,
    List<TaskRun> tasks) {
  public Attempt {
    tasks = List.copyOf(tasks);
  }

  /** The task on this node, or null. */
  public TaskRun taskOn(String nodeId) {
    for (TaskRun task : tasks) {
      if (task.nodeId().equals(nodeId)) {
        return task;
      }
    }
    return null;
  }

  /** True if every task is in one of the states that {@code test} accepts. */
  public boolean allTasks(Predicate<TaskState> test) {
    return tasks.stream().allMatch(task -> test.test(task.state()));
  }

  Attempt withTaskState(String nodeId, TaskState state) {
    List<TaskRun> changed = new ArrayList<>(tasks.size());
    for (TaskRun task : tasks) {
      changed.add(task.nodeId().equals(nodeId) ? task.withState(state) : task);
    }
    return new Attempt(
        number, epoch, placedAtMillis, startedAtMillis, expectedEndMillis, stopReason, changed);
  }

  Attempt withStart(long atMillis) {
    return new Attempt(
        number, epoch, placedAtMillis, atMillis, expectedEndMillis, stopReason, tasks);
  }

  Attempt withStopReason(EndReason reason) {
    return new Attempt(
        number, epoch, placedAtMillis, startedAtMillis, expectedEndMillis, reason, tasks);
  }
}
