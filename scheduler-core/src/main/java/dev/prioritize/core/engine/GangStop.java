package dev.prioritize.core.engine;

import dev.prioritize.core.event.Event.JobStopping;
import dev.prioritize.core.model.EndReason;
import dev.prioritize.core.model.JobState;
import dev.prioritize.core.state.Attempt;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.TaskRun;
import java.util.ArrayList;
import java.util.List;

/** Tells the tasks of a gang that still run to stop, each once. */
final class GangStop {
  private GangStop() {}

  /**
   * Stops a job that holds GPUs.
   *
   * @param reason takes the place of an earlier one if the job is stopping already
   */
  static void stop(Job job, EndReason reason, EventSink sink) {
    emit(job, reason, job.state() == JobState.STOPPING ? List.of() : notEnded(job), sink);
  }

  /** Tells the tasks of a stopping job once more. */
  static void repeat(Job job, EventSink sink) {
    emit(job, job.attempt().stopReason(), notEnded(job), sink);
  }

  private static List<String> notEnded(Job job) {
    List<String> nodeIds = new ArrayList<>();
    for (TaskRun task : job.attempt().tasks()) {
      if (!task.state().isEnded()) {
        nodeIds.add(task.nodeId());
      }
    }
    return nodeIds;
  }

  private static void emit(Job job, EndReason reason, List<String> nodeIds, EventSink sink) {
    Attempt attempt = job.attempt();
    sink.emit(new JobStopping(job.id(), attempt.number(), attempt.epoch(), reason, nodeIds));
  }
}
