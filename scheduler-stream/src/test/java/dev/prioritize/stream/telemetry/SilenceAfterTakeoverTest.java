package dev.prioritize.stream.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.model.ClockMode;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.FaultRules;
import dev.prioritize.core.model.LearnedRules;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.InventoryValue;
import dev.prioritize.schema.NodeChange;
import dev.prioritize.schema.NodeFactsValue;
import dev.prioritize.schema.NodeFilterRow;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;

/**
 * Goal: whoever takes over calls no node silent before it has listened for one whole timeout,
 * though the last heartbeat is long ago. Method: a filter that starts on the row of a node heard
 * before, in Kafka's test context, time by hand.
 */
class SilenceAfterTakeoverTest {
  private static final long TAKEN_OVER_AT = 1_000_000_000;
  private static final long TIMEOUT = 30_000;

  private final AvroCodec codec = new AvroCodec();
  private final MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();
  private final KeyValueStore<Bytes, byte[]> store =
      Stores.keyValueStoreBuilder(
              Stores.inMemoryKeyValueStore("rows"), Serdes.Bytes(), Serdes.ByteArray())
          .withLoggingDisabled()
          .build();

  private void punctuate(long atMillis) {
    context.setCurrentSystemTimeMs(atMillis);
    context.scheduledPunctuators().get(0).getPunctuator().punctuate(atMillis);
  }

  @Test
  void shouldCallNobodySilentBeforeOneFullTimeoutOfListening() {
    context.setCurrentSystemTimeMs(TAKEN_OVER_AT);
    store.init(context.getStateStoreContext(), store);
    InventoryValue inventory = new InventoryValue("l1", List.of());
    NodeFilterRow row =
        NodeFilterRow.newBuilder()
            .setPool("default")
            .setNodeId("n0")
            .setLastSent(new NodeFactsValue("n0", "host", List.of(), List.of()))
            .setLastInventory(inventory)
            .build();
    store.put(Bytes.wrap("n0".getBytes(StandardCharsets.UTF_8)), codec.encode(row));
    TreeMap<String, PoolConfig> pools = new TreeMap<>();
    pools.put("default", config());
    new TelemetryFilterProcessor("rows", "changes", "letters", pools, 1).init(context);

    punctuate(TAKEN_OVER_AT + TIMEOUT - 1);
    assertThat(context.forwarded()).isEmpty();
    punctuate(TAKEN_OVER_AT + TIMEOUT);

    assertThat(context.forwarded()).hasSize(1);
    byte[] sent = context.forwarded().get(0).record().value();
    NodeChange change = codec.decode(sent, NodeChange.class);
    assertThat(change.getSilent()).isTrue();
    assertThat(change.getInventory()).isEqualTo(inventory);
  }

  private static PoolConfig config() {
    return new PoolConfig(
        ClockMode.WALL,
        "fifo",
        Discipline.EASY,
        PoolConfig.DEFAULT_AGING_INTERVAL_MILLIS,
        PoolConfig.DEFAULT_STARVATION_BOUNDS_MILLIS,
        PoolConfig.DEFAULT_DECISION_LIMIT,
        TIMEOUT,
        PoolConfig.DEFAULT_JOB_RETENTION_MILLIS,
        FaultRules.DEFAULT,
        LearnedRules.DEFAULT,
        1);
  }
}
