package dev.prioritize.cli.simulate;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prioritize.cli.ClusterArguments;
import dev.prioritize.cli.CommandFailure;
import dev.prioritize.cli.ExitCodes;
import dev.prioritize.cli.HumanTime;
import dev.prioritize.cli.ProgressLine;
import dev.prioritize.simulator.ClusterShape;
import dev.prioritize.simulator.TraceJob;
import dev.prioritize.simulator.WorkloadGenerator;
import dev.prioritize.simulator.WorkloadParameters;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.zip.GZIPOutputStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./prioritize workload}. */
@Command(
    name = "workload",
    mixinStandardHelpOptions = true,
    exitCodeOnExecutionException = ExitCodes.USAGE,
    header = "Generates jobs for simulate, any number of them.",
    description = {
      "Writes a trace in CSV: arrivals with days, weeks and sweeps, long-tailed durations, tenants"
          + " whose jobs come again, estimates that err, cancels and failures. The same seed gives"
          + " the same jobs.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./prioritize workload --jobs 100000 --nodes 128 --gpus-per-node 8 --out jobs.csv.gz",
      "  ./prioritize workload --like lublin --load 1.1 --nodes 256 --gpus-per-node 1 --out l.csv",
      "  ./prioritize simulate --trace jobs.csv.gz --nodes 128 --gpus-per-node 8 --durations given"
    })
public final class WorkloadCommand implements Callable<Integer> {
  private static final int MAX_JOBS = 100_000_000;

  /** What the jobs are like. */
  enum Like {
    /** Deep learning: many small jobs, a few very long ones. */
    PHILLY,
    /** A supercomputer: wide jobs. */
    LUBLIN,
    /** What demo generates. */
    DEMO;

    WorkloadParameters parameters() {
      return switch (this) {
        case PHILLY -> WorkloadParameters.PHILLY;
        case LUBLIN -> WorkloadParameters.LUBLIN;
        case DEMO -> WorkloadParameters.DEMO;
      };
    }
  }

  @Spec private CommandSpec spec;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      defaultValue = "10000",
      description = "How many jobs. Default: 10000.")
  private int jobs;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Another seed generates other jobs. Default: 1.")
  private long seed;

  @Option(
      names = "--like",
      paramLabel = "NAME",
      defaultValue = "PHILLY",
      description =
          "philly (many small jobs, a few very long ones), lublin (wide jobs of a supercomputer),"
              + " demo. Default: philly.")
  private Like like;

  @Option(
      names = "--load",
      paramLabel = "RATIO",
      description =
          "GPU seconds submitted, as a share of those that the cluster has while jobs arrive."
              + " Default: 0.9, of demo 1.5.")
  private Double load;

  @Option(names = "--nodes", paramLabel = "N", description = "Nodes of the cluster. Default: 8.")
  private Integer nodes;

  @Option(
      names = "--gpus-per-node",
      paramLabel = "N",
      description = "GPUs of each node. Default: 8.")
  private Integer gpusPerNode;

  @Option(
      names = "--cluster",
      paramLabel = "FILE",
      description = "A JSON file with unequal nodes, as for simulate.")
  private Path cluster;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "The CSV file to write; gzip if its name ends in .gz.")
  private Path out;

  @Option(names = "--json", description = "Print the summary as one line of JSON.")
  private boolean json;

  /** What was written. */
  private static final class Summary {
    private long jobs;
    private long gpuSeconds;
    private long lastSubmitSeconds;
    private int largestGpus;

    private void add(TraceJob job) {
      jobs++;
      gpuSeconds += job.gpuSeconds();
      lastSubmitSeconds = job.submitSeconds();
      largestGpus = Math.max(largestGpus, job.gpus());
    }
  }

  @Override
  public Integer call() {
    ClusterShape shape = ClusterArguments.shape(spec.commandLine(), nodes, gpusPerNode, cluster);
    if (jobs < 1 || jobs > MAX_JOBS) {
      throw usage("--jobs " + jobs + ": use 1 to " + MAX_JOBS);
    }
    WorkloadGenerator generator = new WorkloadGenerator(parameters(), shape, jobs, seed);
    Summary summary;
    try {
      summary = write(generator);
    } catch (IOException e) {
      throw new CommandFailure(
          out + ": cannot be written (" + e + "); name a file in a folder that is there", e);
    }
    print(summary, shape);
    return ExitCodes.OK;
  }

  private WorkloadParameters parameters() {
    if (load == null) {
      return like.parameters();
    }
    try {
      return like.parameters().withOfferedLoad(load);
    } catch (IllegalArgumentException e) {
      throw usage("--load " + load + ": use above 0 and at most 100, such as 0.9");
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private Summary write(WorkloadGenerator generator) throws IOException {
    Summary summary = new Summary();
    try (ProgressLine progress = ProgressLine.on(spec.commandLine().getErr());
        OutputStream file = open();
        BufferedWriter csv =
            new BufferedWriter(new OutputStreamWriter(file, StandardCharsets.US_ASCII))) {
      csv.write(
          "job_id,submit_s,duration_s,gpus,priority,tenant,name,estimate_s,cancel_s,outcome\n");
      while (generator.hasNext()) {
        TraceJob job = generator.next();
        csv.write(line(job));
        summary.add(job);
        if (progress.isDue()) {
          progress.write("%d of %d jobs written".formatted(summary.jobs, jobs));
        }
      }
    }
    return summary;
  }

  private OutputStream open() throws IOException {
    OutputStream file = Files.newOutputStream(out);
    return out.toString().endsWith(".gz") ? new GZIPOutputStream(file, 1 << 16) : file;
  }

  private static String line(TraceJob job) {
    return job.jobId()
        + ','
        + job.submitSeconds()
        + ','
        + job.durationSeconds()
        + ','
        + job.gpus()
        + ','
        + job.priorityClass().base()
        + ','
        + job.tenant()
        + ','
        + job.name()
        + ','
        + (job.expectedDurationSeconds() == null ? "" : job.expectedDurationSeconds())
        + ','
        + (job.cancelSeconds() == null ? "" : job.cancelSeconds())
        + (job.fails() ? ",failed\n" : ",completed\n");
  }

  private void print(Summary summary, ClusterShape shape) {
    double span = Math.max(1, summary.lastSubmitSeconds);
    double offered = summary.gpuSeconds / (shape.totalGpus() * span);
    PrintWriter stdout = spec.commandLine().getOut();
    if (json) {
      ObjectNode line = JsonNodeFactory.instance.objectNode();
      line.put("file", out.toString());
      line.put("jobs", summary.jobs);
      line.put("gpu_seconds", summary.gpuSeconds);
      line.put("last_submit_s", summary.lastSubmitSeconds);
      line.put("largest_gpus", summary.largestGpus);
      line.put("offered_load", Math.round(1_000 * offered) / 1_000.0);
      stdout.println(line);
    } else {
      stdout.printf(
          "%d jobs over %s, up to %d GPUs each, offered load %.2f on %s: %s%n",
          summary.jobs,
          HumanTime.of(summary.lastSubmitSeconds),
          summary.largestGpus,
          offered,
          shape.inWords(),
          out);
    }
  }
}
