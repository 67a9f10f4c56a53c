package dev.prioritize.stream.pool;

import dev.prioritize.core.event.Event.JobPlaced;
import dev.prioritize.core.event.Event.JobStopping;
import dev.prioritize.core.event.Event.TaskDisowned;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.model.AttemptRef;
import dev.prioritize.core.model.TaskPlacement;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.Pool;
import dev.prioritize.core.state.TaskRun;
import dev.prioritize.schema.AssignmentAction;
import dev.prioritize.schema.LaunchSpec;
import dev.prioritize.schema.TaskAssignment;
import java.util.ArrayList;
import java.util.List;

/** What launchers have to do, from the events that decided it: one record per node of a gang. */
final class AssignmentWriter {
  /**
   * The ranks of a gang meet on this port plus the lowest GPU index held on node rank 0, so that no
   * two live jobs of a node share one.
   */
  static final int RENDEZVOUS_BASE_PORT = 29_500;

  private AssignmentWriter() {}

  /** The START of each task of a gang, by node rank. */
  static List<TaskAssignment> starts(
      String poolName, Pool pool, LoggedEvent event, JobPlaced placed, LaunchSpec launchSpec) {
    TaskPlacement first = placed.tasks().get(0);
    String host = pool.ledger().node(first.nodeId()).facts().host();
    int port = RENDEZVOUS_BASE_PORT + pool.ledger().gpu(first.gpuUuids().get(0)).facts().index();
    List<TaskAssignment> assignments = new ArrayList<>(placed.tasks().size());
    for (TaskPlacement task : placed.tasks()) {
      assignments.add(
          TaskAssignment.newBuilder()
              .setAction(AssignmentAction.START)
              .setPool(poolName)
              .setNodeId(task.nodeId())
              .setJobId(placed.jobId())
              .setAttempt(placed.attempt())
              .setEpoch(placed.epoch())
              .setGpuUuids(task.gpuUuids())
              .setNodeRank(assignments.size())
              .setNodeCount(placed.tasks().size())
              .setRendezvousHost(host)
              .setRendezvousPort(port)
              .setLaunchSpec(launchSpec)
              .setAssignedAtMillis(event.timeMillis())
              .setEventSeq(event.eventSeq())
              .build());
    }
    return assignments;
  }

  /** The STOP of a task that a node should not run. */
  static TaskAssignment stopOfStray(String poolName, LoggedEvent event, TaskDisowned disowned) {
    AttemptRef attempt = disowned.attempt();
    return TaskAssignment.newBuilder()
        .setAction(AssignmentAction.STOP)
        .setPool(poolName)
        .setNodeId(disowned.nodeId())
        .setJobId(attempt.jobId())
        .setAttempt(attempt.attempt())
        .setEpoch(attempt.epoch())
        .setGpuUuids(List.of())
        .setNodeRank(0)
        .setNodeCount(1)
        .setRendezvousHost("")
        .setRendezvousPort(0)
        .setLaunchSpec(null)
        .setAssignedAtMillis(event.timeMillis())
        .setEventSeq(event.eventSeq())
        .build();
  }

  /**
   * The STOP of each task that still has to be told.
   *
   * @param job as it is after all events of the command: perhaps already in its next attempt, in
   *     which case the STOP names no GPUs; job, attempt and epoch say it all
   */
  static List<TaskAssignment> stops(
      String poolName, Job job, LoggedEvent event, JobStopping stopping) {
    List<TaskRun> tasks =
        job.attempt().number() == stopping.attempt() ? job.attempt().tasks() : List.of();
    List<TaskAssignment> assignments = new ArrayList<>(stopping.nodeIds().size());
    for (String nodeId : stopping.nodeIds()) {
      int rank = rankOn(nodeId, tasks);
      assignments.add(
          TaskAssignment.newBuilder()
              .setAction(AssignmentAction.STOP)
              .setPool(poolName)
              .setNodeId(nodeId)
              .setJobId(stopping.jobId())
              .setAttempt(stopping.attempt())
              .setEpoch(stopping.epoch())
              .setGpuUuids(rank < 0 ? List.of() : tasks.get(rank).gpuUuids())
              .setNodeRank(Math.max(0, rank))
              .setNodeCount(Math.max(1, tasks.size()))
              .setRendezvousHost("")
              .setRendezvousPort(0)
              .setLaunchSpec(null)
              .setAssignedAtMillis(event.timeMillis())
              .setEventSeq(event.eventSeq())
              .build());
    }
    return assignments;
  }

  private static int rankOn(String nodeId, List<TaskRun> tasks) {
    for (int rank = 0; rank < tasks.size(); rank++) {
      if (tasks.get(rank).nodeId().equals(nodeId)) {
        return rank;
      }
    }
    return -1;
  }
}
