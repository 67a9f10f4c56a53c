package dev.prioritize.benchmarks.e2e;

import dev.prioritize.cli.broker.DataDirectory;
import dev.prioritize.cli.broker.EmbeddedBroker;
import java.io.IOException;
import java.nio.file.Path;

/** The embedded broker in a process of its own, until its standard input ends or it is told to. */
public final class BrokerMain {
  /** Begins the line that names the broker's address. */
  static final String READY = "broker on ";

  private static final int ANY_FREE_PORT = 0;

  private BrokerMain() {}

  /** The one argument is the data folder. */
  public static void main(String[] args) throws IOException {
    EmbeddedBroker broker =
        EmbeddedBroker.start(DataDirectory.forScheduler(Path.of(args[0])), ANY_FREE_PORT);
    Runtime.getRuntime().addShutdownHook(new Thread(broker::close, "stop-broker"));
    System.out.println(READY + broker.bootstrapServers());
    while (System.in.read() >= 0) {
      // Whoever started it still lives.
    }
    System.exit(0);
  }
}
