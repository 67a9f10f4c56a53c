package dev.prioritize.cli.demo;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prioritize.cli.HumanTime;
import dev.prioritize.cli.ProgressLine;
import dev.prioritize.cli.Version;
import dev.prioritize.cli.broker.DataDirectory;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.Limits;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.simulator.DurationKnowledge;
import dev.prioritize.simulator.FaultPlan;
import dev.prioritize.simulator.JobRun;
import dev.prioritize.simulator.ScheduleReport;
import dev.prioritize.simulator.Slice;
import dev.prioritize.simulator.Slices;
import dev.prioritize.simulator.TraceReader;
import dev.prioritize.simulator.Workload;
import dev.prioritize.simulator.WorkloadGenerator;
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
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
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
          + " through the topics in virtual time: 200 generated jobs, or a trace.",
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
  private static final int DEFAULT_NODES = 8;
  private static final int DEFAULT_GPUS_PER_NODE = 8;
  private static final int MAX_JOBS = 1_000_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      defaultValue = "aged",
      description = "Order of the queue: fifo, sjf, saf, priority, aged, wsaf. Default: aged.")
  private String policy;

  @Option(
      names = "--discipline",
      paramLabel = "NAME",
      defaultValue = "easy",
      description =
          "When a job does not fit: strict (all wait), skip (pass it over), easy (reserve and"
              + " backfill). Default: easy.")
  private String discipline;

  @Option(
      names = "--aging",
      paramLabel = "DURATION",
      defaultValue = "24h",
      description = "Waiting time that raises a job by one class, such as 1h. Default: 24h.")
  private String aging;

  @Option(
      names = "--starvation-guard",
      negatable = true,
      description =
          "Let a job that has waited too long for its class go first. Default: on for generated"
              + " jobs, off for traces.")
  private Boolean starvationGuard;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "How many jobs to generate. Default: 200.")
  private Integer jobs;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Another seed generates other jobs. Default: 1.")
  private Long seed;

  @Option(names = "--nodes", paramLabel = "N", description = "Nodes of the cluster. Default: 8.")
  private Integer nodes;

  @Option(
      names = "--gpus-per-node",
      paramLabel = "N",
      description = "GPUs of each node. Default: 8.")
  private Integer gpusPerNode;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "Run the jobs of this CSV file; needs --nodes and --gpus-per-node.")
  private Path trace;

  @Option(
      names = "--slices",
      paramLabel = "FILE",
      description = "Run a slice named in this JSON file; needs --slice.")
  private Path slices;

  @Option(names = "--slice", paramLabel = "NAME", description = "The slice to run.")
  private String slice;

  @Option(
      names = "--class-draw",
      paramLabel = "K",
      defaultValue = "0",
      description = "Draw the classes of a trace that has none anew. Default: 0.")
  private int classDraw;

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
    Workload workload = workload();
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
    requireOneOf("--policy", policy, names(Heuristic.values()));
    requireOneOf("--discipline", discipline, names(Discipline.values()));
    try {
      if (Durations.parse(aging).toSeconds() == 0) {
        throw badValue("--aging", aging, "use at least 1s, such as 1h");
      }
    } catch (IllegalArgumentException e) {
      throw badValue("--aging", aging, e.getMessage());
    }
    Map<String, String> options = new TreeMap<>();
    options.put("policy", policy);
    options.put("discipline", discipline);
    options.put("aging.interval", aging);
    boolean isTrace = trace != null || slices != null;
    if (starvationGuard == null ? isTrace : !starvationGuard) {
      for (String name : new String[] {"low", "normal", "high", "urgent"}) {
        options.put("starvation.bound." + name, "off");
      }
    }
    return options;
  }

  private void requireOneOf(String option, String value, List<String> allowed) {
    if (!allowed.contains(value)) {
      throw badValue(option, value, "use one of " + String.join(", ", allowed));
    }
  }

  private static List<String> names(Enum<?>[] constants) {
    return Stream.of(constants).map(c -> c.name().toLowerCase(Locale.ROOT)).toList();
  }

  private Workload workload() {
    if (slices != null || slice != null) {
      refuseWith("--slices", trace, "--trace", nodes, "--nodes", gpusPerNode, "--gpus-per-node");
      if (slices == null || slice == null) {
        throw usage("--slices FILE and --slice NAME go together: give both");
      }
      return read(Slices.read(slices).get(slice));
    }
    if (trace != null) {
      if (nodes == null || gpusPerNode == null) {
        throw usage("--trace needs the cluster too: give --nodes N and --gpus-per-node N");
      }
      return read(Slice.wholeFile(trace, checkedNodes(), checkedGpusPerNode()));
    }
    int count = jobs == null ? WorkloadGenerator.DEFAULT_JOBS : jobs;
    if (count < 1 || count > MAX_JOBS) {
      throw badValue("--jobs", count, "use 1 to " + MAX_JOBS);
    }
    return WorkloadGenerator.generate(
        checkedNodes(), checkedGpusPerNode(), count, seed == null ? 1 : seed);
  }

  private Workload read(Slice selected) {
    refuseWith("a trace", jobs, "--jobs", seed, "--seed");
    if (classDraw < 0) {
      throw badValue("--class-draw", classDraw, "use 0 or more");
    }
    return new TraceReader(DurationKnowledge.EXACT, classDraw).read(selected);
  }

  private int checkedNodes() {
    int count = nodes == null ? DEFAULT_NODES : nodes;
    if (count < 1 || count > Workload.MAX_NODES) {
      throw badValue("--nodes", count, "use 1 to " + Workload.MAX_NODES);
    }
    return count;
  }

  private int checkedGpusPerNode() {
    int count = gpusPerNode == null ? DEFAULT_GPUS_PER_NODE : gpusPerNode;
    int most = Limits.MAX_GPUS_PER_NODE;
    if (count < 1 || count > most) {
      throw badValue("--gpus-per-node", count, "use 1 to " + most);
    }
    return count;
  }

  /** Refuses options that would have no effect; given as value, name, value, name … */
  private void refuseWith(String what, Object... valuesAndNames) {
    for (int i = 0; i < valuesAndNames.length; i += 2) {
      if (valuesAndNames[i] != null) {
        throw usage(valuesAndNames[i + 1] + " has no meaning with " + what + ": leave it out");
      }
    }
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
        "%d jobs (%s) on %d nodes of %d GPUs, policy %s, discipline %s, took %s%n%n",
        workload.jobs().size(),
        workload.name(),
        workload.nodes(),
        workload.gpusPerNode(),
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
