package dev.prioritize.crashtest;

import dev.prioritize.cli.broker.DataDirectory;
import dev.prioritize.cli.broker.EmbeddedBroker;
import java.io.IOException;
import java.nio.file.Path;

/** The embedded broker in a process of its own, for as long as its standard input stays open. */
final class BrokerMain {
  /** Begins the line that names the broker's address. */
  static final String READY = "broker on ";

  private BrokerMain() {}

  /** Takes the data folder and the port, 0 for a free one. */
  public static void main(String[] args) throws IOException {
    EmbeddedBroker broker =
        EmbeddedBroker.start(
            DataDirectory.forScheduler(Path.of(args[0])), Integer.parseInt(args[1]));
    System.out.println(READY + broker.bootstrapServers());
    while (System.in.read() >= 0) {
      // Whoever started it still lives.
    }
    Runtime.getRuntime().halt(0);
  }
}
