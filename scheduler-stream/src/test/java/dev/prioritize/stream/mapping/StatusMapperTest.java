package dev.prioritize.stream.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.event.Event;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.model.ConfigOrigin;
import dev.prioritize.core.state.Pool;
import dev.prioritize.schema.GpuStatus;
import dev.prioritize.schema.JobStateValue;
import dev.prioritize.schema.JobStatus;
import dev.prioritize.schema.LabelValue;
import dev.prioritize.schema.NodeStatus;
import dev.prioritize.schema.PriorityClassValue;
import dev.prioritize.schema.RejectionCodeValue;
import dev.prioritize.schema.RejectionValue;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatusMapperTest {

  @Test
  void shouldShowAllOfJob() {
    assertThat(StatusMapper.jobStatus("p", MappingExamples.FULL_JOB, 77))
        .isEqualTo(
            new JobStatus(
                "p",
                "job-1",
                "team",
                "train",
                JobStateValue.STOPPING,
                PriorityClassValue.URGENT,
                12,
                80L,
                2,
                1,
                2,
                100L,
                110L,
                6_200L,
                List.of("node-1", "node-2"),
                new RejectionValue(
                    RejectionCodeValue.EXCEEDS_POOL, "gpus", "12", "ask for at most 8"),
                77L));
  }

  @Test
  void shouldShowWhatHasNotHappenedAsNull() {
    JobStatus status = StatusMapper.jobStatus("p", MappingExamples.BARE_JOB, 1);

    assertThat(status.getAttempt()).isZero();
    assertThat(status.getPlacedAtMillis()).isNull();
    assertThat(status.getStartedAtMillis()).isNull();
    assertThat(status.getEndedAtMillis()).isNull();
    assertThat(status.getRejection()).isNull();
    assertThat(status.getNodeIds()).isEmpty();
  }

  @Test
  void shouldShowNodeWithItsGpus() {
    Pool pool = new Pool();
    pool.apply(
        new LoggedEvent(
            1, 1, 5, new Event.PoolConfigured(MappingExamples.CONFIG, ConfigOrigin.DEPLOYMENT)));
    pool.apply(new LoggedEvent(2, 2, 5, new Event.NodeRegistered(MappingExamples.FULL_NODE)));

    NodeStatus status = StatusMapper.nodeStatus("p", pool.ledger().node("node-1"), 2, 5);

    assertThat(status)
        .isEqualTo(
            new NodeStatus(
                "p",
                "node-1",
                "10.0.0.1",
                List.of(new LabelValue("a", "1"), new LabelValue("b", "")),
                List.of(
                    new GpuStatus("GPU-1", 0, "H200", true, null),
                    new GpuStatus("GPU-2", 1, "H100", false, null)),
                false,
                null,
                null,
                null,
                2L,
                5L));
  }
}
