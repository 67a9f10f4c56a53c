package dev.prioritize.stream.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.event.Event.ReservationChanged;
import dev.prioritize.core.model.JobState;
import dev.prioritize.core.model.PolicyIdentity;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.model.Substitution;
import dev.prioritize.core.state.Arrivals;
import dev.prioritize.core.state.DurationKey;
import dev.prioritize.core.state.DurationSamples;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.NodeEntry;
import dev.prioritize.core.state.NodeStanding;
import dev.prioritize.core.state.PolicyStanding;
import dev.prioritize.core.state.PoolCounters;
import dev.prioritize.core.state.PoolStanding;
import dev.prioritize.core.state.TenantUsage;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.DurationRow;
import dev.prioritize.schema.JobRow;
import dev.prioritize.schema.NodeRow;
import dev.prioritize.schema.PoolCountersRow;
import dev.prioritize.schema.PoolStandingRow;
import dev.prioritize.schema.TenantRow;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** Goal: a restart loses nothing. Method: state through the bytes of its rows and back. */
class RowMapperTest {
  private static final Job JUST_PLACED =
      new Job(
          MappingExamples.BARE_SPEC,
          PriorityClass.LOW,
          81,
          MappingExamples.ESTIMATE,
          JobState.STARTING,
          Job.Faults.NONE,
          MappingExamples.BARE_ATTEMPT,
          0,
          null);

  private final AvroCodec codec = new AvroCodec();

  @Test
  void shouldReturnJobsUnchanged() {
    for (Job job : List.of(MappingExamples.FULL_JOB, JUST_PLACED, MappingExamples.BARE_JOB)) {
      JobRow row = throughBytes(RowMapper.toRow("p", job), JobRow.class);
      assertThat(RowMapper.toCore(row)).isEqualTo(job);
      assertThat(row.getPool()).isEqualTo("p");
    }
  }

  @Test
  void shouldReturnNodesUnchanged() {
    for (NodeEntry node :
        List.of(
            new NodeEntry(3, MappingExamples.FULL_NODE, MappingExamples.STANDING),
            new NodeEntry(0, MappingExamples.BARE_NODE, NodeStanding.GOOD))) {
      NodeRow row = throughBytes(RowMapper.toRow("p", node), NodeRow.class);
      assertThat(RowMapper.toCore(row)).isEqualTo(node);
    }
  }

  @Test
  void shouldReturnTenantsAndDurationsUnchanged() {
    TenantUsage usage = new TenantUsage("team", 12_345, PriorityClass.HIGH);
    DurationSamples samples =
        new DurationSamples(new DurationKey("team", "train", 8), 77, List.of(3L, 1L, 2L));

    TenantRow tenantRow = throughBytes(RowMapper.toRow("p", usage), TenantRow.class);
    DurationRow durationRow = throughBytes(RowMapper.toRow("p", samples), DurationRow.class);

    assertThat(RowMapper.toCore(tenantRow)).isEqualTo(usage);
    assertThat(RowMapper.toCore(durationRow)).isEqualTo(samples);
  }

  @Test
  void shouldReturnCountersAndStandingUnchanged() {
    PoolCounters counters = new PoolCounters(1, 2, 3, 4, new Arrivals(1, 5, 6));
    PoolStanding full =
        new PoolStanding(
            MappingExamples.CONFIG,
            MappingExamples.CONFIG,
            5,
            new ReservationChanged("job-1", 6, true),
            MappingExamples.BLOCKED,
            new PolicyStanding(
                new PolicyIdentity("drl", 3, "5e"),
                new PolicyStanding.Substituted(7, Substitution.Reason.RESTING, "rests")));
    PoolStanding fresh =
        new PoolStanding(null, null, -1, new ReservationChanged("", 0, false), List.of(), null);

    PoolCountersRow countersRow =
        throughBytes(RowMapper.toRow("p", counters), PoolCountersRow.class);

    assertThat(RowMapper.toCore(countersRow)).isEqualTo(counters);
    for (PoolStanding standing : List.of(full, fresh)) {
      PoolStandingRow row = throughBytes(RowMapper.toRow("p", standing), PoolStandingRow.class);
      assertThat(RowMapper.toCore(row)).isEqualTo(standing);
    }
  }

  private <T extends SpecificRecord> T throughBytes(T record, Class<T> type) {
    return codec.decode(codec.encode(record), type);
  }
}
