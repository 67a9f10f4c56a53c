package dev.prioritize.benchmarks;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/**
 * What {@code scripts/bench pass} runs: every situation in several JVMs, each pass timed by itself,
 * so that the median stays of use on a machine that does other things too.
 */
public final class PassBench {
  private static final int FORKS = 3;
  private static final int WARMUP_SECONDS = 3;
  private static final int MEASURED_SECONDS = 3;

  /**
   * A row of the table.
   *
   * @param divisor decisions in one pass, if the row is of one decision
   * @param params the situation's parameters as {@code name=value}
   */
  private record Row(
      String what, long goalMicros, int divisor, Class<?> situation, List<String> params) {
    private RunResult resultIn(Collection<RunResult> results) {
      return results.stream().filter(this::isMine).findFirst().orElseThrow();
    }

    private boolean isMine(RunResult result) {
      return result.getParams().getBenchmark().equals(situation.getName() + ".pass")
          && params.stream().allMatch(param -> has(result, param));
    }

    private static boolean has(RunResult result, String param) {
      String[] nameAndValue = param.split("=", 2);
      return result.getParams().getParam(nameAndValue[0]).equals(nameAndValue[1]);
    }
  }

  /** Microseconds. */
  private record Figures(double best, double median, List<Double> mediansOfJvms, double p99) {
    private static Figures of(RunResult result, int divisor) {
      Statistics all = result.getPrimaryResult().getStatistics();
      return new Figures(
          all.getMin() / divisor,
          all.getPercentile(50) / divisor,
          result.getBenchmarkResults().stream()
              .map(jvm -> jvm.getPrimaryResult().getStatistics().getPercentile(50) / divisor)
              .sorted()
              .toList(),
          all.getPercentile(99) / divisor);
    }
  }

  private static final List<Row> ROWS = rows();

  private static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    rows.add(
        new Row("10,000 wait, none fits", 1_000, 1, NothingFits.class, List.of("pending=10000")));
    rows.add(
        new Row("100,000 wait, none fits", 3_000, 1, NothingFits.class, List.of("pending=100000")));
    rows.add(
        new Row(
            "blocked head, 8,192 run, 10,000 fit but would delay it",
            2_000,
            1,
            BlockedHead.class,
            List.of()));
    for (int nodes : new int[] {1_024, 10_240}) {
      for (int gpus : new int[] {1, 16}) {
        rows.add(decisions(nodes, gpus, 1, "a decision in a pass of its own"));
        rows.add(decisions(nodes, gpus, 100, "a decision, one of 100 in a pass"));
      }
    }
    return rows;
  }

  private static Row decisions(int nodes, int gpus, int decisions, String what) {
    return new Row(
        String.format(Locale.ROOT, "%s, GPUs: %d, nodes: %,d", what, gpus, nodes),
        nodes == 1_024 ? 20 : 60,
        decisions,
        DecisionThatFits.class,
        List.of("nodes=" + nodes, "gpus=" + gpus, "decisions=" + decisions));
  }

  private PassBench() {}

  /** Runs all; {@code --json} prints one line for machines instead of a table. */
  public static void main(String[] args) throws RunnerException {
    boolean json = List.of(args).contains("--json");
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    Collection<RunResult> results = new Runner(options()).run();
    if (json) {
      printJson(results, load);
    } else {
      printTable(results, load);
    }
  }

  private static Options options() {
    return new OptionsBuilder()
        .include(PassBench.class.getPackageName() + ".*\\.pass")
        .mode(Mode.SampleTime)
        .timeUnit(TimeUnit.MICROSECONDS)
        .forks(FORKS)
        .warmupIterations(1)
        .warmupTime(TimeValue.seconds(WARMUP_SECONDS))
        .measurementIterations(1)
        .measurementTime(TimeValue.seconds(MEASURED_SECONDS))
        .verbosity(VerboseMode.SILENT)
        .shouldFailOnError(true)
        .jvmArgs("-XX:+UseSerialGC", "-Xmx2g")
        .build();
  }

  private static void printTable(Collection<RunResult> results, double load) {
    System.out.printf(
        Locale.ROOT,
        "%d CPUs, Java %s, load average before the run %.1f; %d JVMs × %d s each%n%n",
        Runtime.getRuntime().availableProcessors(),
        Runtime.version(),
        load,
        FORKS,
        MEASURED_SECONDS);
    System.out.println("| pass | goal µs | best µs | median µs | medians of the JVMs | p99 µs |");
    System.out.println("| --- | ---: | ---: | ---: | ---: | ---: |");
    for (Row row : ROWS) {
      Figures figures = Figures.of(row.resultIn(results), row.divisor());
      List<Double> medians = figures.mediansOfJvms();
      System.out.printf(
          Locale.ROOT,
          "| %s | %,d | %,.1f | %,.1f | %,.1f–%,.1f | %,.1f |%n",
          row.what(),
          row.goalMicros(),
          figures.best(),
          figures.median(),
          medians.get(0),
          medians.get(medians.size() - 1),
          figures.p99());
    }
  }

  private static void printJson(Collection<RunResult> results, double load) {
    ObjectNode report = JsonMapper.builder().build().createObjectNode();
    report.put("benchmark", "pass");
    report.put("cpus", Runtime.getRuntime().availableProcessors());
    report.put("java", Runtime.version().toString());
    report.put("load_average", load);
    for (Row row : ROWS) {
      Figures figures = Figures.of(row.resultIn(results), row.divisor());
      ObjectNode entry = report.withArray("rows").addObject();
      entry.put("pass", row.what());
      entry.put("goal_us", row.goalMicros());
      entry.put("best_us", figures.best());
      entry.put("median_us", figures.median());
      figures.mediansOfJvms().forEach(entry.withArray("medians_us")::add);
      entry.put("p99_us", figures.p99());
    }
    System.out.println(report);
  }
}
