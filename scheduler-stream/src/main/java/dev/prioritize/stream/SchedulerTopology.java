package dev.prioritize.stream;

import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.policy.PolicyCatalog;
import dev.prioritize.schema.Topic;
import dev.prioritize.stream.input.ValidateProcessor;
import dev.prioritize.stream.pool.CommitPacing;
import dev.prioritize.stream.pool.ScheduleProcessor;
import dev.prioritize.stream.telemetry.TelemetryFilterProcessor;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * The data flow, as a table of contents. Two sub-topologies: one keyed by node, which passes on
 * only what changed of it, and one keyed by pool, which decides.
 *
 * <pre>
 * gpu-telemetry ───┐
 * node-heartbeats ─┴─► filter-telemetry ─► node-changes ─┐
 * job-submissions ───────────────────────────────────────┤
 * job-reports ───────────────────────────────────────────┼─► validate ─► schedule ─► commands, events,
 * admin-requests ────────────────────────────────────────┘                  │        assignments, states
 *                                                                       pool-state
 * </pre>
 *
 * Every node and store has a name, for an unnamed one loses its state with the next change. The
 * text of this topology is a golden file.
 */
public final class SchedulerTopology {
  static final String FILTER = "filter-telemetry";
  static final String VALIDATE = "validate";
  static final String SCHEDULE = "schedule";
  static final String NODE_FILTER_STORE = "node-filter";
  static final String POOL_STATE_STORE = "pool-state";

  private static final String TELEMETRY_DEAD_LETTERS_SINK = "telemetry-dead-letters-sink";

  private SchedulerTopology() {}

  /** The compacted topic that holds every row of the pools' state, in the pool's partition. */
  public static String poolStateTopic(String applicationId) {
    return applicationId + "-" + POOL_STATE_STORE + "-changelog";
  }

  /**
   * Wires the scheduler.
   *
   * @param pools all pools of the deployment, by name
   * @param policies makes a catalogue of what the pools' configurations may name: one for each
   *     task, which is one thread at a time, so that a model need not serve several and none waits
   * @param partitions of every topic keyed by pool or node
   * @param commitInterval how long a transaction collects while the scheduler keeps up
   */
  public static Topology build(
      Map<String, PoolConfig> pools,
      Supplier<PolicyCatalog> policies,
      int partitions,
      Duration commitInterval) {
    Topology topology = new Topology();

    addSource(topology, Topic.GPU_TELEMETRY);
    addSource(topology, Topic.NODE_HEARTBEATS);
    topology.addProcessor(
        FILTER,
        () ->
            new TelemetryFilterProcessor(
                NODE_FILTER_STORE,
                sink(Topic.NODE_CHANGES),
                TELEMETRY_DEAD_LETTERS_SINK,
                new TreeMap<>(pools),
                partitions),
        source(Topic.GPU_TELEMETRY),
        source(Topic.NODE_HEARTBEATS));
    topology.addStateStore(store(NODE_FILTER_STORE), FILTER);
    addSink(topology, sink(Topic.NODE_CHANGES), Topic.NODE_CHANGES, FILTER);
    addSink(topology, TELEMETRY_DEAD_LETTERS_SINK, Topic.DEAD_LETTERS, FILTER);

    addSource(topology, Topic.NODE_CHANGES);
    addSource(topology, Topic.JOB_SUBMISSIONS);
    addSource(topology, Topic.JOB_REPORTS);
    addSource(topology, Topic.ADMIN_REQUESTS);
    topology.addProcessor(
        VALIDATE,
        () -> new ValidateProcessor(SCHEDULE, sink(Topic.DEAD_LETTERS), partitions),
        source(Topic.NODE_CHANGES),
        source(Topic.JOB_SUBMISSIONS),
        source(Topic.JOB_REPORTS),
        source(Topic.ADMIN_REQUESTS));
    ScheduleProcessor.Wiring wiring =
        new ScheduleProcessor.Wiring(
            POOL_STATE_STORE,
            sink(Topic.SCHEDULER_COMMANDS),
            sink(Topic.SCHEDULER_EVENTS),
            sink(Topic.ASSIGNMENTS),
            sink(Topic.JOB_STATES),
            sink(Topic.NODE_STATES),
            sink(Topic.DEAD_LETTERS));
    topology.addProcessor(
        SCHEDULE,
        () ->
            new ScheduleProcessor(
                wiring, pools, policies, partitions, new CommitPacing(commitInterval.toMillis())),
        VALIDATE);
    topology.addStateStore(store(POOL_STATE_STORE), SCHEDULE);
    addSink(topology, wiring.commands(), Topic.SCHEDULER_COMMANDS, SCHEDULE);
    addSink(topology, wiring.events(), Topic.SCHEDULER_EVENTS, SCHEDULE);
    addSink(topology, wiring.assignments(), Topic.ASSIGNMENTS, SCHEDULE);
    addStatesSink(topology, wiring.jobStates(), Topic.JOB_STATES);
    addStatesSink(topology, wiring.nodeStates(), Topic.NODE_STATES);
    addSink(topology, wiring.deadLetters(), Topic.DEAD_LETTERS, VALIDATE, SCHEDULE);
    return topology;
  }

  private static String source(Topic topic) {
    return topic.topicName() + "-source";
  }

  private static String sink(Topic topic) {
    return topic.topicName() + "-sink";
  }

  private static void addSource(Topology topology, Topic topic) {
    topology.addSource(
        source(topic), new ByteArrayDeserializer(), new ByteArrayDeserializer(), topic.topicName());
  }

  private static void addSink(Topology topology, String name, Topic topic, String... parents) {
    topology.addSink(
        name, topic.topicName(), new ByteArraySerializer(), new ByteArraySerializer(), parents);
  }

  private static void addStatesSink(Topology topology, String name, Topic topic) {
    topology.addSink(
        name,
        topic.topicName(),
        new ByteArraySerializer(),
        new ByteArraySerializer(),
        new PoolPartitioner(),
        SCHEDULE);
  }

  /** Persistent, so that a restart on the same machine need not read the changelog. */
  private static StoreBuilder<KeyValueStore<Bytes, byte[]>> store(String name) {
    return Stores.keyValueStoreBuilder(
            Stores.persistentKeyValueStore(name), Serdes.Bytes(), Serdes.ByteArray())
        .withCachingDisabled();
  }
}
