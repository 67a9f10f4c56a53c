package dev.prioritize.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prioritize.simulator.FaultySimulation;
import dev.prioritize.simulator.JobRun;
import dev.prioritize.simulator.NodeFault;
import dev.prioritize.simulator.Schedule;
import java.util.Locale;
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
        .formatted(words(injected), words(requeues), words(ends));
  }

  private static String words(Map<?, Integer> counts) {
    StringBuilder words = new StringBuilder();
    counts.forEach(
        (what, count) ->
            words
                .append(words.isEmpty() ? "" : ", ")
                .append(count)
                .append(' ')
                .append(lowerCase(what).replace('_', ' ')));
    return words.isEmpty() ? "none" : words.toString();
  }

  /** Adds the counts. */
  public void addTo(ObjectNode json) {
    add(json.putObject("faults"), injected);
    add(json.putObject("requeues"), requeues);
    add(json.putObject("ends"), ends);
  }

  private static void add(ObjectNode json, Map<?, Integer> counts) {
    counts.forEach((what, count) -> json.put(lowerCase(what), count));
  }

  private static String lowerCase(Object what) {
    return what.toString().toLowerCase(Locale.ROOT);
  }
}
