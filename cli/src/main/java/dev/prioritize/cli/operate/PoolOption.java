package dev.prioritize.cli.operate;

import picocli.CommandLine.Option;

/** Which pool a command is about. */
final class PoolOption {
  @Option(
      names = "--pool",
      paramLabel = "POOL",
      defaultValue = "default",
      description = "The pool. Default: default.")
  private String pool;

  String pool() {
    return pool;
  }
}
