package dev.prioritize.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.Scenario;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.Estimate;
import dev.prioritize.core.model.Estimate.Source;
import dev.prioritize.core.model.TaskState;
import dev.prioritize.core.policy.Heuristic;
import org.junit.jupiter.api.Test;

/** Goal: durations are learned from finished jobs, from the most specific key that has enough. */
class EstimateTest {
  private final Scenario scenario = Scenario.of(Heuristic.FIFO, Discipline.EASY).node("n0", 4);
  private long now;
  private int count;

  private void finish(String tenant, String name, int gpus, long seconds) {
    String id = "done-" + count++;
    scenario.at(now).job(id).tenant(tenant).name(name).gpus(gpus).submit().tick();
    now += seconds;
    scenario.at(now).ends(id);
  }

  private Estimate estimate(String tenant, String name, int gpus) {
    String id = "asked-" + count++;
    scenario.job(id).tenant(tenant).name(name).gpus(gpus).unknownDuration().submit();
    return scenario.pool().job(id).estimate();
  }

  @Test
  void shouldAssumeAnHourWhenNothingIsKnown() {
    assertThat(estimate("t", "", 1)).isEqualTo(Estimate.single(3_600_000, Source.NOTHING_KNOWN));
  }

  @Test
  void shouldCountFewerThanFiveAsNone() {
    for (int i = 0; i < 4; i++) {
      finish("t", "", 1, 10);
    }
    assertThat(estimate("t", "", 1).source()).isEqualTo(Source.NOTHING_KNOWN);

    finish("t", "", 1, 10);
    assertThat(estimate("t", "", 1)).isEqualTo(Estimate.single(10_000, Source.TENANT_GPUS));
  }

  @Test
  void shouldTakeTheLowerMedian() {
    for (long seconds : new long[] {60, 10, 50, 20, 40, 30}) {
      finish("t", "", 1, seconds);
    }
    assertThat(estimate("t", "", 1))
        .isEqualTo(new Estimate(30_000, Source.TENANT_GPUS, 20_000, 35_000, 60_000));
  }

  @Test
  void shouldGoNowhereAboveTheTimeLimit() {
    Estimate estimate = new Estimate(30, Source.TENANT_GPUS, 20, 35, 60);

    assertThat(estimate.atMost(33)).isEqualTo(new Estimate(30, Source.TENANT_GPUS, 20, 33, 33));
  }

  @Test
  void shouldFallBackFromNameToTenantToGpusToPool() {
    for (int i = 0; i < 5; i++) {
      finish("t", "bert", 1, 10);
      finish("t", "", 1, 20);
      finish("u", "", 1, 40);
      finish("u", "", 2, 80);
    }
    assertThat(estimate("t", "bert", 1))
        .isEqualTo(Estimate.single(10_000, Source.TENANT_NAME_GPUS));
    assertThat(estimate("t", "new", 1).source()).isEqualTo(Source.TENANT_GPUS);
    assertThat(estimate("v", "", 2)).isEqualTo(Estimate.single(80_000, Source.GPUS));
    assertThat(estimate("v", "", 4).source()).isEqualTo(Source.POOL);
  }

  @Test
  void shouldKeepOnlyTheLastHundred() {
    for (int i = 0; i < 100; i++) {
      finish("t", "", 1, 10);
    }
    for (int i = 0; i < 51; i++) {
      finish("t", "", 1, 20);
    }
    assertThat(estimate("t", "", 1).durationMillis()).isEqualTo(20_000);
  }

  @Test
  void shouldNotLearnFromFailures() {
    for (int i = 0; i < 5; i++) {
      String id = "failed-" + i;
      scenario.job(id).submit().tick().report(id, TaskState.FAILED);
    }
    assertThat(estimate("team", "", 1).source()).isEqualTo(Source.NOTHING_KNOWN);
  }
}
