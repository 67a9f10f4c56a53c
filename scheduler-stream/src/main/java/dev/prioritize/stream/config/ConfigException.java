package dev.prioritize.stream.config;

import java.util.List;
import java.util.stream.Collectors;

/** The configuration is refused; the message names everything that is wrong, one to a line. */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<ConfigProblem> problems;

  ConfigException(List<ConfigProblem> problems) {
    super(
        problems.stream()
            .map(problem -> "\n  " + problem.message())
            .collect(
                Collectors.joining(
                    "",
                    problems.size() == 1
                        ? "the configuration has a problem:"
                        : "the configuration has " + problems.size() + " problems:",
                    "")));
    this.problems = List.copyOf(problems);
  }

  /** All of them, at least one. */
  public List<ConfigProblem> problems() {
    return problems;
  }
}
