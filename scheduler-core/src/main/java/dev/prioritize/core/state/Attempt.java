package dev.prioritize.core.state;

import dev.prioritize.core.model.AttemptRef;
import dev.prioritize.core.model.EndReason;
import dev.prioritize.core.model.TaskState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * One run of a job, from its placement on.
 *
 * @param number counts the job's runs from 1
 * @param epoch the pool's epoch of the START
 * @param placedAtMillis when it got its GPUs
 * @param startedAtMillis when its last task reported that it runs, or 0
 * @param expectedEndMillis placement + estimate
 * @param deadlineMillis by when its tasks must have started, or, once it is stopping, have gone
 * @param stopReason why it is being stopped, or null
 * @param tasks by node rank
 */
public record Attempt(
    int number,
    long epoch,
    long placedAtMillis,
    long startedAtMillis,
    long expectedEndMillis,
    long deadlineMillis,
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

  /** The name of this run. */
  public AttemptRef ref(String jobId) {
    return new AttemptRef(jobId, number, epoch);
  }

  /** Changes the task on one node. */
  Attempt withTask(String nodeId, UnaryOperator<TaskRun> change) {
    return withTasks(task -> task.nodeId().equals(nodeId) ? change.apply(task) : task);
  }

  Attempt withTasks(UnaryOperator<TaskRun> change) {
    List<TaskRun> changed = new ArrayList<>(tasks.size());
    for (TaskRun task : tasks) {
      changed.add(change.apply(task));
    }
    return new Attempt(
        number,
        epoch,
        placedAtMillis,
        startedAtMillis,
        expectedEndMillis,
        deadlineMillis,
        stopReason,
        changed);
  }

  Attempt withStart(long atMillis) {
    return new Attempt(
        number,
        epoch,
        placedAtMillis,
        atMillis,
        expectedEndMillis,
        deadlineMillis,
        stopReason,
        tasks);
  }

  Attempt withStop(EndReason reason, long newDeadlineMillis) {
    return new Attempt(
        number,
        epoch,
        placedAtMillis,
        startedAtMillis,
        expectedEndMillis,
        newDeadlineMillis,
        reason,
        tasks);
  }

  /** Nobody listened for so long: what others must have done by now, they may do later. */
  Attempt postponedBy(long gapMillis) {
    return withStop(stopReason, deadlineMillis + gapMillis)
        .withTasks(task -> task.isMissed() ? task.lostAt(task.lostAtMillis() + gapMillis) : task);
  }
}
