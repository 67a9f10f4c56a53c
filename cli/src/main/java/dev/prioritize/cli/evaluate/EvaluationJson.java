package dev.prioritize.cli.evaluate;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prioritize.simulator.Workload;
import dev.prioritize.simulator.evaluate.Contender;
import dev.prioritize.simulator.evaluate.EvaluationResult;
import dev.prioritize.simulator.evaluate.Measures;
import dev.prioritize.simulator.evaluate.Ratio;
import java.util.List;
import java.util.Locale;

/** Findings for machines: one object; ratios with intervals, and means over the class draws. */
final class EvaluationJson {
  private EvaluationJson() {}

  static ObjectNode of(Findings findings) {
    EvaluationResult result = findings.result();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("durations", findings.durations());
    json.put("aging_s", result.plan().agingIntervalMillis() / 1_000);
    json.put("class_draws", result.plan().classDraws());
    json.put("baseline", findings.baseline().label());
    json.put("seed", findings.seed());
    ObjectNode slices = json.putObject("slices");
    for (int slice = 0; slice < result.slices().size(); slice++) {
      Workload workload = result.slices().get(slice).workload();
      ObjectNode node = slices.putObject(workload.name());
      node.put("jobs", workload.jobs().size());
      node.put("dropped", workload.dropped());
      node.put("nodes", workload.nodes());
      node.put("gpus", workload.totalGpus());
      findings.boundsOf(slice).writeTo(node.putObject("bounds"));
    }
    ObjectNode bounds = json.putObject("bound_ratios");
    for (String measure : Findings.BOUNDED) {
      bounds.put(measure, rounded(findings.boundRatio(measure), 100_000));
    }
    List<Contender> contenders = result.plan().contenders();
    for (int contender : findings.ranking()) {
      ObjectNode node = json.withArray("contenders").addObject();
      node.put("policy", contenders.get(contender).policy());
      node.put(
          "discipline", contenders.get(contender).discipline().name().toLowerCase(Locale.ROOT));
      ObjectNode ratios = node.putObject("ratios");
      for (String measure : Findings.COMPARED) {
        write(findings.ratio(contender, measure), ratios.putObject(measure));
      }
      ObjectNode bySlice = node.putObject("slices");
      for (int slice = 0; slice < result.slices().size(); slice++) {
        ObjectNode ofSlice = bySlice.putObject(result.slices().get(slice).workload().name());
        write(findings.ratioOfSlice(slice, contender), ofSlice.putObject("ratio"));
        for (int measure = 0; measure < Measures.NAMES.size(); measure++) {
          double mean = result.meanOverDraws(slice, contender, measure);
          ofSlice.put(Measures.NAMES.get(measure), rounded(mean, 10_000));
        }
      }
    }
    return json;
  }

  static void write(Ratio ratio, ObjectNode node) {
    node.put("mean", rounded(ratio.mean(), 100_000));
    node.put("low", rounded(ratio.low(), 100_000));
    node.put("high", rounded(ratio.high(), 100_000));
  }

  static double rounded(double value, double unit) {
    return Math.rint(value * unit) / unit;
  }
}
