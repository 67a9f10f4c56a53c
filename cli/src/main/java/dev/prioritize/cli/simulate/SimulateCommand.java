package dev.prioritize.cli.simulate;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prioritize.cli.ExitCodes;
import dev.prioritize.cli.FaultyRun;
import dev.prioritize.cli.HumanTime;
import dev.prioritize.cli.ModelOptions;
import dev.prioritize.cli.Progress;
import dev.prioritize.cli.ProgressLine;
import dev.prioritize.cli.ReportTable;
import dev.prioritize.cli.SchedulingOptions;
import dev.prioritize.cli.WorkloadOptions;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.policy.PolicyCatalog;
import dev.prioritize.simulator.DurationKnowledge;
import dev.prioritize.simulator.FaultPlan;
import dev.prioritize.simulator.FaultySimulation;
import dev.prioritize.simulator.InvariantViolation;
import dev.prioritize.simulator.LowerBounds;
import dev.prioritize.simulator.Schedule;
import dev.prioritize.simulator.ScheduleReport;
import dev.prioritize.simulator.Simulation;
import dev.prioritize.simulator.Workload;
import dev.prioritize.simulator.WorkloadGenerator;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./prioritize simulate}. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    exitCodeOnExecutionException = ExitCodes.USAGE,
    header = "Runs a workload through the scheduler alone, without Kafka, months in seconds.",
    description = {
      "Decides what demo and scheduler would decide, in virtual time: 200 generated jobs, a trace,"
          + " or a slice of one. Prints waits and completion times, and what no schedule can beat.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./prioritize simulate --policy wsaf",
      "  ./prioritize simulate --slices slices.json --slice philly-all-w10 --durations estimated",
      "  ./prioritize simulate --jobs 10000 --seed 7 --faults 13",
      "  ./prioritize simulate --trace jobs.swf --cluster cluster.json --json",
      "  ./prioritize simulate --trace jobs.csv --nodes 16 --gpus-per-node 8 --schedule out.csv"
    })
public final class SimulateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  private static final int WARM_UP_JOBS = 400;

  @Mixin private SchedulingOptions scheduling;

  @Mixin private ModelOptions models;

  @Option(
      names = "--starvation-bound",
      paramLabel = "BOUND",
      defaultValue = "off",
      converter = StarvationBounds.Converter.class,
      description =
          "Under easy, let a job that has waited longer go first: off, default (URGENT 1d, HIGH 2d,"
              + " NORMAL 4d, LOW 7d), or classes and durations such as urgent=12h,high=2d; classes"
              + " left out are off. Default: off.")
  private StarvationBounds starvationBounds;

  @Option(
      names = "--durations",
      paramLabel = "NAME",
      description =
          "What the scheduler is told: exact (the truth, which nobody knows), estimated (nothing; it"
              + " estimates from finished jobs), given (what the submitters say, else as estimated)."
              + " Default: exact for a trace, given for generated jobs.")
  private DurationKnowledge durations;

  @Mixin private WorkloadOptions workloads;

  @Option(
      names = "--schedule",
      paramLabel = "FILE",
      description = "Write to this CSV file when each job ran.")
  private Path scheduleFile;

  @Option(
      names = "--faults",
      paramLabel = "SEED",
      description =
          "Let nodes misbehave and owners cancel, and check the state after every command. Another"
              + " seed, other faults.")
  private Long faults;

  @Option(
      names = "--until-command",
      paramLabel = "N",
      description = "With --faults: end after the N-th command.")
  private Long untilCommand;

  @Option(
      names = "--json",
      description = "Print the result as one line of JSON, the last on stdout.")
  private boolean json;

  @Override
  public Integer call() {
    PoolConfig config =
        Simulation.config(
            scheduling.policy(),
            scheduling.discipline(),
            scheduling.aging().toMillis(),
            starvationBounds.millis());
    if (untilCommand != null && (faults == null || untilCommand < 1)) {
      throw new ParameterException(
          spec.commandLine(), "--until-command: give 1 or more, and --faults SEED with it");
    }
    models.requireWorking(scheduling.policy());
    warmUp(config);
    Workload workload = workloads.workload(durations());
    FaultyRun faulty = null;
    long startNanos = System.nanoTime();
    Schedule schedule;
    try (PolicyCatalog policies = models.catalog()) {
      if (faults == null) {
        schedule = run(workload, config, policies);
      } else {
        FaultySimulation simulation = faultySimulation(workload, config, policies);
        schedule = simulation.run();
        faulty = FaultyRun.of(simulation);
      }
    } catch (InvariantViolation e) {
      spec.commandLine().getErr().println(e.getMessage());
      return ExitCodes.FAILED;
    }
    Duration took = Duration.ofNanos(System.nanoTime() - startNanos);
    if (scheduleFile != null) {
      ScheduleFile.write(scheduleFile, workload, schedule);
    }
    ScheduleReport report = ScheduleReport.of(workload, config, schedule);
    LowerBounds bounds = LowerBounds.of(schedule.jobsEndedByThemselves(), workload.totalGpus());
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      ObjectNode line = asJson(workload, report, bounds);
      if (faulty != null) {
        faulty.addTo(line);
      }
      out.println(line);
    } else {
      print(out, workload, report, bounds, took);
      out.print(faulty == null ? "" : faulty.toText());
    }
    return ExitCodes.OK;
  }

  /**
   * Has the engine loaded and compiled on another core while this one reads the trace; of a run of
   * a second that is a fifth.
   */
  private void warmUp(PoolConfig config) {
    Thread thread = new Thread(() -> runWarmUp(config), "warm-up");
    thread.setDaemon(true);
    thread.start();
  }

  private void runWarmUp(PoolConfig config) {
    Workload workload = WorkloadGenerator.generate(8, 8, WARM_UP_JOBS, 1);
    try (PolicyCatalog policies = models.catalog()) {
      Simulation.watched(workload, config, policies, (command, events) -> {}).run();
    }
  }

  private DurationKnowledge durations() {
    if (durations != null) {
      return durations;
    }
    return workloads.isTrace() ? DurationKnowledge.EXACT : DurationKnowledge.GIVEN;
  }

  private Schedule run(Workload workload, PoolConfig config, PolicyCatalog policies) {
    Progress progress =
        new Progress(ProgressLine.on(spec.commandLine().getErr()), workload.jobs().size());
    SimulationProgress log = new SimulationProgress(progress);
    Simulation simulation = Simulation.watched(workload, config, policies, log);
    log.follow(simulation.player());
    Schedule schedule = simulation.run();
    progress.close();
    return schedule;
  }

  private FaultySimulation faultySimulation(
      Workload workload, PoolConfig config, PolicyCatalog policies) {
    Progress progress =
        new Progress(ProgressLine.on(spec.commandLine().getErr()), workload.jobs().size());
    SimulationProgress log = new SimulationProgress(progress);
    FaultySimulation simulation =
        new FaultySimulation(
            workload,
            config,
            policies,
            new FaultPlan(faults),
            log,
            "./prioritize " + String.join(" ", argumentsOfTheSameRun()),
            untilCommand == null ? Long.MAX_VALUE : untilCommand);
    log.follow(simulation.player());
    return simulation;
  }

  /** What was typed, less how far to go. */
  private List<String> argumentsOfTheSameRun() {
    List<String> arguments =
        new ArrayList<>(spec.root().commandLine().getParseResult().originalArgs());
    int until = arguments.indexOf("--until-command");
    if (until >= 0) {
      arguments.subList(until, until + 2).clear();
    }
    arguments.removeIf(argument -> argument.startsWith("--until-command="));
    return arguments;
  }

  private ObjectNode asJson(Workload workload, ScheduleReport report, LowerBounds bounds) {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("workload", workload.name());
    line.put("durations", durations().name().toLowerCase(Locale.ROOT));
    line.put("aging_s", scheduling.aging().toSeconds());
    line.setAll(report.toJson());
    bounds.writeTo(line.putObject("bounds"));
    return line;
  }

  private void print(
      PrintWriter out,
      Workload workload,
      ScheduleReport report,
      LowerBounds bounds,
      Duration took) {
    out.printf(
        "%d jobs (%s) on %s, policy %s, discipline %s, durations %s, took %s%n%n",
        workload.jobs().size(),
        workload.name(),
        workload.cluster().inWords(),
        report.policy(),
        report.mode(),
        durations().name().toLowerCase(Locale.ROOT),
        HumanTime.ofMillis(took.toMillis()));
    out.print(ReportTable.of(report));
    out.printf(
        "no schedule can beat: mean JCT %s, weighted JCT %s (here %s), makespan %s%n",
        HumanTime.of(Math.round(bounds.meanJctSeconds())),
        HumanTime.of(Math.round(bounds.weightedJctSeconds())),
        HumanTime.of(Math.round(report.weightedJctSeconds())),
        HumanTime.of(Math.round(bounds.makespanSeconds())));
  }
}
