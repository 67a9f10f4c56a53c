package dev.prioritize.cli.broker;

import java.util.Properties;

/** The Kafka properties of an embedded broker; what is not here has Kafka's default. */
final class BrokerProperties {
  static final String CLIENT_LISTENER = "CLIENT";
  static final String CONTROLLER_LISTENER = "CONTROLLER";

  /** The controller is spoken to by the broker in the same JVM only. */
  static final String CONTROLLER_HOST = "127.0.0.1";

  /** Partitions of Kafka's own topics: enough for a team's cluster; fixed once the topic exists. */
  private static final int INTERNAL_TOPIC_PARTITIONS = 4;

  /** Kafka's default is 128 MiB of heap, allocated at once; ours suits some 70,000 keys a pass. */
  private static final int CLEANER_DEDUPE_BUFFER_BYTES = 2 * 1024 * 1024;

  /** How soon readers get past a dead producer's transaction once it has timed out. */
  private static final int ABORT_TIMED_OUT_TRANSACTIONS_INTERVAL_MILLIS = 500;

  /**
   * How long a broker that was killed keeps its successor from registering: with Kafka's 9 s, a
   * restart after a crash takes 10 s longer than one after a clean stop. Not shorter, because a
   * broker that pauses for so long is cut off until its next heartbeat.
   */
  private static final int BROKER_SESSION_TIMEOUT_MILLIS = 3_000;

  /** Several heartbeats fit into a session. */
  private static final int BROKER_HEARTBEAT_INTERVAL_MILLIS = 500;

  private BrokerProperties() {}

  /**
   * Broker and controller in one.
   *
   * @param clientPort the port the client listener is bound to
   * @param controllerPort the port the controller listener is bound to; may differ at each start,
   *     because Kafka stores voters by id and takes the address from here
   */
  static Properties of(
      DataDirectory data, ClientListener listener, int clientPort, int controllerPort) {
    String controller = endpoint(CONTROLLER_HOST, controllerPort);
    String logs = data.kafkaLogs().toString();
    Properties p = new Properties();

    p.put("process.roles", "broker,controller");
    p.put("node.id", Integer.toString(data.nodeId()));
    p.put("controller.quorum.voters", data.nodeId() + "@" + controller);
    p.put("log.dirs", logs);

    p.put(
        "listeners",
        CLIENT_LISTENER
            + "://"
            + endpoint(listener.bindHost(), clientPort)
            + ","
            + CONTROLLER_LISTENER
            + "://"
            + controller);
    p.put(
        "advertised.listeners",
        CLIENT_LISTENER + "://" + endpoint(listener.advertisedHost(), clientPort));
    p.put("controller.listener.names", CONTROLLER_LISTENER);
    p.put("inter.broker.listener.name", CLIENT_LISTENER);
    p.put(
        "listener.security.protocol.map",
        CLIENT_LISTENER + ":PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT");

    // One node holds every copy.
    p.put("offsets.topic.replication.factor", "1");
    p.put("offsets.topic.num.partitions", Integer.toString(INTERNAL_TOPIC_PARTITIONS));
    p.put("transaction.state.log.replication.factor", "1");
    p.put("transaction.state.log.min.isr", "1");
    p.put("transaction.state.log.num.partitions", Integer.toString(INTERNAL_TOPIC_PARTITIONS));
    p.put("share.coordinator.state.topic.replication.factor", "1");
    p.put("share.coordinator.state.topic.min.isr", "1");
    p.put("share.coordinator.state.topic.num.partitions", "1");

    // A small machine shared with the scheduler itself.
    p.put("num.network.threads", "2");
    p.put("num.io.threads", "4");
    p.put("background.threads", "4");
    p.put("log.cleaner.dedupe.buffer.size", Integer.toString(CLEANER_DEDUPE_BUFFER_BYTES));

    // Start and fail over soon.
    p.put("broker.session.timeout.ms", Integer.toString(BROKER_SESSION_TIMEOUT_MILLIS));
    p.put("broker.heartbeat.interval.ms", Integer.toString(BROKER_HEARTBEAT_INTERVAL_MILLIS));
    p.put("group.initial.rebalance.delay.ms", "0");
    p.put(
        "transaction.abort.timed.out.transaction.cleanup.interval.ms",
        Integer.toString(ABORT_TIMED_OUT_TRANSACTIONS_INTERVAL_MILLIS));

    // A misspelt topic is an error, not a new topic.
    p.put("auto.create.topics.enable", "false");

    // Whatever time a record claims, it is kept: Kafka would refuse one stamped an hour ahead.
    p.put("log.message.timestamp.type", "CreateTime");
    p.put("log.message.timestamp.after.max.ms", Long.toString(Long.MAX_VALUE));
    return p;
  }

  /** {@code host:port}, with the brackets that an IPv6 address needs. */
  static String endpoint(String host, int port) {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
