package dev.prioritize.core.state;

import dev.prioritize.core.model.TaskState;
import java.util.List;

/**
 * One task of an attempt.
 *
 * @param nodeId its node
 * @param gpuUuids the GPUs held there, by index
 * @param state as last reported
 * @param lostAtMillis when it counts as lost unless its node lists it before, or {@link
 *     #NOT_MISSED}
 */
public record TaskRun(String nodeId, List<String> gpuUuids, TaskState state, long lostAtMillis) {
  /** Its node lists it, or need not yet. */
  public static final long NOT_MISSED = -1;

  public TaskRun {
    gpuUuids = List.copyOf(gpuUuids);
  }

  /** True if its node should list it and does not. */
  public boolean isMissed() {
    return lostAtMillis != NOT_MISSED;
  }

  TaskRun withState(TaskState newState) {
    return new TaskRun(nodeId, gpuUuids, newState, newState.isEnded() ? NOT_MISSED : lostAtMillis);
  }

  TaskRun lostAt(long atMillis) {
    return new TaskRun(nodeId, gpuUuids, state, atMillis);
  }
}
