package dev.prioritize.cli.operate;

import dev.prioritize.cli.ClusterOptions;
import dev.prioritize.cli.CommandFailure;
import dev.prioritize.cli.ExitCodes;
import dev.prioritize.cli.Patience;
import dev.prioritize.core.state.Job;
import dev.prioritize.stream.config.SchedulerConfig;
import dev.prioritize.stream.query.JobHistory;
import dev.prioritize.stream.query.JobView;
import dev.prioritize.stream.query.NearestName;
import dev.prioritize.stream.query.PoolView;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./prioritize job}. */
@Command(
    name = "job",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Tells all about one job: why it waits, where it runs, what happened to it and why.",
    description = {"Exit codes: 0 done, 1 no such job or failed, 2 wrong command line.", ""},
    footer = {
      "",
      "Examples:",
      "  ./prioritize job train-py-7kd2mx4q",
      "  ./prioritize job train-py-7kd2mx4q --history all --json"
    })
public final class JobCommand implements Callable<Integer> {
  private static final String ALL = "all";

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "JOB", description = "The job's id.")
  private String jobId;

  @Mixin private PoolOption pool;

  @Option(
      names = "--history",
      paramLabel = "N|all",
      defaultValue = "20",
      description = "How much of what happened to tell, the latest; 0 for nothing. Default: 20.")
  private String history;

  @Mixin private ClusterOptions cluster;

  @Option(names = "--json", description = "Print one line of JSON: an object.")
  private boolean json;

  @Override
  public Integer call() {
    int shownHistory = shownHistory();
    SchedulerConfig config = cluster.load(Map.of());
    Patience patience = new Patience(spec.commandLine().getErr());
    PoolView view = new PoolStateReader(config, patience).read(pool.pool());
    Liveness.warn(spec, view);
    JobView job = view.job(jobId);
    if (job == null) {
      throw unknownJob(view, jobId);
    }
    List<JobHistory.Entry> entries =
        shownHistory == 0 ? List.of() : new HistoryReader(config, patience).read(view, job.job());
    JobReport report = new JobReport(view, job, entries, shownHistory);
    if (json) {
      Output.print(spec, report.json());
    } else {
      Output.print(spec, report.lines());
    }
    return ExitCodes.OK;
  }

  private int shownHistory() {
    if (history.equals(ALL)) {
      return Integer.MAX_VALUE;
    }
    if (!history.matches("[0-9]{1,9}")) {
      throw new ParameterException(
          spec.commandLine(), "--history " + history + ": use a number, or all");
    }
    return Integer.parseInt(history);
  }

  /** With the job that was perhaps meant. */
  static CommandFailure unknownJob(PoolView view, String jobId) {
    String nearest =
        NearestName.of(jobId, view.pool().jobs().stream().map(Job::id).sorted().toList());
    return new CommandFailure(
        "pool "
            + view.name()
            + " has no job "
            + jobId
            + ": "
            + (nearest == null
                ? "./prioritize jobs --all lists them"
                : "did you mean " + nearest + "?"));
  }
}
