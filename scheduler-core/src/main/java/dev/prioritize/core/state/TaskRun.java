package dev.prioritize.core.state;

import dev.prioritize.core.model.TaskState;
import java.util.List;

/**
 * One task of an attempt.
 *
 * @param nodeId its node
 * @param gpuUuids the GPUs held there, by index
 * @param state as last reported
 */
public record TaskRun(String nodeId, List<String> gpuUuids, TaskState state) {
  public TaskRun {
    gpuUuids = List.copyOf(gpuUuids);
  }

  TaskRun withState(TaskState newState) {
    return new TaskRun(nodeId, gpuUuids, newState);
  }
}
