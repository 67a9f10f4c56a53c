package dev.prioritize.cli.evaluate;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prioritize.cli.ExitCodes;
import dev.prioritize.cli.HumanTime;
import dev.prioritize.cli.ModelOptions;
import dev.prioritize.cli.ProgressLine;
import dev.prioritize.cli.SchedulingOptions;
import dev.prioritize.cli.TextTable;
import dev.prioritize.core.engine.Engine;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.policy.PolicyCatalog;
import dev.prioritize.simulator.evaluate.LoggedRun;
import dev.prioritize.simulator.evaluate.Measures;
import dev.prioritize.simulator.evaluate.WhatIf;
import dev.prioritize.stream.replay.LogException;
import dev.prioritize.stream.replay.LogFileReader;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./prioritize whatif}. */
@Command(
    name = "whatif",
    mixinStandardHelpOptions = true,
    exitCodeOnExecutionException = ExitCodes.USAGE,
    header = "Tells what another policy would have done with the jobs of a pool's log.",
    description = {
      "Takes submissions, changes, cancels, nodes and observed run lengths from an exported log, and"
          + " decides anew. Jobs without an end in the log are left out.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./prioritize export --pool default",
      "  ./prioritize whatif --log prioritize-default.avro --policy wsaf",
      "  ./prioritize whatif --log prioritize-default.avro --discipline skip --json"
    })
public final class WhatIfCommand implements Callable<Integer> {
  private static final List<String> SHOWN =
      List.of(
          Measures.WEIGHTED_WAIT,
          "weighted_jct_s",
          "makespan_s",
          "all_wait_mean_s",
          "all_jct_mean_s",
          "urgent_wait_mean_s",
          "urgent_wait_p95_s",
          "urgent_jct_mean_s",
          "high_wait_mean_s",
          "high_wait_p95_s",
          "high_jct_mean_s",
          "normal_wait_mean_s",
          "normal_wait_p95_s",
          "normal_jct_mean_s",
          "low_wait_mean_s",
          "low_wait_p95_s",
          "low_jct_mean_s");

  @Spec private CommandSpec spec;

  @Option(
      names = "--log",
      paramLabel = "FILE",
      required = true,
      description = "A log that ./prioritize export, or demo --export, has written.")
  private Path file;

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      description = "Policy to try, see docs/policies.md. Default: the log's.")
  private String policy;

  @Option(
      names = "--discipline",
      paramLabel = "NAME",
      description = "Discipline to try: strict, skip or easy. Default: the log's.")
  private String discipline;

  @Mixin private ModelOptions models;

  @Option(names = "--json", description = "Print one line of JSON.")
  private boolean json;

  @Override
  public Integer call() {
    if (policy == null && discipline == null) {
      throw usage("name what to try: --policy NAME, --discipline NAME, or both");
    }
    requireKnown("--policy", policy, SchedulingOptions.policyNames());
    requireKnown("--discipline", discipline, SchedulingOptions.disciplineNames());
    if (policy != null
        && discipline != null
        && !SchedulingOptions.worksUnder(policy, disciplineOf(discipline))) {
      throw usage("--discipline %s: %s works under easy only".formatted(discipline, policy));
    }
    LoggedRun log;
    WhatIf.Outcome outcome;
    try (ProgressLine progress = ProgressLine.on(spec.commandLine().getErr());
        PolicyCatalog policies = models.catalog()) {
      log = read(progress);
      outcome = WhatIf.run(log, this::change, policies);
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(asJson(log, outcome));
    } else {
      lines(log, outcome).forEach(out::println);
    }
    out.flush();
    return ExitCodes.OK;
  }

  private LoggedRun read(ProgressLine progress) {
    try (LogFileReader reader = new LogFileReader(file)) {
      LoggedRunSink sink = new LoggedRunSink(reader.pool(), progress);
      List<String> problems = reader.copyTo(sink);
      if (!problems.isEmpty()) {
        throw usage("--log " + problems.get(0) + ": export it again");
      }
      LoggedRun log = sink.log();
      if (log.isEmpty() || log.firstCommandSeq() != 1) {
        throw usage(
            "--log "
                + file
                + ": its start is missing, and with it nodes and jobs; export a whole log");
      }
      return log;
    } catch (LogException e) {
      throw usage("--log " + e.getMessage());
    }
  }

  private PoolConfig change(PoolConfig config) {
    String newPolicy = policy == null ? config.policy() : policy;
    Discipline newDiscipline = discipline == null ? config.discipline() : disciplineOf(discipline);
    if (!SchedulingOptions.worksUnder(newPolicy, newDiscipline)) {
      if (policy == null) {
        throw usage(
            "--discipline %s: the log's policy, %s, works under easy only; name a --policy"
                .formatted(discipline, newPolicy));
      }
      newDiscipline = Discipline.EASY; // the log's is another, and nobody asked for that one
    }
    return new PoolConfig(
        config.clock(),
        newPolicy,
        newDiscipline,
        config.agingIntervalMillis(),
        config.starvationBoundsMillis(),
        config.decisionLimit(),
        config.nodeTimeoutMillis(),
        config.jobRetentionMillis(),
        config.faults(),
        config.learned(),
        Engine.RULES_VERSION);
  }

  private static Discipline disciplineOf(String name) {
    return Discipline.valueOf(name.toUpperCase(Locale.ROOT));
  }

  private String tried() {
    return Stream.of(policy, discipline)
        .filter(name -> name != null)
        .reduce((a, b) -> a + "/" + b)
        .orElseThrow();
  }

  private List<String> lines(LoggedRun log, WhatIf.Outcome outcome) {
    TextTable table = new TextTable();
    table.add("", "happened", "with " + tried(), "ratio");
    for (String measure : SHOWN) {
      double happened = outcome.happened().get(Measures.indexOf(measure));
      double instead = outcome.instead().get(Measures.indexOf(measure));
      String words = measure.substring(0, measure.length() - "_s".length()).replace('_', ' ');
      table.add(
          words,
          HumanTime.of(Math.round(happened)),
          HumanTime.of(Math.round(instead)),
          happened == 0 && instead == 0 ? "1.000" : ratio(happened, instead));
    }
    return Stream.concat(
            Stream.of(
                "%d jobs compared; left out: %d without an end, %d cancelled, %d rejected"
                    .formatted(outcome.jobs(), log.withoutEnd(), log.cancelled(), log.rejected()),
                ""),
            table.lines().stream())
        .toList();
  }

  private static String ratio(double happened, double instead) {
    return happened == 0 ? "from 0" : EvaluationTable.decimals(instead / happened);
  }

  private ObjectNode asJson(LoggedRun log, WhatIf.Outcome outcome) {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("policy", policy);
    line.put("discipline", discipline);
    line.put("jobs", outcome.jobs());
    line.put("without_end", log.withoutEnd());
    line.put("cancelled", log.cancelled());
    line.put("rejected", log.rejected());
    write(outcome.happened(), line.putObject("happened"));
    write(outcome.instead(), line.putObject("instead"));
    return line;
  }

  private static void write(List<Double> values, ObjectNode node) {
    for (int i = 0; i < values.size(); i++) {
      node.put(Measures.NAMES.get(i), EvaluationJson.rounded(values.get(i), 10_000));
    }
  }

  private void requireKnown(String option, String name, List<String> known) {
    String problem = name == null ? null : NearestKnown.problem(name, known);
    if (problem != null) {
      throw usage(option + " " + problem);
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
