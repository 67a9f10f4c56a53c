package dev.prioritize.cli;

import dev.prioritize.cli.broker.ClientListener;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** A Kafka of the scheduler's own, in the same process. */
final class EmbeddedOptions {
  private static final String LOOPBACK = "127.0.0.1";

  @Option(
      names = "--embedded",
      required = true,
      description = "Run a single Kafka broker in this process; the topics are made too.")
  @SuppressWarnings("unused") // that it is there is all it says
  private boolean embedded;

  @Option(
      names = "--data-dir",
      required = true,
      paramLabel = "DIR",
      description = "Where all data lies: missing, empty, or of an earlier run, which goes on.")
  private Path dataDir;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "9092",
      description = "Port that clients connect to; 0 for a free one. Default: 9092.")
  private int port;

  @Option(
      names = "--bind",
      paramLabel = "HOST",
      defaultValue = LOOPBACK,
      description =
          "Address to listen on: 0.0.0.0 to be reached from other machines; there is no"
              + " authentication. Default: 127.0.0.1.")
  private String bind;

  @Option(
      names = "--advertise",
      paramLabel = "HOST",
      description = "The name that clients know this machine by. Default: that of --bind.")
  private String advertise;

  Path dataDir() {
    return dataDir;
  }

  /**
   * Where clients reach the broker.
   *
   * @throws IllegalArgumentException if that is no address, with a text for the user
   */
  ClientListener listener() {
    return new ClientListener(bind, advertise == null ? bind : advertise, port);
  }
}
