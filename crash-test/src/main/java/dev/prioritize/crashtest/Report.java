package dev.prioritize.crashtest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prioritize.cli.Counts;
import dev.prioritize.crashtest.Chaos.Blow;
import dev.prioritize.simulator.NodeFault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a run has come to.
 *
 * @param ownEnds how often the scheduler ended by itself and was started again
 * @param overtaken tasks that still ran when a newer START came for their GPUs
 * @param stopped true if the scheduler stopped cleanly in the end
 * @param faultsByCheck what the audit found; an empty list is good
 */
record Report(
    long seed,
    int jobs,
    Duration took,
    Map<Blow, Integer> blows,
    int ownEnds,
    Map<NodeFault, Integer> injected,
    int overtaken,
    boolean stopped,
    Map<String, List<String>> faultsByCheck,
    EventAudit events) {

  boolean isGood() {
    return stopped && faultsByCheck.values().stream().allMatch(List::isEmpty);
  }

  private Map<String, Integer> ends() {
    Map<String, Integer> ends = new TreeMap<>();
    events.ends().values().forEach(state -> ends.merge(state, 1, Integer::sum));
    return ends;
  }

  String toText() {
    StringBuilder text = new StringBuilder();
    text.append(
        "%d jobs, %d commands, %d events, took %d s%n"
            .formatted(jobs, events.commands(), events.events(), took.toSeconds()));
    text.append("blows:    ").append(Counts.words(blows)).append('\n');
    text.append("          the scheduler ended by itself: ").append(ownEnds).append('\n');
    text.append("faults:   ").append(Counts.words(injected)).append('\n');
    text.append("          overtaken by a newer start: ").append(overtaken).append('\n');
    text.append("requeues: ").append(Counts.words(events.requeues())).append('\n');
    text.append("ends:     ").append(Counts.words(ends())).append('\n');
    if (!stopped) {
      text.append("FAILED    the scheduler did not stop cleanly\n");
    }
    faultsByCheck.forEach(
        (check, faults) -> {
          text.append(faults.isEmpty() ? "ok        " : "FAILED    ").append(check).append('\n');
          faults.forEach(fault -> text.append("          ").append(fault).append('\n'));
        });
    text.append(isGood() ? "all holds" : "something does not hold");
    return text.toString();
  }

  String toJson() {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("ok", isGood());
    line.put("seed", seed);
    line.put("jobs", jobs);
    line.put("seconds", took.toSeconds());
    line.put("commands", events.commands());
    line.put("events", events.events());
    Counts.addTo(line.putObject("blows"), blows);
    line.put("own_ends", ownEnds);
    Counts.addTo(line.putObject("node_faults"), injected);
    line.put("overtaken", overtaken);
    Counts.addTo(line.putObject("requeues"), events.requeues());
    Counts.addTo(line.putObject("ends"), ends());
    ObjectNode checks = line.putObject("checks");
    faultsByCheck.forEach(
        (check, faults) -> checks.put(check, faults.isEmpty() ? "ok" : String.join("; ", faults)));
    return line.toString();
  }
}
