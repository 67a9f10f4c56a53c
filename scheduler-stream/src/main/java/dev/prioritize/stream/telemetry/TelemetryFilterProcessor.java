package dev.prioritize.stream.telemetry;

import dev.prioritize.core.model.ClockMode;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.DeadLetterReason;
import dev.prioritize.schema.GpuTelemetry;
import dev.prioritize.schema.NodeFilterRow;
import dev.prioritize.schema.NodeHeartbeat;
import dev.prioritize.stream.DeadLetters;
import dev.prioritize.stream.input.InputOrigin;
import dev.prioritize.stream.input.InvalidInputException;
import dev.prioritize.stream.input.NodeFactsValidator;
import dev.prioritize.stream.input.RecordReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** The shell around {@link NodeFilter}: bytes in, one row per node in the store, bytes out. */
public final class TelemetryFilterProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private final String storeName;
  private final String changesSink;
  private final String deadLettersSink;
  private final SortedMap<String, PoolConfig> pools;
  private final int partitions;

  /** How often the silent nodes are looked for. */
  private static final Duration SILENCE_CHECK = Duration.ofSeconds(1);

  private final AvroCodec codec = new AvroCodec();
  private ProcessorContext<byte[], byte[]> context;
  private KeyValueStore<Bytes, byte[]> store;
  private RecordReader reader;

  /**
   * What the store holds, by node: to decode a row for each record would cost more than the rest.
   */
  private TreeMap<String, NodeFilterRow> rows;

  /** Nodes of pools on the wall clock, with the last heartbeat or the start of listening. */
  private TreeMap<String, Long> heardAtMillis;

  private DeadLetters deadLetters;

  /**
   * A filter between the named nodes of a topology.
   *
   * @param pools all pools of the deployment, by name
   * @param partitions of the two input topics
   */
  public TelemetryFilterProcessor(
      String storeName,
      String changesSink,
      String deadLettersSink,
      SortedMap<String, PoolConfig> pools,
      int partitions) {
    this.pools = pools;
    this.storeName = storeName;
    this.changesSink = changesSink;
    this.deadLettersSink = deadLettersSink;
    this.partitions = partitions;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> newContext) {
    context = newContext;
    store = newContext.getStateStore(storeName);
    reader = new RecordReader(codec, partitions);
    deadLetters = new DeadLetters(codec);
    rows = new TreeMap<>();
    heardAtMillis = new TreeMap<>();
    long now = newContext.currentSystemTimeMs();
    try (KeyValueIterator<Bytes, byte[]> stored = store.all()) {
      while (stored.hasNext()) {
        NodeFilterRow row = codec.decode(stored.next().value, NodeFilterRow.class);
        rows.put(row.getNodeId(), row);
        noteHeard(row, now);
      }
    }
    context.schedule(SILENCE_CHECK, PunctuationType.WALL_CLOCK_TIME, this::reportSilentNodes);
  }

  /** Who takes over has not listened yet: nobody is silent before one full timeout. */
  private void noteHeard(NodeFilterRow row, long nowMillis) {
    boolean isWatched =
        row.getLastSent() != null
            && pools.containsKey(row.getPool())
            && pools.get(row.getPool()).clock() == ClockMode.WALL;
    if (isWatched) {
      heardAtMillis.put(row.getNodeId(), nowMillis);
    }
  }

  private void reportSilentNodes(long nowMillis) {
    for (Map.Entry<String, Long> heard : heardAtMillis.entrySet()) {
      NodeFilterRow row = rows.get(heard.getKey());
      long timeoutMillis = pools.get(row.getPool()).nodeTimeoutMillis();
      if (!row.getSilent() && nowMillis - heard.getValue() >= timeoutMillis) {
        pass(NodeFilter.silence(row, nowMillis), nowMillis);
      }
    }
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    InputOrigin origin = InputOrigin.of(context, record.key(), record.value());
    NodeFilter.Outcome outcome;
    try {
      outcome = InvalidInputException.guarding(() -> filter(origin, reader.read(origin)));
    } catch (InvalidInputException e) {
      bury(origin, e);
      return;
    }
    for (InvalidInputException problem : outcome.newProblems()) {
      bury(origin, problem);
    }
    pass(outcome, record.timestamp());
  }

  private void pass(NodeFilter.Outcome outcome, long timestamp) {
    if (outcome.rowChanged()) {
      String nodeId = outcome.row().getNodeId();
      rows.put(nodeId, outcome.row());
      store.put(Bytes.wrap(nodeId.getBytes(StandardCharsets.UTF_8)), codec.encode(outcome.row()));
    }
    if (outcome.change() != null) {
      byte[] pool = outcome.change().getPool().getBytes(StandardCharsets.UTF_8);
      context.forward(new Record<>(pool, codec.encode(outcome.change()), timestamp), changesSink);
    }
  }

  private NodeFilter.Outcome filter(InputOrigin origin, SpecificRecord record)
      throws InvalidInputException {
    if (record instanceof NodeHeartbeat heartbeat) {
      NodeFactsValidator.checkIds(origin, heartbeat.getNodeId(), heartbeat.getPool());
      NodeFactsValidator.checkTime("sentAtMillis", heartbeat.getSentAtMillis());
      requireConfigured(heartbeat.getPool());
      NodeFilter.Outcome outcome = NodeFilter.heartbeat(rows.get(heartbeat.getNodeId()), heartbeat);
      noteHeard(outcome.row(), context.currentSystemTimeMs());
      return outcome;
    }
    GpuTelemetry telemetry = (GpuTelemetry) record;
    NodeFactsValidator.checkIds(origin, telemetry.getNodeId(), telemetry.getPool());
    NodeFactsValidator.checkTime("measuredAtMillis", telemetry.getMeasuredAtMillis());
    NodeFactsValidator.checkBootId(telemetry.getBootId());
    requireConfigured(telemetry.getPool());
    return NodeFilter.telemetry(rows.get(telemetry.getNodeId()), telemetry);
  }

  /** A node keeps the pool it is first heard in, so a misspelt one must not be taken. */
  private void requireConfigured(String pool) throws InvalidInputException {
    if (!pools.containsKey(pool)) {
      throw new InvalidInputException(
          DeadLetterReason.UNKNOWN_POOL,
          "pool",
          pool,
          "use one of " + String.join(", ", pools.keySet()));
    }
  }

  private void bury(InputOrigin origin, InvalidInputException why) {
    context.forward(deadLetters.write(origin, why, context.currentSystemTimeMs()), deadLettersSink);
  }
}
