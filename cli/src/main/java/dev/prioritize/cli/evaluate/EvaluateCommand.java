package dev.prioritize.cli.evaluate;

import dev.prioritize.cli.CommandFailure;
import dev.prioritize.cli.DurationConverter;
import dev.prioritize.cli.ExitCodes;
import dev.prioritize.cli.HumanTime;
import dev.prioritize.cli.ModelOptions;
import dev.prioritize.cli.ProgressLine;
import dev.prioritize.cli.SchedulingOptions;
import dev.prioritize.cli.simulate.StarvationBounds;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.policy.PolicyCatalog;
import dev.prioritize.simulator.DrawableSlice;
import dev.prioritize.simulator.DurationKnowledge;
import dev.prioritize.simulator.Slice;
import dev.prioritize.simulator.Slices;
import dev.prioritize.simulator.TraceReader;
import dev.prioritize.simulator.WorkloadException;
import dev.prioritize.simulator.evaluate.Contender;
import dev.prioritize.simulator.evaluate.Evaluation;
import dev.prioritize.simulator.evaluate.EvaluationPlan;
import dev.prioritize.simulator.evaluate.EvaluationResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./prioritize evaluate}. */
@Command(
    name = "evaluate",
    mixinStandardHelpOptions = true,
    header = "Compares policies and disciplines over many windows of traces.",
    description = {
      "Simulates every slice under every policy and discipline, on all cores. All are compared with"
          + " one baseline on the very same jobs; intervals of 95 %% tell how sure that is.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./prioritize evaluate --slices slices.json --report report.html",
      "  ./prioritize evaluate --slices slices.json --slice smoke-tiresias-60 --policies wsaf,aged",
      "  ./prioritize evaluate --slices slices.json --durations estimated --class-draws 16 --json"
    })
public final class EvaluateCommand implements Callable<Integer> {
  private static final int MAX_CLASS_DRAWS = 1_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--slices",
      paramLabel = "FILE",
      required = true,
      description = "A JSON file that names windows of traces, and a cluster for each.")
  private Path slicesFile;

  @Option(
      names = "--slice",
      paramLabel = "NAME",
      arity = "1..*",
      description = "Run these slices only. Default: all of the file.")
  private List<String> sliceNames = new ArrayList<>();

  @Option(
      names = "--policies",
      paramLabel = "NAME",
      split = ",",
      description = "Policies, separated by commas. Default: all of docs/policies.md.")
  private List<String> policies = new ArrayList<>();

  @Option(
      names = "--disciplines",
      paramLabel = "NAME",
      split = ",",
      description = "Of strict, skip and easy, separated by commas. Default: all three.")
  private List<String> disciplines = new ArrayList<>();

  @Option(
      names = "--baseline",
      paramLabel = "POLICY/DISCIPLINE",
      defaultValue = "wsaf/easy",
      description = "What the others are compared with; it is run too. Default: wsaf/easy.")
  private String baseline;

  @Mixin private ModelOptions models;

  @Option(
      names = "--durations",
      paramLabel = "NAME",
      defaultValue = "exact",
      description =
          "What the scheduler is told: exact (the truth, which nobody knows) or estimated (nothing;"
              + " it estimates from finished jobs). Default: exact.")
  private String durations;

  @Option(
      names = "--class-draws",
      paramLabel = "K",
      defaultValue = "1",
      description =
          "Repeat with the classes of traces that have none drawn anew, K times in all. Default: 1.")
  private int classDraws;

  @Option(
      names = "--aging",
      paramLabel = "DURATION",
      defaultValue = "24h",
      converter = DurationConverter.class,
      description = "Waiting time that raises a job by one class, such as 1h. Default: 24h.")
  private Duration aging;

  @Option(
      names = "--starvation-bound",
      paramLabel = "BOUND",
      defaultValue = "off",
      converter = StarvationBounds.Converter.class,
      description =
          "Under easy, let a job that has waited longer go first: off, default (URGENT 1d, HIGH 2d,"
              + " NORMAL 4d, LOW 7d), or such as urgent=12h,high=2d. Default: off.")
  private StarvationBounds starvationBounds;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Of the resampling behind the intervals. Default: 1.")
  private long seed;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Runs at the same time. Default: one for each core.")
  private Integer threads;

  @Option(names = "--csv", paramLabel = "FILE", description = "Write a line per run to this file.")
  private Path csvFile;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write a page with pictures to this file (.html); it needs no network.")
  private Path reportFile;

  @Option(
      names = "--json",
      description = "Print the result as one line of JSON, the last on stdout.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    try (PolicyCatalog catalog = models.catalogOfThreads()) {
      return evaluate(plan(catalog));
    }
  }

  private Integer evaluate(EvaluationPlan plan) throws InterruptedException {
    Contender base = contender(baseline);
    requireWritable("--csv", csvFile);
    requireWritable("--report", reportFile);
    long startNanos = System.nanoTime();
    Findings findings;
    try (ProgressLine progress = ProgressLine.on(spec.commandLine().getErr())) {
      progress.write("reading traces");
      Evaluation evaluation = new Evaluation(plan, slices());
      EvaluationResult result = evaluation.run(threads(), done -> tell(progress, done, evaluation));
      progress.write("comparing");
      findings = new Findings(result, base, seed, durations);
      if (csvFile != null) {
        write(csvFile, EvaluationCsv.of(findings));
      }
      if (reportFile != null) {
        progress.write("drawing");
        write(reportFile, HtmlReport.of(findings));
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(EvaluationJson.of(findings));
    } else {
      EvaluationTable.lines(findings).forEach(out::println);
      long seconds = Duration.ofNanos(System.nanoTime() - startNanos).toSeconds();
      out.printf("%n%d runs, took %s%n", findings.runCount(), HumanTime.of(seconds));
      if (reportFile != null) {
        out.println("The page with pictures: " + reportFile);
      }
    }
    out.flush();
    return ExitCodes.OK;
  }

  private static void tell(ProgressLine progress, int done, Evaluation evaluation) {
    synchronized (progress) {
      if (progress.isDue()) {
        progress.write("%d of %d runs".formatted(done, evaluation.runCount()));
      }
    }
  }

  private EvaluationPlan plan(PolicyCatalog catalog) {
    Set<Contender> contenders = new LinkedHashSet<>();
    for (String policy : policies.isEmpty() ? SchedulingOptions.policyNames() : policies) {
      for (String discipline :
          disciplines.isEmpty() ? SchedulingOptions.disciplineNames() : disciplines) {
        Contender contender =
            new Contender(
                known("--policies", policy, SchedulingOptions.policyNames()),
                discipline("--disciplines", discipline));
        if (SchedulingOptions.worksUnder(contender.policy(), contender.discipline())) {
          contenders.add(contender);
        }
      }
    }
    contenders.add(contender(baseline));
    contenders.forEach(contender -> models.requireWorking(contender.policy()));
    known("--durations", durations, List.of("exact", "estimated"));
    if (classDraws < 1 || classDraws > MAX_CLASS_DRAWS) {
      throw usage("--class-draws " + classDraws + ": use 1 to " + MAX_CLASS_DRAWS);
    }
    if (aging.toSeconds() < 1) {
      throw usage("--aging " + aging.toMillis() + "ms: use at least 1s, such as 1h");
    }
    boolean guarded = !starvationBounds.millis().equals(PoolConfig.NO_STARVATION_BOUNDS);
    if (guarded && contenders.stream().noneMatch(c -> c.discipline() == Discipline.EASY)) {
      throw usage("--starvation-bound has no meaning without easy among --disciplines: add it");
    }
    return new EvaluationPlan(
        List.copyOf(contenders), catalog, classDraws, aging.toMillis(), starvationBounds.millis());
  }

  private Contender contender(String label) {
    String[] parts = label.split("/", -1);
    if (parts.length != 2) {
      throw usage("--baseline " + label + ": write POLICY/DISCIPLINE, such as wsaf/easy");
    }
    Contender contender =
        new Contender(
            known("--baseline", parts[0], SchedulingOptions.policyNames()),
            discipline("--baseline", parts[1]));
    if (!SchedulingOptions.worksUnder(contender.policy(), contender.discipline())) {
      throw usage("--baseline %s: %s works under easy only".formatted(label, contender.policy()));
    }
    return contender;
  }

  private Discipline discipline(String option, String name) {
    return Discipline.valueOf(
        known(option, name, SchedulingOptions.disciplineNames()).toUpperCase(Locale.ROOT));
  }

  private String known(String option, String name, List<String> known) {
    String problem = NearestKnown.problem(name, known);
    if (problem != null) {
      throw usage(option + " " + problem);
    }
    return name;
  }

  private int threads() {
    int count = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    if (count < 1) {
      throw usage("--threads " + count + ": use 1 or more");
    }
    return count;
  }

  private List<DrawableSlice> slices() {
    try {
      Slices known = Slices.read(slicesFile);
      List<Slice> chosen = new ArrayList<>();
      for (String name : sliceNames.isEmpty() ? known.names() : new LinkedHashSet<>(sliceNames)) {
        chosen.add(known.get(name));
      }
      DurationKnowledge told = DurationKnowledge.valueOf(durations.toUpperCase(Locale.ROOT));
      return new TraceReader(told, 0).readDrawable(chosen);
    } catch (WorkloadException e) {
      throw usage(e.getMessage());
    }
  }

  /** Found out before the runs, which would otherwise be for nothing. */
  private void requireWritable(String option, Path file) {
    if (file == null) {
      return;
    }
    Path folder = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file) || folder == null || !Files.isDirectory(folder)) {
      throw usage(option + " " + file + ": name a file in a folder that exists");
    }
  }

  private static void write(Path file, Stream<String> parts) {
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
      parts.forEach(out::print);
      if (out.checkError()) {
        throw new IOException("the disk may be full");
      }
    } catch (IOException | UncheckedIOException e) {
      throw new CommandFailure(
          "cannot write " + file + " (" + e.getMessage() + "): make room, or name another file", e);
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
