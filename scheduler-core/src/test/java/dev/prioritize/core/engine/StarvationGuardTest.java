package dev.prioritize.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.Scenario;
import dev.prioritize.core.event.Event.JobPlaced;
import dev.prioritize.core.event.Event.ReservationChanged;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.FaultRules;
import dev.prioritize.core.model.LearnedRules;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.model.StartReason;
import dev.prioritize.core.model.TaskState;
import dev.prioritize.core.policy.Heuristic;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Goal: no job waits for ever. Method: an order that always prefers others, and small bounds. */
class StarvationGuardTest {
  /** LOW 400 s, NORMAL 300 s, HIGH 200 s, URGENT 100 s; shortest job first. */
  private static Scenario guarded(Discipline discipline) {
    PoolConfig base = Scenario.config(Heuristic.SJF, discipline);
    return new Scenario(
            new PoolConfig(
                base.clock(),
                base.policy(),
                base.discipline(),
                base.agingIntervalMillis(),
                List.of(400_000L, 300_000L, 200_000L, 100_000L),
                base.decisionLimit(),
                base.nodeTimeoutMillis(),
                base.jobRetentionMillis(),
                FaultRules.DEFAULT,
                LearnedRules.DEFAULT,
                base.rulesVersion()))
        .node("n0", 4);
  }

  @Test
  void shouldStartAnOverdueJobBeforeTheOrdersFirst() {
    Scenario scenario = guarded(Discipline.EASY);
    scenario.job("fill").gpus(4).seconds(500).submit().tick();
    scenario.at(1).job("slow").gpus(4).seconds(9_999).submit();
    scenario.at(400).job("quick").gpus(4).seconds(10).submit();

    scenario.at(401).ends("fill").tick();

    assertThat(scenario.placed()).containsExactly("fill", "slow");
    assertThat(scenario.last(JobPlaced.class).reason()).isEqualTo(StartReason.STARVATION_GUARD);
    assertThat(scenario.last(JobPlaced.class).decidedBy().name()).isEqualTo("starvation-guard");
  }

  @Test
  void shouldReserveForAnOverdueJobThatDoesNotFit() {
    Scenario scenario = guarded(Discipline.EASY);
    scenario.job("fill").gpus(3).seconds(1_000).submit().tick();
    scenario.report("fill", TaskState.STARTED);
    scenario.at(1).job("slow").gpus(4).seconds(9_999).submit();

    scenario.at(302).job("quick").gpus(1).seconds(699).submit().tick();

    assertThat(scenario.last(ReservationChanged.class))
        .isEqualTo(new ReservationChanged("slow", 1_000_000, true));
    assertThat(scenario.placed()).containsExactly("fill");
  }

  @Test
  void shouldPreferTheLongestOverdueNotTheLongestWaiting() {
    Scenario scenario = guarded(Discipline.EASY);
    scenario.job("fill").gpus(4).seconds(1_000).submit().tick();
    scenario.at(1).job("low").of(PriorityClass.LOW).gpus(4).seconds(50).submit();
    scenario.at(100).job("urgent").of(PriorityClass.URGENT).gpus(4).seconds(60).submit();

    scenario.at(450).ends("fill").tick();

    assertThat(scenario.placed()).containsExactly("fill", "urgent");
  }

  @Test
  void shouldNotStepInAtTheVeryBound() {
    Scenario scenario = guarded(Discipline.EASY);
    scenario.job("fill").gpus(4).seconds(1_000).submit().tick();
    scenario.job("slow").gpus(4).seconds(9_999).submit();
    scenario.at(299).job("quick").gpus(4).seconds(10).submit();

    scenario.at(300).ends("fill").tick();

    assertThat(scenario.placed()).containsExactly("fill", "quick");
  }

  @Test
  void shouldLeaveStrictAndSkipAlone() {
    for (Discipline discipline : List.of(Discipline.STRICT, Discipline.SKIP)) {
      Scenario scenario = guarded(discipline);
      scenario.job("fill").gpus(4).seconds(500).submit().tick();
      scenario.at(1).job("slow").gpus(4).seconds(9_999).submit();
      scenario.at(400).job("quick").gpus(4).seconds(10).submit();

      scenario.at(401).ends("fill").tick();

      assertThat(scenario.placed()).as("%s", discipline).containsExactly("fill", "quick");
    }
  }
}
