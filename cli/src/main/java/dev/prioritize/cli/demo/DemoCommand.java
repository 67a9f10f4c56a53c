package dev.prioritize.cli.demo;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prioritize.cli.FaultyRun;
import dev.prioritize.cli.HumanTime;
import dev.prioritize.cli.Progress;
import dev.prioritize.cli.ProgressLine;
import dev.prioritize.cli.ReportTable;
import dev.prioritize.cli.SchedulingOptions;
import dev.prioritize.cli.Version;
import dev.prioritize.cli.WorkloadOptions;
import dev.prioritize.cli.broker.DataDirectory;
import dev.prioritize.simulator.DurationKnowledge;
import dev.prioritize.simulator.FaultPlan;
import dev.prioritize.simulator.JobRun;
import dev.prioritize.simulator.ScheduleReport;
import dev.prioritize.simulator.Workload;
import dev.prioritize.stream.config.Durations;
import dev.prioritize.stream.replay.LogFileWriter;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./prioritize demo}. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    header = "Runs a whole cluster in one process, days in seconds.",
    description = {
      "Starts an embedded Kafka broker, the scheduler and simulated GPU nodes, and runs a workload"
          + " through the topics in virtual time: 200 generated jobs, or a trace. Cancels and failures that a"
          + " trace tells of are not played; simulate does.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./prioritize demo",
      "  ./prioritize demo --policy fifo --discipline strict",
      "  ./prioritize demo --faults 1",
      "  ./prioritize demo --trace jobs.csv --nodes 16 --gpus-per-node 8",
      "  ./prioritize demo --slices slices.json --slice smoke-tiresias-60 --json"
    })
public final class DemoCommand implements Callable<Integer> {
  private static final String LOG_LEVEL = "PRIORITIZE_LOG_LEVEL";

  @Spec private CommandSpec spec;

  @Mixin private SchedulingOptions scheduling;

  @Option(
      names = "--starvation-guard",
      negatable = true,
      description =
          "Let a job that has waited too long for its class go first. Default: on for generated"
              + " jobs, off for traces.")
  private Boolean starvationGuard;

  @Mixin private WorkloadOptions workloads;

  @Option(
      names = "--faults",
      paramLabel = "SEED",
      description =
          "Let the nodes misbehave: reports late, twice and out of order, silence, refused and"
              + " failed tasks, dying launchers, GPUs that fall out. Another seed, other faults.")
  private Long faults;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = "Keep the topics in this empty folder. Default: a temporary one.")
  private Path dataDir;

  @Option(
      names = "--export",
      paramLabel = "FILE",
      description = "Write the log of the run to this file, for ./prioritize replay.")
  private Path export;

  @Option(
      names = "--json",
      description = "Print the result as one line of JSON, the last on stdout.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    hideWhatIsForOperators();
    Map<String, String> poolOptions = poolOptions();
    Workload workload = workloads.workload(knownDurations()).undisturbed();
    Progress progress =
        new Progress(ProgressLine.on(spec.commandLine().getErr()), workload.jobs().size());
    if (dataDir != null && dataDir.toString().isEmpty()) {
      throw badValue("--data-dir", "\"\"", "name a folder, or leave the option out");
    }
    DataDirectory data =
        dataDir == null ? DataDirectory.temporary() : DataDirectory.forDemo(dataDir);
    long startNanos = System.nanoTime();
    ScheduleReport report;
    FaultyRun faulty = null;
    try (LogFileWriter log = logFile();
        DemoCluster cluster = DemoCluster.start(data, poolOptions, progress)) {
      Map<String, JobRun> runs;
      if (faults == null) {
        runs = cluster.play(workload, progress);
      } else {
        faulty = cluster.playWithFaults(workload, new FaultPlan(faults), progress);
        runs = faulty.runs();
      }
      if (log != null) {
        cluster.copyLogTo(log);
        log.finish();
      }
      report = ScheduleReport.of(workload, cluster.config().pools().get(DemoCluster.POOL), runs);
    }
    Duration took = Duration.ofNanos(System.nanoTime() - startNanos);
    progress.close();
    if (json) {
      out.println(asJson(report, faulty));
    } else {
      print(out, workload, report, faulty, took);
    }
    if (out.checkError() || System.out.checkError()) {
      throw new DemoException(
          "the result could not be written to the output: is it closed or full?");
    }
    return report.unfinished() == 0 ? 0 : 1;
  }

  private DurationKnowledge knownDurations() {
    return workloads.isTrace() ? DurationKnowledge.EXACT : DurationKnowledge.GIVEN;
  }

  /** Opened before the run, which would otherwise be for nothing; null if none is wanted. */
  private LogFileWriter logFile() {
    return export == null
        ? null
        : new LogFileWriter(export, DemoCluster.POOL, true, Version.number());
  }

  /** The scheduler's own messages would break up the line of progress. */
  private static void hideWhatIsForOperators() {
    if (System.getenv(LOG_LEVEL) == null
        && LoggerFactory.getLogger("dev.prioritize") instanceof Logger logger) {
      logger.setLevel(Level.WARN);
    }
  }

  private Map<String, String> poolOptions() {
    Map<String, String> options = new TreeMap<>();
    options.put("policy", scheduling.policy());
    options.put("discipline", scheduling.discipline().name().toLowerCase(Locale.ROOT));
    options.put("aging.interval", Durations.format(scheduling.aging()));
    if (starvationGuard == null ? workloads.isTrace() : !starvationGuard) {
      for (String name : new String[] {"low", "normal", "high", "urgent"}) {
        options.put("starvation.bound." + name, "off");
      }
    }
    return options;
  }

  private ParameterException badValue(String option, Object value, String fix) {
    return usage(option + " " + value + ": " + fix);
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** What was typed, less what says how to schedule and where to write. */
  private List<String> argumentsOfTheSameJobs() {
    List<String> arguments = new ArrayList<>();
    boolean isLeftOutsValue = false;
    for (String argument : spec.root().commandLine().getParseResult().originalArgs()) {
      boolean leftOut = argument.matches("--(policy|discipline|data-dir|export)");
      if (!leftOut
          && !isLeftOutsValue
          && !argument.matches("--(policy|discipline|data-dir|export)=.*")) {
        arguments.add(argument);
      }
      isLeftOutsValue = leftOut;
    }
    return arguments;
  }

  private static ObjectNode asJson(ScheduleReport report, FaultyRun faulty) {
    ObjectNode line = report.toJson();
    if (faulty != null) {
      faulty.addTo(line);
    }
    return line;
  }

  private void print(
      PrintWriter out, Workload workload, ScheduleReport report, FaultyRun faulty, Duration took) {
    out.printf(
        "%d jobs (%s) on %s, policy %s, discipline %s, took %s%n%n",
        workload.jobs().size(),
        workload.name(),
        workload.cluster().inWords(),
        report.policy(),
        report.mode(),
        HumanTime.of(took.toSeconds()));
    out.print(ReportTable.of(report));
    if (faulty != null) {
      out.print(faulty.toText());
    }
    out.println();
    String again = "  ./prioritize " + String.join(" ", argumentsOfTheSameJobs());
    out.println("Try next, on the same jobs:");
    out.println(again + " --policy wsaf");
    out.println(again + " --policy fifo --discipline strict");
    out.println("Or a scheduler of your own: ./prioritize scheduler --embedded --data-dir DIR");
    if (dataDir != null) {
      out.println("The topics are kept in " + dataDir + ".");
    }
    if (export != null) {
      out.println("Decide all of it again, and compare: ./prioritize replay " + export);
    }
  }
}
