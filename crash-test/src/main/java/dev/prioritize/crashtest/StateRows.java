package dev.prioritize.crashtest;

import dev.prioritize.core.state.PoolSnapshot;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.stream.pool.PoolRows;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The state as the scheduler would find it at its next start: the last row of each key. */
final class StateRows {
  private final TreeMap<String, byte[]> rows = new TreeMap<>();

  /** Takes the records of the store's changelog, in their order. */
  StateRows(List<ConsumerRecord<byte[], byte[]>> changelog) {
    for (ConsumerRecord<byte[], byte[]> record : changelog) {
      String key = new String(record.key(), StandardCharsets.UTF_8);
      if (record.value() == null) {
        rows.remove(key);
      } else {
        rows.put(key, record.value());
      }
    }
  }

  /** How many there are. */
  int count() {
    return rows.size();
  }

  /** The state that they hold. */
  PoolSnapshot restored() {
    AvroCodec codec = new AvroCodec();
    PoolRows pool = new PoolRows();
    rows.values().forEach(row -> pool.add(codec.decode(row)));
    return pool.restore().snapshot();
  }
}
