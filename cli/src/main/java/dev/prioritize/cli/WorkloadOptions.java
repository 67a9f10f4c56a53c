package dev.prioritize.cli;

import dev.prioritize.simulator.ClusterShape;
import dev.prioritize.simulator.DurationKnowledge;
import dev.prioritize.simulator.Nearest;
import dev.prioritize.simulator.Slice;
import dev.prioritize.simulator.Slices;
import dev.prioritize.simulator.TraceFormat;
import dev.prioritize.simulator.TraceReader;
import dev.prioritize.simulator.Workload;
import dev.prioritize.simulator.WorkloadGenerator;
import dev.prioritize.simulator.WorkloadParameters;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which jobs run on which cluster: a slice, a trace, or generated ones. */
public final class WorkloadOptions {
  private static final int MAX_JOBS = 1_000_000;

  /** Its jobs wait for long enough that orders make a difference. */
  private static final long DEFAULT_SEED = 7;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "How many jobs to generate. Default: 200.")
  private Integer jobs;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Another seed generates other jobs. Default: 7.")
  private Long seed;

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
      description =
          "A JSON file with unequal nodes: {\"groups\": [{\"nodes\": 2, \"gpus_per_node\": 4}, …]}.")
  private Path cluster;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "Run the jobs of this file; needs --nodes and --gpus-per-node, or --cluster.")
  private Path trace;

  @Option(
      names = "--format",
      paramLabel = "NAME",
      description =
          "Format of the trace: csv, swf, philly, helios, pai. Default: what it looks like.")
  private String format;

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

  /** Whether the jobs come from a file; else they are generated. */
  public boolean isTrace() {
    return trace != null || slices != null || slice != null;
  }

  /**
   * Reads or generates the jobs.
   *
   * @param known what the jobs of a trace tell of their duration
   * @throws ParameterException if the options contradict each other
   */
  public Workload workload(DurationKnowledge known) {
    if (classDraw < 0) {
      throw badValue("--class-draw", classDraw, "use 0 or more");
    }
    if (slices != null || slice != null) {
      refuseWith("--slices", trace, "--trace", format, "--format");
      refuseWith(
          "--slices", nodes, "--nodes", gpusPerNode, "--gpus-per-node", cluster, "--cluster");
      if (slices == null || slice == null) {
        throw usage("--slices FILE and --slice NAME go together: give both");
      }
      return read(Slices.read(slices).get(slice), known);
    }
    if (trace != null) {
      if (cluster == null && (nodes == null || gpusPerNode == null)) {
        throw usage("--trace needs the cluster too: give --nodes N and --gpus-per-node N");
      }
      return read(Slice.wholeFile(trace, cluster()), known);
    }
    return generated();
  }

  private Workload read(Slice selected, DurationKnowledge known) {
    refuseWith("a trace", jobs, "--jobs", seed, "--seed");
    return new TraceReader(known, classDraw, format()).read(selected);
  }

  private TraceFormat format() {
    if (format == null) {
      return null;
    }
    if (!TraceFormat.names().contains(format)) {
      throw badValue(
          "--format",
          format,
          "there is none of that name; the nearest is %s; use one of %s"
              .formatted(
                  Nearest.to(format, TraceFormat.names()).get(0),
                  String.join(", ", TraceFormat.names())));
    }
    return TraceFormat.valueOf(format.toUpperCase(Locale.ROOT));
  }

  private Workload generated() {
    refuseWith("generated jobs", format, "--format");
    int count = jobs == null ? WorkloadGenerator.DEFAULT_JOBS : jobs;
    if (count < 1 || count > MAX_JOBS) {
      throw badValue("--jobs", count, "use 1 to " + MAX_JOBS);
    }
    return WorkloadGenerator.generate(
        WorkloadParameters.DEMO, cluster(), count, seed == null ? DEFAULT_SEED : seed);
  }

  private ClusterShape cluster() {
    return ClusterArguments.shape(spec.commandLine(), nodes, gpusPerNode, cluster);
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
}
