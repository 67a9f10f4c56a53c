package dev.prioritize.cli;

import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.core.policy.LearnedPolicy;
import dev.prioritize.simulator.Nearest;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How a run is to be scheduled: policy, discipline and aging. */
public final class SchedulingOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      defaultValue = "aged",
      description =
          "Who goes next: drl (the learned policy), or an order of the queue: fifo, sjf, saf,"
              + " priority, aged, wsaf or another of docs/policies.md. Default: aged.")
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
      converter = DurationConverter.class,
      description = "Waiting time that raises a job by one class, such as 1h. Default: 24h.")
  private Duration aging;

  /** The policy's name; a known one. */
  public String policy() {
    return oneOf("--policy", policy, policyNames());
  }

  /** What happens when a job does not fit; one that the policy works under. */
  public Discipline discipline() {
    String name = oneOf("--discipline", discipline, disciplineNames());
    Discipline chosen = Discipline.valueOf(name.toUpperCase(Locale.ROOT));
    if (!worksUnder(policy(), chosen)) {
      throw usage(
          "--discipline %s: the policy %s works under easy only; name another --policy, such as aged"
              .formatted(name, policy()));
    }
    return chosen;
  }

  /** False for a policy that itself says what happens when a job does not fit. */
  public static boolean worksUnder(String policy, Discipline discipline) {
    return discipline == Discipline.EASY || !policy.equals(LearnedPolicy.NAME);
  }

  /** Waiting time worth one class; at least a second. */
  public Duration aging() {
    if (aging.toSeconds() == 0) {
      throw usage("--aging " + aging.toMillis() + "ms: use at least 1s, such as 1h");
    }
    return aging;
  }

  private String oneOf(String option, String value, List<String> known) {
    if (!known.contains(value)) {
      throw usage(
          "%s %s: there is none of that name; the nearest is %s; use one of %s"
              .formatted(option, value, Nearest.to(value, known).get(0), String.join(", ", known)));
    }
    return value;
  }

  /** The policies that come with Prioritize. */
  public static List<String> policyNames() {
    return Stream.concat(Stream.of(LearnedPolicy.NAME), names(Heuristic.values()).stream())
        .toList();
  }

  /** The disciplines, as options name them. */
  public static List<String> disciplineNames() {
    return names(Discipline.values());
  }

  private static List<String> names(Enum<?>[] constants) {
    return Stream.of(constants).map(c -> c.name().toLowerCase(Locale.ROOT)).toList();
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
