package dev.prioritize.stream.pool;

import dev.prioritize.core.state.DurationSamples;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.NodeEntry;
import dev.prioritize.core.state.Pool;
import dev.prioritize.core.state.PoolCounters;
import dev.prioritize.core.state.PoolSnapshot;
import dev.prioritize.core.state.PoolStanding;
import dev.prioritize.core.state.TenantUsage;
import dev.prioritize.schema.DurationRow;
import dev.prioritize.schema.JobRow;
import dev.prioritize.schema.LaunchSpecRow;
import dev.prioritize.schema.NodeRow;
import dev.prioritize.schema.PoolCountersRow;
import dev.prioritize.schema.PoolStandingRow;
import dev.prioritize.schema.TenantRow;
import dev.prioritize.stream.mapping.RowMapper;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/**
 * The rows of one pool on their way to a {@link Pool}: of the scheduler that starts, and of whoever
 * reads the store's changelog. Not thread-safe.
 */
public final class PoolRows {
  private PoolCounters counters;

  /** Has no row before it first changes: as long as the first configuration is refused. */
  private PoolStanding standing = new Pool().standing();

  private final List<Job> jobs = new ArrayList<>();
  private final List<NodeEntry> nodes = new ArrayList<>();
  private final List<TenantUsage> tenants = new ArrayList<>();
  private final List<DurationSamples> durations = new ArrayList<>();

  /** The pool that a row belongs to, by the row's key. */
  public static String poolOf(String key) {
    return key.substring(0, key.indexOf('/'));
  }

  /**
   * Takes one row; each key's last one, in any order.
   *
   * @throws IllegalStateException if it is no row of the store
   */
  public void add(SpecificRecord row) {
    if (row instanceof JobRow job) {
      jobs.add(RowMapper.toCore(job));
    } else if (row instanceof NodeRow node) {
      nodes.add(RowMapper.toCore(node));
    } else if (row instanceof TenantRow tenant) {
      tenants.add(RowMapper.toCore(tenant));
    } else if (row instanceof DurationRow duration) {
      durations.add(RowMapper.toCore(duration));
    } else if (row instanceof PoolCountersRow ofPool) {
      counters = RowMapper.toCore(ofPool);
    } else if (row instanceof PoolStandingRow ofPool) {
      standing = RowMapper.toCore(ofPool);
    } else if (!(row instanceof LaunchSpecRow)) {
      throw new IllegalStateException("the store holds a " + row.getSchema().getFullName());
    }
  }

  /** The pool that all of its rows tell of. */
  public Pool restore() {
    return Pool.restore(new PoolSnapshot(counters, standing, jobs, nodes, tenants, durations));
  }
}
