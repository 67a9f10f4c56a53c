package dev.prioritize.crashtest;

import dev.prioritize.core.state.DurationSamples;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.NodeEntry;
import dev.prioritize.core.state.Pool;
import dev.prioritize.core.state.PoolCounters;
import dev.prioritize.core.state.PoolSnapshot;
import dev.prioritize.core.state.TenantUsage;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.DurationRow;
import dev.prioritize.schema.JobRow;
import dev.prioritize.schema.NodeRow;
import dev.prioritize.schema.PoolRow;
import dev.prioritize.schema.TenantRow;
import dev.prioritize.stream.mapping.RowMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
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
    PoolCounters counters = null;
    List<Job> jobs = new ArrayList<>();
    List<NodeEntry> nodes = new ArrayList<>();
    List<TenantUsage> tenants = new ArrayList<>();
    List<DurationSamples> durations = new ArrayList<>();
    for (byte[] bytes : rows.values()) {
      SpecificRecord row = codec.decode(bytes);
      if (row instanceof JobRow job) {
        jobs.add(RowMapper.toCore(job));
      } else if (row instanceof NodeRow node) {
        nodes.add(RowMapper.toCore(node));
      } else if (row instanceof TenantRow tenant) {
        tenants.add(RowMapper.toCore(tenant));
      } else if (row instanceof DurationRow duration) {
        durations.add(RowMapper.toCore(duration));
      } else if (row instanceof PoolRow pool) {
        counters = RowMapper.toCore(pool);
      }
    }
    return Pool.restore(new PoolSnapshot(counters, jobs, nodes, tenants, durations)).snapshot();
  }
}
