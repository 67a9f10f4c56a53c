package dev.prioritize.stream.telemetry;

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
import java.util.SortedSet;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;

/** The shell around {@link NodeFilter}: bytes in, one row per node in the store, bytes out. */
public final class TelemetryFilterProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private final String storeName;
  private final String changesSink;
  private final String deadLettersSink;
  private final SortedSet<String> pools;
  private final int partitions;

  private final AvroCodec codec = new AvroCodec();
  private ProcessorContext<byte[], byte[]> context;
  private KeyValueStore<Bytes, byte[]> store;
  private RecordReader reader;
  private DeadLetters deadLetters;

  /**
   * A filter between the named nodes of a topology.
   *
   * @param pools all pools of the deployment
   * @param partitions of the two input topics
   */
  public TelemetryFilterProcessor(
      String storeName,
      String changesSink,
      String deadLettersSink,
      SortedSet<String> pools,
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
    if (outcome.rowChanged()) {
      store.put(Bytes.wrap(origin.key()), codec.encode(outcome.row()));
    }
    if (outcome.change() != null) {
      byte[] pool = outcome.change().getPool().getBytes(StandardCharsets.UTF_8);
      context.forward(
          new Record<>(pool, codec.encode(outcome.change()), record.timestamp()), changesSink);
    }
  }

  private NodeFilter.Outcome filter(InputOrigin origin, SpecificRecord record)
      throws InvalidInputException {
    NodeFilterRow row = row(origin.key());
    if (record instanceof NodeHeartbeat heartbeat) {
      NodeFactsValidator.checkIds(origin, heartbeat.getNodeId(), heartbeat.getPool());
      NodeFactsValidator.checkTime("sentAtMillis", heartbeat.getSentAtMillis());
      requireConfigured(heartbeat.getPool());
      return NodeFilter.heartbeat(row, heartbeat);
    }
    GpuTelemetry telemetry = (GpuTelemetry) record;
    NodeFactsValidator.checkIds(origin, telemetry.getNodeId(), telemetry.getPool());
    NodeFactsValidator.checkTime("measuredAtMillis", telemetry.getMeasuredAtMillis());
    requireConfigured(telemetry.getPool());
    return NodeFilter.telemetry(row, telemetry);
  }

  /** A node keeps the pool it is first heard in, so a misspelt one must not be taken. */
  private void requireConfigured(String pool) throws InvalidInputException {
    if (!pools.contains(pool)) {
      throw new InvalidInputException(
          DeadLetterReason.UNKNOWN_POOL, "pool", pool, "use one of " + String.join(", ", pools));
    }
  }

  private NodeFilterRow row(byte[] nodeId) {
    byte[] stored = store.get(Bytes.wrap(nodeId));
    return stored == null ? null : codec.decode(stored, NodeFilterRow.class);
  }

  private void bury(InputOrigin origin, InvalidInputException why) {
    context.forward(deadLetters.write(origin, why, context.currentSystemTimeMs()), deadLettersSink);
  }
}
