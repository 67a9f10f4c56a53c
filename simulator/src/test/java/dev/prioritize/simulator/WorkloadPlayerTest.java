package dev.prioritize.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prioritize.core.model.PriorityClass;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class WorkloadPlayerTest {
  private static final TraceJob A = job("a", 0, 10);
  private static final TraceJob B = job("b", 0, 4);
  private static final TraceJob C = job("c", 10, 1);

  private final WorkloadPlayer player =
      new WorkloadPlayer(new Workload("w", 1, 4, List.of(A, B, C), 0));

  private static TraceJob job(String id, long submitSeconds, long durationSeconds) {
    return new TraceJob(
        id, "t", "", PriorityClass.LOW, 1, submitSeconds, durationSeconds, durationSeconds);
  }

  @Test
  void shouldPlayTheWorldFromInstantToInstant() {
    assertThat(player.nextInstantSeconds()).isEqualTo(OptionalLong.of(0));
    assertThat(player.completionsAt(0)).isEmpty();
    assertThat(player.submissionsAt(0)).containsExactly(A, B);
    player.started("a", 0);

    assertThat(player.nextInstantSeconds()).isEqualTo(OptionalLong.of(10));
    assertThat(player.completionsAt(10)).containsExactly(A);
    assertThat(player.submissionsAt(10)).containsExactly(C);
    player.started("c", 10);
    player.started("b", 10);
    assertThat(player.submittedCount()).isEqualTo(3);
    assertThat(player.startedCount()).isEqualTo(3);
    assertThat(player.endedCount()).isEqualTo(1);
    assertThat(player.isDone()).isFalse();

    assertThat(player.completionsAt(11)).containsExactly(C);
    assertThat(player.nextInstantSeconds()).isEqualTo(OptionalLong.of(14));
    assertThat(player.completionsAt(14)).containsExactly(B);
    assertThat(player.nextInstantSeconds()).isEmpty();
    assertThat(player.isDone()).isTrue();
    assertThat(player.schedule().byJobId())
        .isEqualTo(
            Map.of("a", new JobRun(0, 10), "c", new JobRun(10, 11), "b", new JobRun(10, 14)));
  }

  @Test
  void shouldEndJobsOfAnInstantInTheWorkloadsOrder() {
    WorkloadPlayer twins =
        new WorkloadPlayer(
            new Workload("w", 1, 4, List.of(job("x", 0, 5), job("y", 0, 5), job("z", 0, 5)), 0));
    assertThat(twins.submissionsAt(0)).hasSize(3);
    for (String id : List.of("z", "x", "y")) {
      twins.started(id, 0);
    }

    assertThat(twins.completionsAt(5)).extracting(TraceJob::jobId).containsExactly("x", "y", "z");
  }

  @Test
  void shouldRefuseStartsThatCannotBe() {
    assertThatThrownBy(() -> player.started("a", 0)).hasMessageContaining("job a cannot start");
    assertThat(player.submissionsAt(0)).hasSize(2);
    player.started("a", 0);

    assertThatThrownBy(() -> player.started("a", 0)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> player.started("nobody", 0)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldNoticeAnInstantLeftOut() {
    assertThatThrownBy(() -> player.submissionsAt(10))
        .hasMessage("at second 10 the instant 0 has been left out");
  }
}
