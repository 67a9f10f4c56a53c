package dev.prioritize.crashtest;

import dev.prioritize.schema.JobFinishedEvent;
import dev.prioritize.schema.JobPlacedEvent;
import dev.prioritize.schema.JobRejectedEvent;
import dev.prioritize.schema.JobRequeuedEvent;
import dev.prioritize.schema.JobSubmittedEvent;
import dev.prioritize.schema.TaskPlacementValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * Reads the events as a stranger would, who has their description and nothing else of the
 * scheduler: counts them, keeps a ledger of the GPUs and follows every job.
 */
final class EventAudit {
  private final List<String> faults = new ArrayList<>();
  private final Map<String, String> holderByGpu = new HashMap<>();
  private final Map<String, List<String>> gpusByJob = new HashMap<>();
  private final Map<String, Integer> attempts = new HashMap<>();
  private final TreeMap<String, String> endByJob = new TreeMap<>();
  private final TreeMap<String, Integer> requeues = new TreeMap<>();
  private long lastEventSeq;
  private long lastCommandSeq;
  private long lastEpoch;
  private int starts;

  void read(SpecificRecord event) {
    long eventSeq = (long) event.get(event.getSchema().getField("eventSeq").pos());
    long commandSeq = (long) event.get(event.getSchema().getField("commandSeq").pos());
    if (eventSeq != lastEventSeq + 1) {
      fault("event " + eventSeq + " follows event " + lastEventSeq);
    }
    if (commandSeq != lastCommandSeq && commandSeq != lastCommandSeq + 1) {
      fault("event " + eventSeq + " is of command " + commandSeq + " after " + lastCommandSeq);
    }
    lastEventSeq = eventSeq;
    lastCommandSeq = commandSeq;
    if (event instanceof JobSubmittedEvent submitted) {
      submit(submitted.getSpec().getJobId());
    } else if (event instanceof JobPlacedEvent placed) {
      place(placed);
    } else if (event instanceof JobRequeuedEvent requeued) {
      release(requeued.getJobId());
      requeues.merge(requeued.getReason().name(), 1, Integer::sum);
    } else if (event instanceof JobFinishedEvent finished) {
      if (gpusByJob.containsKey(finished.getJobId())) {
        release(finished.getJobId());
      }
      end(finished.getJobId(), finished.getState().name());
    } else if (event instanceof JobRejectedEvent rejected) {
      end(rejected.getJobId(), "REJECTED");
    }
  }

  private void submit(String jobId) {
    if (attempts.put(jobId, 0) != null) {
      fault("job " + jobId + " is submitted twice");
    }
  }

  private void place(JobPlacedEvent placed) {
    String jobId = placed.getJobId();
    starts += placed.getTasks().size();
    if (endByJob.containsKey(jobId)) {
      fault("job " + jobId + " starts after its end");
    }
    if (placed.getEpoch() <= lastEpoch) {
      fault("epoch " + placed.getEpoch() + " after " + lastEpoch);
    }
    lastEpoch = placed.getEpoch();
    if (attempts.merge(jobId, 1, Integer::sum) != placed.getAttempt()) {
      fault("job " + jobId + " has attempt " + placed.getAttempt());
    }
    List<String> gpus = new ArrayList<>();
    for (TaskPlacementValue task : placed.getTasks()) {
      gpus.addAll(task.getGpuUuids());
    }
    for (String gpu : gpus) {
      String holder = holderByGpu.put(gpu, jobId);
      if (holder != null) {
        fault("event " + lastEventSeq + " gives " + gpu + " to " + jobId + " and " + holder);
      }
    }
    gpusByJob.put(jobId, gpus);
  }

  private void release(String jobId) {
    List<String> gpus = gpusByJob.remove(jobId);
    if (gpus == null) {
      fault("event " + lastEventSeq + " frees what " + jobId + " does not hold");
      return;
    }
    gpus.forEach(gpu -> holderByGpu.remove(gpu, jobId));
  }

  private void end(String jobId, String state) {
    String before = endByJob.put(jobId, state);
    if (before != null) {
      fault("job " + jobId + " ends twice: " + before + ", " + state);
    }
  }

  private void fault(String what) {
    faults.add(what);
  }

  /** What must be so at the end, once every submitted job has ended. */
  List<String> finish(List<String> submittedJobIds) {
    if (!holderByGpu.isEmpty()) {
      fault("still held: " + holderByGpu);
    }
    for (String jobId : submittedJobIds) {
      if (!endByJob.containsKey(jobId)) {
        fault("job " + jobId + " has not ended");
      }
    }
    if (endByJob.size() != submittedJobIds.size()) {
      fault(endByJob.size() + " jobs have ended, " + submittedJobIds.size() + " were submitted");
    }
    return faults;
  }

  long events() {
    return lastEventSeq;
  }

  long commands() {
    return lastCommandSeq;
  }

  /** Tasks that were told to start. */
  int starts() {
    return starts;
  }

  /** How each job ended. */
  Map<String, String> ends() {
    return endByJob;
  }

  /** How often jobs went back to the queue, by reason. */
  Map<String, Integer> requeues() {
    return requeues;
  }
}
