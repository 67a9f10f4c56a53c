package dev.prioritize.cli;

import ch.qos.logback.classic.Level;
import dev.prioritize.stream.config.SchedulerConfig;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.utils.Utils;
import org.slf4j.LoggerFactory;

/**
 * Makes sure that Kafka is there before a command goes to work. Kafka's clients by themselves try
 * for minutes and write a warning at every try.
 */
public final class KafkaConnection {
  /** Of all addresses together. */
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(4);

  /** The same, when it is only to be known. */
  private static final Duration PROBE_TIMEOUT = Duration.ofMillis(500);

  /** For the first answer, once something listens. */
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(5);

  private static final String CLIENTS_LOGGER = "org.apache.kafka.clients";

  private KafkaConnection() {}

  /**
   * An admin client of a cluster that has answered.
   *
   * @throws CommandFailure if none does within 10 s
   * @throws KafkaException if it refuses
   */
  public static Admin open(SchedulerConfig config) {
    return open(config.bootstrapServers(), config.kafka());
  }

  private static Admin open(String bootstrapServers, Map<String, String> kafka) {
    requireListener(bootstrapServers);
    ch.qos.logback.classic.Logger clients =
        (ch.qos.logback.classic.Logger) LoggerFactory.getLogger(CLIENTS_LOGGER);
    Level before = clients.getLevel();
    clients.setLevel(Level.ERROR); // what they would warn of is told in one line
    Admin admin = null;
    boolean answered = false;
    try {
      admin = KafkaClients.admin(bootstrapServers, kafka);
      requireAnswer(admin, bootstrapServers);
      answered = true;
      return admin;
    } finally {
      if (admin != null && !answered) {
        admin.close(Duration.ZERO);
      }
      clients.setLevel(before);
    }
  }

  private static void requireListener(String bootstrapServers) {
    String why = whyUnreachable(bootstrapServers, CONNECT_TIMEOUT);
    if (why != null) {
      throw new CommandFailure(
          "cannot reach Kafka at "
              + bootstrapServers
              + ": is it running? ("
              + why
              + ") Name another with --bootstrap-servers, or start one with ./prioritize scheduler"
              + " --embedded --data-dir DIR");
    }
  }

  /** True if something takes connections there; takes at most half a second to find out. */
  static boolean isListening(String bootstrapServers) {
    return whyUnreachable(bootstrapServers, PROBE_TIMEOUT) == null;
  }

  /** One address that can be connected to is enough: null then, else why the last one cannot. */
  private static String whyUnreachable(String bootstrapServers, Duration timeout) {
    String[] addresses = bootstrapServers.split(",", -1);
    int timeoutMillis = Math.max(1, (int) timeout.toMillis() / addresses.length);
    String why = "";
    for (String address : addresses) {
      String host = Utils.getHost(address.strip());
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(host, Utils.getPort(address.strip())), timeoutMillis);
        return null;
      } catch (UnknownHostException e) {
        why = "the name " + host + " is not known";
      } catch (IOException e) {
        why = e.getMessage();
      }
    }
    return why;
  }

  private static void requireAnswer(Admin admin, String bootstrapServers) {
    try {
      DescribeClusterOptions options =
          new DescribeClusterOptions().timeoutMs((int) ANSWER_TIMEOUT.toMillis());
      admin.describeCluster(options).clusterId().get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("interrupted while connecting to " + bootstrapServers, e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TimeoutException) {
        throw new CommandFailure(
            "cannot reach Kafka at "
                + bootstrapServers
                + ": something listens there, but does not answer as Kafka. Maybe it is another"
                + " program, wants security settings (kafka.* in --config FILE), or names"
                + " brokers that this machine cannot reach (advertised.listeners)",
            e.getCause());
      }
      throw e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
    }
  }
}
