package dev.prioritize.simulator.evaluate;

import dev.prioritize.core.command.LoggedCommand;
import dev.prioritize.core.event.Event;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.model.JobState;
import dev.prioritize.simulator.JobRun;
import dev.prioritize.simulator.Simulation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What is kept of a run: when each job ran, and how much was free in a way that helped nobody. Of a
 * job that was cancelled or has not ended nothing counts.
 */
public final class RunRecord implements Simulation.Log {
  private static final long NEVER = -1;
  private static final long MILLIS_PER_SECOND = 1_000;

  /** Milliseconds of start and end, by job id. */
  private final Map<String, long[]> runs = new HashMap<>();

  private final ClusterGauge gauge = new ClusterGauge();
  private long lastMillis;
  private double scatteredGpuMillis;
  private double waitingGpuMillis;

  @Override
  public void record(LoggedCommand command, List<LoggedEvent> events) {
    events.forEach(this::record);
  }

  /** Takes in the next event. */
  void record(LoggedEvent logged) {
    if (logged.timeMillis() > lastMillis) {
      integrateUpTo(logged.timeMillis());
    }
    Event event = logged.event();
    gauge.apply(event);
    if (event instanceof Event.JobPlaced placed) {
      runs.put(placed.jobId(), new long[] {logged.timeMillis(), NEVER});
    } else if (event instanceof Event.JobFinished finished
        && finished.state() != JobState.CANCELLED) {
      runs.get(finished.jobId())[1] = logged.timeMillis();
    }
  }

  private void integrateUpTo(long timeMillis) {
    if (gauge.waiting() > 0) {
      double millis = timeMillis - lastMillis;
      scatteredGpuMillis += millis * gauge.freeOnPartlyUsedNodes();
      waitingGpuMillis += millis * gauge.totalGpus();
    }
    lastMillis = timeMillis;
  }

  /** When the job ran last, in whole seconds; null if it was cancelled or has not ended. */
  JobRun run(String jobId) {
    long[] millis = runs.get(jobId);
    return millis == null || millis[1] == NEVER
        ? null
        : new JobRun(millis[0] / MILLIS_PER_SECOND, millis[1] / MILLIS_PER_SECOND);
  }

  /** GPUs of all nodes that have registered. */
  int totalGpus() {
    return gauge.totalGpus();
  }

  /**
   * Of all GPUs, over the time in which some job waits: those that are free on nodes on which
   * others are held, 0 to 1.
   */
  double fragmentation() {
    return waitingGpuMillis == 0 ? 0 : scatteredGpuMillis / waitingGpuMillis;
  }
}
