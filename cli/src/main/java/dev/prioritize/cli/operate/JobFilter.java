package dev.prioritize.cli.operate;

import dev.prioritize.core.model.JobState;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.state.Job;
import dev.prioritize.stream.query.JobView;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Which jobs of a pool are meant; what is not given does not count. */
final class JobFilter implements Predicate<JobView> {
  @Option(
      names = "--state",
      paramLabel = "STATE",
      split = ",",
      description = "Only jobs in these states: ${COMPLETION-CANDIDATES}.")
  private List<JobState> states = List.of();

  @Option(names = "--tenant", paramLabel = "TENANT", description = "Only jobs of this tenant.")
  private String tenant;

  @Option(
      names = "--class",
      paramLabel = "CLASS",
      split = ",",
      description = "Only jobs of these classes: ${COMPLETION-CANDIDATES}.")
  private List<PriorityClass> classes = List.of();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "Only jobs of this name; * stands for any characters.")
  private String name;

  @Option(
      names = "--node",
      paramLabel = "NODE",
      description = "Only jobs that run, or last ran, on this node.")
  private String node;

  @Option(names = "--all", description = "Jobs that have ended too.")
  private boolean all;

  @Override
  public boolean test(JobView view) {
    Job job = view.job();
    return hasState(job)
        && (tenant == null || tenant.equals(job.spec().tenant()))
        && (classes.isEmpty() || classes.contains(job.priorityClass()))
        && (name == null || isNamed(job.spec().name()))
        && (node == null || view.isOn(node));
  }

  private boolean hasState(Job job) {
    return states.isEmpty() ? all || !job.state().isEnded() : states.contains(job.state());
  }

  private boolean isNamed(String jobName) {
    String pattern =
        Stream.of(name.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
    return jobName.matches(pattern);
  }
}
