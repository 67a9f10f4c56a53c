package dev.prioritize.cli;

import dev.prioritize.stream.config.SchedulerConfig;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** Which Kafka a command works with, and how to be let in. */
public final class ClusterOptions {
  /** The configuration's key. */
  static final String BOOTSTRAP_SERVERS = "bootstrap.servers";

  @Option(
      names = "--bootstrap-servers",
      paramLabel = "HOST:PORT",
      description = "The Kafka to use. Default: localhost:9092, or what the configuration says.")
  private String bootstrapServers;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "A properties file, such as the scheduler's; kafka.* holds security settings.")
  private Path config;

  /** True if a Kafka was named on the command line. */
  boolean namesBootstrapServers() {
    return bootstrapServers != null;
  }

  /**
   * The configuration in force.
   *
   * @param further options of the command that are keys of the configuration
   */
  public SchedulerConfig load(Map<String, String> further) {
    Map<String, String> options = new HashMap<>(further);
    if (bootstrapServers != null) {
      options.put(BOOTSTRAP_SERVERS, bootstrapServers);
    }
    return SchedulerConfig.load(config, System.getenv(), options);
  }
}
