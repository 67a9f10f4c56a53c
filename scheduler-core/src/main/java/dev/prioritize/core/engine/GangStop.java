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
    Attempt attempt = job.attempt();
    List<String> nodeIds = new ArrayList<>();
    for (TaskRun task : attempt.tasks()) {
      if (job.state() != JobState.STOPPING && !task.state().isEnded()) {
        nodeIds.add(task.nodeId());
      }
    }
    sink.emit(new JobStopping(job.id(), attempt.number(), attempt.epoch(), reason, nodeIds));
  }
}
