package dev.prioritize.cli.operate;

import picocli.CommandLine.Option;

/** Which pool a command is about. */
final class PoolOption {
  private static final String DEFAULT = "default";

  @Option(
      names = "--pool",
      paramLabel = "POOL",
      defaultValue = DEFAULT,
      description = "The pool. Default: default.")
  private String pool;

  String pool() {
    return pool;
  }

  /** What to type behind a command about the pool: nothing for the default one. */
  static String argument(String pool) {
    return pool.equals(DEFAULT) ? "" : " --pool " + pool;
  }
}
