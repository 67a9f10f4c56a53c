package dev.prioritize.cli.broker;

import dev.prioritize.cli.broker.EmbeddedBrokerException.Reason;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.server.ServerSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The broker's server sockets, bound before anything else happens and handed to Kafka when it asks.
 *
 * <p>So a port in use is reported before a file is written, and a free port, once chosen, cannot be
 * taken by another program between the choice and its use.
 */
final class BoundSockets implements ServerSocketFactory, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(BoundSockets.class);

  /** Connections the system keeps waiting until Kafka accepts them; Kafka's own default. */
  private static final int BACKLOG = 50;

  /** Kafka's way to say that the system's default is right. */
  private static final int DEFAULT_RECEIVE_BUFFER_BYTES = -1;

  private final Map<String, ServerSocketChannel> waiting = new ConcurrentHashMap<>();

  /**
   * Binds a socket for a listener and keeps it for {@link #openServerSocket}.
   *
   * @param port 0 for a free one
   * @return the port
   * @throws EmbeddedBrokerException with {@code PORT_IN_USE} or {@code CANNOT_LISTEN}
   */
  int bind(String listenerName, String host, int port) {
    InetSocketAddress address = new InetSocketAddress(host, port);
    try {
      ServerSocketChannel socket =
          INSTANCE.openServerSocket(listenerName, address, BACKLOG, DEFAULT_RECEIVE_BUFFER_BYTES);
      waiting.put(listenerName, socket);
      return socket.socket().getLocalPort();
    } catch (KafkaException | IOException e) {
      String systemSays = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
      if (systemSays != null && systemSays.contains("in use")) {
        throw new EmbeddedBrokerException(
            Reason.PORT_IN_USE, "port " + port + " is in use: give another with --port", e);
      }
      throw new EmbeddedBrokerException(
          Reason.CANNOT_LISTEN,
          "cannot listen on " + host + " port " + port + ": " + systemSays,
          e);
    }
  }

  @Override
  public ServerSocketChannel openServerSocket(
      String listenerName, InetSocketAddress address, int backlog, int receiveBufferBytes)
      throws IOException {
    ServerSocketChannel socket = waiting.remove(listenerName);
    return socket != null
        ? socket
        : INSTANCE.openServerSocket(listenerName, address, backlog, receiveBufferBytes);
  }

  /** Closes the sockets that Kafka never asked for; it closes the others itself. */
  @Override
  public void close() {
    for (Map.Entry<String, ServerSocketChannel> entry : waiting.entrySet()) {
      try {
        entry.getValue().close();
      } catch (IOException e) {
        log.warn("socket of listener {} was left open: {}", entry.getKey(), e.toString());
      }
    }
    waiting.clear();
  }
}
