package dev.prioritize.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prioritize.simulator.FaultySimulation;
import dev.prioritize.simulator.JobRun;
import dev.prioritize.simulator.NodeFault;
import dev.prioritize.simulator.Schedule;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a run with misbehaving nodes came to.
 *
 * @param runs when each job's last attempt ran
 * @param injected faults that came about, by kind
 * @param requeues how often jobs went back to the queue, by reason
 * @param ends how jobs ended, by state
 */
public record FaultyRun(
    Map<String, JobRun> runs,
    Map<NodeFault, Integer> injected,
    Map<String, Integer> requeues,
    Map<String, Integer> ends) {

  /** What a simulation came to. */
  public static FaultyRun of(FaultySimulation simulation) {
    Schedule schedule = simulation.player().schedule();
    Map<String, Integer> ends = new TreeMap<>();
    for (Schedule.End end : Schedule.End.values()) {
      if (schedule.count(end) > 0 && end != Schedule.End.NONE) {
        ends.put(end.name(), schedule.count(end));
      }
    }
    return new FaultyRun(schedule.byJobId(), simulation.injected(), simulation.requeues(), ends);
  }

  /** Three lines for people. */
  public String toText() {
    return "faults injected: %s%nattempts tried again: %s%njobs: %s%n"
        .formatted(Counts.words(injected), Counts.words(requeues), Counts.words(ends));
  }

  /** Adds the counts. */
  public void addTo(ObjectNode json) {
    Counts.addTo(json.putObject("faults"), injected);
    Counts.addTo(json.putObject("requeues"), requeues);
    Counts.addTo(json.putObject("ends"), ends);
  }
}
