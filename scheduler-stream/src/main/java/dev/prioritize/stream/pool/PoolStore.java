package dev.prioritize.stream.pool;

import dev.prioritize.core.state.Changes;
import dev.prioritize.core.state.DurationKey;
import dev.prioritize.core.state.DurationSamples;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.Node;
import dev.prioritize.core.state.Pool;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.LaunchSpec;
import dev.prioritize.schema.LaunchSpecRow;
import dev.prioritize.stream.mapping.RowMapper;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The pools' state in the task's store: one row per job, node, tenant, key of durations and launch
 * spec, and two per pool, of what changes with every command and of what seldom does. A pool's
 * object graph is built anew from its rows whenever the task starts, so that nothing of an aborted
 * transaction survives.
 */
final class PoolStore {
  private final KeyValueStore<Bytes, byte[]> store;
  private final AvroCodec codec;

  PoolStore(KeyValueStore<Bytes, byte[]> store, AvroCodec codec) {
    this.store = store;
    this.codec = codec;
  }

  /** All pools of the task, by name. */
  Map<String, Pool> load() {
    Map<String, PoolRows> rowsByPool = new TreeMap<>();
    try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
      while (all.hasNext()) {
        KeyValue<Bytes, byte[]> entry = all.next();
        String poolName = PoolRows.poolOf(new String(entry.key.get(), StandardCharsets.UTF_8));
        rowsByPool.computeIfAbsent(poolName, name -> new PoolRows()).add(codec.decode(entry.value));
      }
    }
    Map<String, Pool> pools = new TreeMap<>();
    rowsByPool.forEach((name, rows) -> pools.put(name, rows.restore()));
    return pools;
  }

  /** Writes what the pool's events have touched. */
  void save(String poolName, Pool pool) {
    Changes changes = pool.changes();
    for (String jobId : changes.jobIds()) {
      Job job = pool.job(jobId);
      put(key(poolName, "job", jobId), job == null ? null : RowMapper.toRow(poolName, job));
      if (job == null || job.state().isEnded()) {
        store.delete(key(poolName, "launch-spec", jobId));
      }
    }
    for (String nodeId : changes.nodeIds()) {
      Node node = pool.ledger().node(nodeId);
      put(
          key(poolName, "node", nodeId),
          node == null ? null : RowMapper.toRow(poolName, node.entry()));
    }
    for (String tenant : changes.tenants()) {
      put(key(poolName, "tenant", tenant), RowMapper.toRow(poolName, pool.tenant(tenant)));
    }
    for (DurationKey durationKey : changes.durationKeys()) {
      DurationSamples samples = pool.durations().samples(durationKey);
      put(
          key(
              poolName,
              "duration",
              durationKey.tenant() + "/" + durationKey.gpus() + "/" + durationKey.name()),
          samples == null ? null : RowMapper.toRow(poolName, samples));
    }
    if (changes.standing()) {
      put(key(poolName, "standing", ""), RowMapper.toRow(poolName, pool.standing()));
    }
    put(key(poolName, "counters", ""), RowMapper.toRow(poolName, pool.counters()));
  }

  /** The launch spec of a job that has not ended. */
  LaunchSpec launchSpec(String poolName, String jobId) {
    byte[] row = store.get(key(poolName, "launch-spec", jobId));
    if (row == null) {
      throw new IllegalStateException("pool " + poolName + " lacks the launch spec of " + jobId);
    }
    return codec.decode(row, LaunchSpecRow.class).getLaunchSpec();
  }

  /** Keeps a launch spec until its job ends. */
  void saveLaunchSpec(String poolName, String jobId, LaunchSpec spec) {
    put(key(poolName, "launch-spec", jobId), new LaunchSpecRow(poolName, jobId, spec));
  }

  private void put(Bytes key, SpecificRecord row) {
    store.put(key, row == null ? null : codec.encode(row));
  }

  private static Bytes key(String poolName, String kind, String id) {
    return Bytes.wrap((poolName + "/" + kind + "/" + id).getBytes(StandardCharsets.UTF_8));
  }
}
