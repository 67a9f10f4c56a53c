package dev.prioritize.benchmarks.e2e;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What both benchmarks can be told. */
final class E2eOptions {
  @Option(names = "--json", description = "Print one line of JSON at the end, on stdout.")
  private boolean json;

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description = "Keep all data and logs here; missing or empty. Default: deleted at the end.")
  private Path keep;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "1024",
      description = "Default: 1024.")
  private int nodes;

  boolean json() {
    return json;
  }

  Path keep() {
    return keep;
  }

  int nodes() {
    return nodes;
  }

  /** The start script, of the checkout that the benchmark was started from. */
  static Path prioritize() {
    return Path.of(System.getProperty("prioritize.root", ".")).resolve("prioritize");
  }
}
