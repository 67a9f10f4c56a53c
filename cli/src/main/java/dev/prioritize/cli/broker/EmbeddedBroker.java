package dev.prioritize.cli.broker;

import dev.prioritize.cli.broker.EmbeddedBrokerException.Reason;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.SharedServer;
import kafka.server.StandardFaultHandlerFactory;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.raft.QuorumConfig;
import org.apache.kafka.server.common.MetadataVersion;
import org.apache.kafka.server.fault.FaultHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/**
 * A single-node Kafka, broker and controller, in this JVM. Several may run side by side.
 *
 * <p>Built from the three parts that Kafka's own {@code KafkaRaftServer} is built from, rather than
 * from that class, for two reasons: it would halt the JVM when the start fails, where a command
 * wants an error to print; and it takes no sockets that are bound already, so a free port could be
 * lost between its choice and its use.
 *
 * <p>Once started, a fatal fault of Kafka (a metadata log that cannot be written, say) does halt
 * the JVM, after an error in the log: as in a Kafka of its own process, the log is the truth and
 * nothing may be decided on without it.
 *
 * <p>Thread-safe.
 */
public final class EmbeddedBroker implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(EmbeddedBroker.class);

  /** Upper bound of the broker's polite leave from its own controller; takes milliseconds. */
  private static final Duration CONTROLLED_SHUTDOWN_TIMEOUT = Duration.ofSeconds(10);

  private final DataDirectory data;
  private final BoundSockets sockets;
  private final String bootstrapServers;
  private final ControllerServer controller;
  private final BrokerServer broker;
  private volatile boolean running;
  private boolean closed;

  /**
   * Starts a broker that only this machine can reach, and waits until clients can use it.
   *
   * @param data from now on the broker's: closed by {@link #close()}, or here if the start fails
   * @param port 0 for a free one
   * @throws IllegalArgumentException if the port is outside 0..65535; data is not closed
   * @throws EmbeddedBrokerException if the port cannot be had or Kafka fails
   */
  public static EmbeddedBroker start(DataDirectory data, int port) {
    return start(data, ClientListener.loopback(port));
  }

  /**
   * Starts a broker and waits until clients can use it.
   *
   * @param data from now on the broker's: closed by {@link #close()}, or here if the start fails
   * @throws EmbeddedBrokerException if the port cannot be had or Kafka fails
   */
  public static EmbeddedBroker start(DataDirectory data, ClientListener listener) {
    BoundSockets sockets = new BoundSockets();
    EmbeddedBroker broker = null;
    boolean started = false;
    try {
      broker = new EmbeddedBroker(data, listener, sockets);
      broker.startUp();
      started = true;
      return broker;
    } catch (EmbeddedBrokerException e) {
      throw e;
    } catch (Exception e) {
      throw new EmbeddedBrokerException(
          Reason.KAFKA_FAILED,
          "Kafka did not start on data folder "
              + data.path()
              + ": "
              + e.toString().lines().findFirst().orElseThrow(),
          e);
    } finally {
      if (!started) {
        if (broker != null) {
          broker.close();
        }
        sockets.close();
        data.close();
      }
    }
  }

  private EmbeddedBroker(DataDirectory data, ClientListener listener, BoundSockets sockets)
      throws Exception {
    this.data = data;
    this.sockets = sockets;
    int clientPort =
        sockets.bind(BrokerProperties.CLIENT_LISTENER, listener.bindHost(), listener.port());
    int controllerPort =
        sockets.bind(BrokerProperties.CONTROLLER_LISTENER, BrokerProperties.CONTROLLER_HOST, 0);
    bootstrapServers = BrokerProperties.endpoint(listener.advertisedHost(), clientPort);
    format(data);

    KafkaConfig config =
        KafkaConfig.fromProps(BrokerProperties.of(data, listener, clientPort, controllerPort));
    Tuple2<MetaPropertiesEnsemble, BootstrapMetadata> stored =
        KafkaRaftServer.initializeLogDirs(config, log, "");
    Map<Integer, InetSocketAddress> voters =
        QuorumConfig.parseVoterConnections(config.quorumConfig().voters());
    SharedServer shared =
        new SharedServer(
            config,
            stored._1(),
            Time.SYSTEM,
            new Metrics(),
            CompletableFuture.completedFuture(voters),
            List.of(),
            this::faultHandler,
            sockets);
    controller = new ControllerServer(shared, KafkaRaftServer.configSchema(), stored._2());
    broker = new BrokerServer(shared);
  }

  /** Writes Kafka's cluster id and first metadata, unless an earlier start did. */
  private static void format(DataDirectory data) throws Exception {
    String logs = data.kafkaLogs().toString();
    Files.createDirectories(data.kafkaLogs());
    new Formatter()
        .setPrintStream(
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
        .setIgnoreFormatted(true)
        .setNodeId(data.nodeId())
        .setClusterId(data.clusterId())
        .addDirectory(logs)
        .setMetadataLogDirectory(logs)
        .setControllerListenerName(BrokerProperties.CONTROLLER_LISTENER)
        .setReleaseVersion(MetadataVersion.latestProduction())
        .run();
  }

  private void startUp() {
    controller.startup();
    broker.startup();
    running = true;
    log.debug("Kafka listens on {}, data in {}", bootstrapServers, data.path());
  }

  /** Kafka's standard answer to a fault, except that one in a start or stop ends no JVM. */
  private FaultHandler faultHandler(String name, boolean fatal, Runnable action) {
    FaultHandler standard = new StandardFaultHandlerFactory().build(name, fatal, action);
    return (message, cause) -> {
      if (running || !fatal) {
        return standard.handleFault(message, cause);
      }
      action.run();
      return new EmbeddedBrokerException(Reason.KAFKA_FAILED, name + ": " + message, cause);
    };
  }

  /** What a client's {@code bootstrap.servers} takes: {@code host:port}; never null. */
  public String bootstrapServers() {
    return bootstrapServers;
  }

  /**
   * Shuts Kafka down cleanly and waits for it, then closes the data directory, which deletes a
   * temporary one. Does nothing the second time. Close the clients first: they retry meanwhile.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    running = false;
    try {
      broker.shutdown(CONTROLLED_SHUTDOWN_TIMEOUT);
      broker.awaitShutdown();
    } finally {
      try {
        controller.shutdown();
        controller.awaitShutdown();
      } finally {
        sockets.close();
        data.close();
      }
    }
  }
}
