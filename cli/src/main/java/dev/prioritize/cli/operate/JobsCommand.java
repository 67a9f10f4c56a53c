package dev.prioritize.cli.operate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.prioritize.cli.ClusterOptions;
import dev.prioritize.cli.ExitCodes;
import dev.prioritize.cli.HumanTime;
import dev.prioritize.cli.Patience;
import dev.prioritize.cli.TextTable;
import dev.prioritize.core.model.Rejection;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.TaskRun;
import dev.prioritize.stream.query.JobView;
import dev.prioritize.stream.query.PoolView;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./prioritize jobs}. */
@Command(
    name = "jobs",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Lists the jobs of a pool: the waiting by rank, then those that hold GPUs.",
    description = {
      "FOR is how long a job has waited since its submission, holds its GPUs, or has ended. PRIORITY"
          + " is the aged priority in classes: 1 for a LOW job just submitted to 4 for an URGENT"
          + " one, and 1 more for each aging interval that it has waited.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./prioritize jobs",
      "  ./prioritize jobs --state PENDING --class URGENT,HIGH --tenant vision",
      "  ./prioritize jobs --all --name 'resnet*' --limit 0 --json"
    })
public final class JobsCommand implements Callable<Integer> {
  private static final int SHOWN_NODES = 3;

  @Spec private CommandSpec spec;
  @Mixin private PoolOption pool;
  @Mixin private JobFilter filter;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "Most jobs to list; 0 for all. Default: 50.")
  private int limit;

  @Mixin private ClusterOptions cluster;

  @Option(names = "--json", description = "Print one line of JSON: an array of jobs.")
  private boolean json;

  @Override
  public Integer call() {
    if (limit < 0) {
      throw new ParameterException(spec.commandLine(), "--limit " + limit + ": use 0 or more");
    }
    Patience patience = new Patience(spec.commandLine().getErr());
    PoolView view = new PoolStateReader(cluster.load(Map.of()), patience).read(pool.pool());
    Liveness.warn(spec, view);
    List<JobView> found = view.jobs().stream().filter(filter).toList();
    List<JobView> shown = limit == 0 ? found : found.subList(0, Math.min(limit, found.size()));
    if (json) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      shown.forEach(job -> array.add(JobJson.of(job)));
      Output.print(spec, array);
    } else {
      Output.print(spec, lines(view, shown, found.size()));
    }
    return ExitCodes.OK;
  }

  private static List<String> lines(PoolView view, List<JobView> shown, int found) {
    List<String> lines = new ArrayList<>();
    if (!shown.isEmpty()) {
      TextTable table = new TextTable();
      table.add(
          "RANK", "JOB", "TENANT", "CLASS", "GPUS", "STATE", "FOR", "PRIORITY", "WHY OR WHERE");
      shown.forEach(job -> table.add(cells(job)));
      lines.addAll(table.lines());
      lines.add("");
    }
    if (shown.size() < found) {
      lines.add(shown.size() + " of " + found + " jobs found are listed; --limit 0 lists all");
    } else if (shown.isEmpty()) {
      lines.add("no such jobs; --all looks at those that have ended too");
    }
    lines.add(totals(view));
    return lines;
  }

  private static String totals(PoolView view) {
    int inService = view.capacity().totalCapacity();
    return "pool "
        + view.name()
        + ": "
        + view.pendingJobs()
        + " pending, "
        + view.pool().running().size()
        + " with GPUs, "
        + view.endedJobs()
        + " ended; "
        + view.capacity().totalFree()
        + " of "
        + Output.count(inService, "GPU")
        + " free";
  }

  private static String[] cells(JobView view) {
    Job job = view.job();
    boolean waits = view.waiting() != null;
    return new String[] {
      waits ? Integer.toString(view.rank()) : "-",
      job.id(),
      job.spec().tenant(),
      job.priorityClass().name(),
      Integer.toString(job.gpus()),
      job.state().name(),
      HumanTime.ofMillis(view.inStateMillis()),
      waits ? String.format(Locale.ROOT, "%.2f", view.agedPriority()) : "-",
      whyOrWhere(view)
    };
  }

  private static String whyOrWhere(JobView view) {
    Job job = view.job();
    if (view.waiting() != null) {
      return WaitWords.brief(view);
    }
    Rejection rejection = job.rejection();
    if (rejection != null) {
      return rejection.field() + " = " + rejection.value() + ": " + rejection.fix();
    }
    return job.attempt() == null ? "never started" : "on " + nodes(job.attempt().tasks());
  }

  private static String nodes(List<TaskRun> tasks) {
    List<String> shown = tasks.stream().limit(SHOWN_NODES).map(TaskRun::nodeId).toList();
    int more = tasks.size() - shown.size();
    return String.join(", ", shown) + (more > 0 ? " and " + more + " more" : "");
  }
}
