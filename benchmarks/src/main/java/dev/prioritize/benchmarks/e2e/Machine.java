package dev.prioritize.benchmarks.e2e;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where figures were taken, for the person who reads them later. */
final class Machine {
  private Machine() {}

  /** Processor, cores, Java and the load before the benchmark began, on one line. */
  static String describe() {
    return "%s, %d cores, Java %s, load before %.1f"
        .formatted(
            processor(),
            Runtime.getRuntime().availableProcessors(),
            Runtime.version(),
            ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
  }

  private static String processor() {
    try {
      return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
  }
}
