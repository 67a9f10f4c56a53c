package dev.prioritize.cli.evaluate;

import dev.prioritize.cli.HumanTime;
import dev.prioritize.cli.TextTable;
import dev.prioritize.simulator.evaluate.EvaluationResult;
import dev.prioritize.simulator.evaluate.Measures;
import dev.prioritize.simulator.evaluate.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Findings for people. */
final class EvaluationTable {
  private EvaluationTable() {}

  static List<String> lines(Findings findings) {
    EvaluationResult result = findings.result();
    List<String> lines = new ArrayList<>();
    lines.add(
        "%d slices, %s durations, %d class draws; ratios to %s with intervals of 95 %%, below 1 is better"
            .formatted(
                result.slices().size(),
                findings.durations(),
                result.plan().classDraws(),
                findings.baseline().label()));
    lines.add("");
    TextTable table = new TextTable();
    table.add(
        "", "weighted wait", "", "weighted", "", "mean wait", "", "", "", "GPUs", "free and", "");
    table.add(
        "policy/discipline",
        "ratio",
        "interval",
        "JCT ratio",
        "makespan",
        "URGENT",
        "HIGH",
        "NORMAL",
        "LOW",
        "used",
        "scattered",
        "starved");
    for (int contender : findings.ranking()) {
      table.add(row(findings, contender));
    }
    table.add(
        "no schedule beats",
        "",
        "",
        decimals(findings.boundRatio("weighted_jct_s")),
        decimals(findings.boundRatio("makespan_s")),
        "",
        "",
        "",
        "",
        "",
        "",
        "");
    lines.addAll(table.lines());
    return lines;
  }

  private static String[] row(Findings findings, int contender) {
    Ratio wait = findings.ratio(contender, Measures.WEIGHTED_WAIT);
    EvaluationResult result = findings.result();
    return new String[] {
      findings.label(contender),
      decimals(wait.mean()),
      decimals(wait.low()) + "–" + decimals(wait.high()),
      decimals(findings.ratio(contender, "weighted_jct_s").mean()),
      decimals(findings.ratio(contender, "makespan_s").mean()),
      time(result, contender, "urgent_wait_mean_s"),
      time(result, contender, "high_wait_mean_s"),
      time(result, contender, "normal_wait_mean_s"),
      time(result, contender, "low_wait_mean_s"),
      percent(result, contender, "utilisation"),
      percent(result, contender, "fragmentation"),
      "%.0f"
          .formatted(
              result.mean(contender, Measures.indexOf("starvation_violations"))
                  * result.slices().size())
    };
  }

  static String decimals(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.3f" : "%.1f", value);
  }

  private static String time(EvaluationResult result, int contender, String measure) {
    return HumanTime.of(Math.round(result.mean(contender, Measures.indexOf(measure))));
  }

  private static String percent(EvaluationResult result, int contender, String measure) {
    return String.format(
        Locale.ROOT, "%.1f %%", 100 * result.mean(contender, Measures.indexOf(measure)));
  }
}
