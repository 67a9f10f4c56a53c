package dev.prioritize.cli.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prioritize.simulator.JobRun;
import dev.prioritize.simulator.NodeFault;
import java.util.Locale;
import java.util.Map;

/**
 * What a run with misbehaving nodes came to.
 *
 * @param runs when each job's last attempt ran
 * @param injected faults that came about, by kind
 * @param requeues how often jobs went back to the queue, by reason
 * @param ends how jobs ended, by state
 */
record FaultyRun(
    Map<String, JobRun> runs,
    Map<NodeFault, Integer> injected,
    Map<String, Integer> requeues,
    Map<String, Integer> ends) {

  String toText() {
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

  void addTo(ObjectNode json) {
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
