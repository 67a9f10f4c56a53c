package dev.prioritize.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.Scenario;
import dev.prioritize.core.command.Command;
import dev.prioritize.core.event.Event.JobPlaced;
import dev.prioritize.core.event.Event.PassFinished;
import dev.prioritize.core.event.Event.ReservationChanged;
import dev.prioritize.core.model.BlockReason;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.FaultRules;
import dev.prioritize.core.model.Inventory;
import dev.prioritize.core.model.LearnedRules;
import dev.prioritize.core.model.PlacementRule;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.model.Shape;
import dev.prioritize.core.model.StartReason;
import dev.prioritize.core.model.TaskState;
import dev.prioritize.core.policy.Heuristic;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Goal: the pass starts the right jobs for the right reasons. Method: small scenes in words on
 * nodes of four GPUs.
 */
class SchedulingPassTest {
  private static final Shape FOUR_GPUS = new Shape(4, Shape.ANY_MODEL, PlacementRule.CONSOLIDATED);

  /** Two nodes of four. "busy" holds six GPUs until 100 s; "big" needs all eight. */
  private static Scenario blockedHead(Discipline discipline) {
    return Scenario.of(Heuristic.FIFO, discipline)
        .node("n0", 4)
        .node("n1", 4)
        .job("busy")
        .gpus(6)
        .seconds(100)
        .submit()
        .tick()
        .at(1)
        .job("big")
        .gpus(8)
        .seconds(50)
        .submit()
        .at(2);
  }

  @ParameterizedTest(name = "{0} orders {1}")
  @CsvSource({
    "FIFO, a b c d",
    "SJF, b d a c",
    "SAF, d b a c",
    "PRIORITY, c a b d",
    "AGED, c a b d",
    "WSAF, d c b a",
  })
  void shouldStartJobsInThePolicysOrder(Heuristic policy, String expected) {
    Scenario scenario = Scenario.of(policy, Discipline.STRICT).node("n0", 4);
    scenario.job("fill").gpus(4).seconds(1).submit().tick();
    scenario.at(1).job("a").of(PriorityClass.NORMAL).gpus(4).seconds(300).submit();
    scenario.at(2).job("b").of(PriorityClass.NORMAL).gpus(4).seconds(100).submit();
    scenario.at(3).job("c").of(PriorityClass.URGENT).gpus(4).seconds(390).submit();
    scenario.at(4).job("d").of(PriorityClass.LOW).gpus(1).seconds(150).submit();

    scenario.at(5).ends("fill").tick();
    while (scenario.pool().queue().size() > 0) {
      scenario.ends(scenario.placed().get(scenario.placed().size() - 1)).tick();
    }

    assertThat(String.join(" ", scenario.placed())).isEqualTo("fill " + expected);
  }

  @Test
  void shouldLetAnOldJobOvertakeAHigherClassOnceItHasAgedTheGap() {
    Scenario scenario = Scenario.of(Heuristic.AGED, Discipline.STRICT).node("n0", 1);
    scenario.job("fill").submit().tick();
    scenario.at(0).job("low").of(PriorityClass.LOW).submit();
    scenario.at(7_199).job("normal-in-time").of(PriorityClass.HIGH).submit();
    scenario.at(7_201).job("high-too-late").of(PriorityClass.HIGH).submit();

    scenario.at(8_000).ends("fill").tick();
    scenario.ends("normal-in-time").tick();
    scenario.ends("low").tick();

    assertThat(scenario.placed()).containsExactly("fill", "normal-in-time", "low", "high-too-late");
  }

  @Test
  void shouldBreakTiesBySubmissionThenById() {
    Scenario scenario = Scenario.of(Heuristic.SJF, Discipline.STRICT).node("n0", 4);
    scenario.at(1).job("z").submit();
    scenario.at(2).job("y").submit().job("b").submit().job("a").submit();

    assertThat(scenario.tick().placed()).containsExactly("z", "a", "b", "y");
  }

  @Test
  void shouldEndThePassAtTheFirstJobThatDoesNotFitWhenStrict() {
    Scenario scenario = blockedHead(Discipline.STRICT).job("small").submit().tick();

    assertThat(scenario.placed()).containsExactly("busy");
    assertThat(scenario.pool().blockedShapes())
        .containsEntry(
            new Shape(8, "", PlacementRule.CONSOLIDATED), BlockReason.NOT_ENOUGH_FREE_GPUS)
        .containsEntry(
            new Shape(1, "", PlacementRule.CONSOLIDATED), BlockReason.BEHIND_BLOCKED_JOB);
  }

  @Test
  void shouldPassOverAJobThatDoesNotFitWhenSkipping() {
    Scenario scenario = blockedHead(Discipline.SKIP).job("small").seconds(9_999).submit().tick();

    assertThat(scenario.placed()).containsExactly("busy", "small");
    assertThat(scenario.last(JobPlaced.class).reason()).isEqualTo(StartReason.NEXT_IN_ORDER);
  }

  @Test
  void shouldReserveForTheHeadAndBackfillWhatEndsInTime() {
    Scenario scenario = blockedHead(Discipline.EASY).job("short").seconds(98).submit().tick();

    assertThat(scenario.last(ReservationChanged.class))
        .isEqualTo(new ReservationChanged("big", 100_000, false));
    assertThat(scenario.placed()).containsExactly("busy", "short");
    assertThat(scenario.last(JobPlaced.class).reason())
        .isEqualTo(StartReason.ENDS_BEFORE_RESERVATION);
  }

  @Test
  void shouldNotBackfillWhatWouldDelayTheHead() {
    Scenario scenario = blockedHead(Discipline.EASY).job("long").seconds(99).submit().tick();

    assertThat(scenario.placed()).containsExactly("busy");
    assertThat(scenario.pool().blockedShapes())
        .containsEntry(
            new Shape(1, "", PlacementRule.CONSOLIDATED), BlockReason.WOULD_DELAY_RESERVATION);
  }

  @Test
  void shouldBackfillForLongerBesideTheReservationWhenTheHeadStillFits() {
    Scenario scenario =
        Scenario.of(Heuristic.FIFO, Discipline.EASY).node("n0", 4).node("n1", 4).node("n2", 4);
    scenario.job("busy").gpus(10).seconds(100).submit().tick();
    scenario.at(1).job("big").gpus(8).seconds(50).submit();
    scenario.at(2).job("long-1").seconds(9_999).submit().job("long-2").seconds(9_999).submit();

    scenario.tick();

    assertThat(scenario.placed()).containsExactly("busy", "long-1", "long-2");
    assertThat(scenario.last(JobPlaced.class).reason()).isEqualTo(StartReason.BESIDE_RESERVATION);
  }

  /** Goal: what delays the head now may go elsewhere once another job has taken its place. */
  @Test
  void shouldTryLaterJobsOfAShapeAgainAfterAStartThoughItsFirstWouldDelayTheHead() {
    Scenario scenario =
        Scenario.of(Heuristic.FIFO, Discipline.EASY).node("n0", 4).node("n1", 4, "H100");
    scenario.job("busy").gpus(2).model(Scenario.MODEL).seconds(100).submit().tick();
    scenario.at(1).job("head").gpus(4).model(Scenario.MODEL).submit();
    scenario.at(2).job("long-1").seconds(9_999).submit();
    scenario.at(3).job("long-2").seconds(9_999).submit();
    scenario.at(4).job("short").gpus(2).seconds(10).submit();
    scenario.at(5).job("long-3").seconds(9_999).submit();

    scenario.tick();

    assertThat(scenario.placed()).containsExactly("busy", "short", "long-3");
    assertThat(scenario.placementOf("short")).isEqualTo("n0×2");
    assertThat(scenario.placementOf("long-3")).isEqualTo("n1×1");
    assertThat(scenario.last(JobPlaced.class).reason()).isEqualTo(StartReason.BESIDE_RESERVATION);
  }

  @Test
  void shouldFindTheOneShortJobAmongThoseThatWouldDelayTheHead() {
    Scenario scenario = blockedHead(Discipline.EASY);
    for (int i = 0; i < 10; i++) {
      scenario.job("long-" + i).seconds(9_999).submit();
    }
    scenario.job("short").seconds(90).submit();

    scenario.tick();

    assertThat(scenario.placed()).containsExactly("busy", "short");
  }

  @Test
  void shouldStartTheHeadAtItsPlannedStartAlthoughSmallJobsKeepArriving() {
    Scenario scenario = blockedHead(Discipline.EASY).tick();
    for (int second = 3; second < 100; second += 10) {
      scenario.at(second).job("small-" + second).seconds(500).submit().tick();
    }

    scenario.at(100).ends("busy").tick();

    assertThat(scenario.placed()).startsWith("busy", "big").doesNotContain("small-3");
  }

  @Test
  void shouldPlanTheHeadAnewWhenAJobEndsEarly() {
    Scenario scenario = Scenario.of(Heuristic.FIFO, Discipline.EASY).node("n0", 4).node("n1", 4);
    scenario.job("a").gpus(4).seconds(100).submit().job("b").gpus(4).seconds(200).submit().tick();
    scenario.at(1).job("big").gpus(8).submit().tick();
    assertThat(scenario.last(ReservationChanged.class).plannedStartMillis()).isEqualTo(200_000);

    scenario.at(50).ends("b").tick();

    assertThat(scenario.last(ReservationChanged.class).plannedStartMillis()).isEqualTo(100_000);
  }

  @Test
  void shouldExpectAnOverdueJobToRunAsLongAgain() {
    Scenario scenario = blockedHead(Discipline.EASY).tick();

    scenario.at(150).tick();

    assertThat(scenario.last(ReservationChanged.class))
        .isEqualTo(new ReservationChanged("big", 300_000, false));
  }

  @Test
  void shouldGiveUpTheReservationWhenItsHolderIsCancelled() {
    Scenario scenario = blockedHead(Discipline.EASY).tick();

    scenario.run(new Command.CancelJob("big"));
    scenario.job("long").seconds(9_999).submit().tick();

    assertThat(scenario.last(ReservationChanged.class).jobId()).isEmpty();
    assertThat(scenario.placed()).containsExactly("busy", "long");
  }

  @Test
  void shouldProbeOneShapeOnceHoweverManyJobsOfItWait() {
    Scenario scenario = Scenario.of(Heuristic.FIFO, Discipline.SKIP).node("n0", 4);
    scenario.job("busy").gpus(3).seconds(100).submit().tick();
    for (int i = 0; i < 50; i++) {
      scenario.job("stuck-" + i).gpus(4).submit();
    }
    scenario.at(1).job("small").submit().tick();

    assertThat(scenario.placed()).containsExactly("busy", "small");
    assertThat(scenario.last(PassFinished.class).blockedShapes()).hasSize(1);
    assertThat(scenario.pool().blockedShapes())
        .containsEntry(FOUR_GPUS, BlockReason.NOT_ENOUGH_FREE_GPUS);
  }

  @Test
  void shouldTellAScatteredFreeCapacityFromAMissingOne() {
    Scenario scenario = Scenario.of(Heuristic.FIFO, Discipline.SKIP).node("n0", 4).node("n1", 4);
    scenario.job("a").gpus(2).submit().job("b").gpus(3).submit();
    scenario.tick();
    assertThat(scenario.placementOf("b")).isEqualTo("n1×3");

    scenario.job("three").gpus(3).submit().job("four").gpus(4).submit().tick();

    assertThat(scenario.pool().blockedShapes())
        .containsEntry(
            new Shape(3, "", PlacementRule.CONSOLIDATED), BlockReason.FREE_GPUS_SCATTERED)
        .containsEntry(FOUR_GPUS, BlockReason.NOT_ENOUGH_FREE_GPUS);
  }

  @Test
  void shouldReportABlockedShapeOnlyWhenItsReasonChanges() {
    Scenario scenario = blockedHead(Discipline.EASY).tick();
    assertThat(scenario.last(PassFinished.class).blockedShapes()).hasSize(1);

    scenario.at(3).tick();

    assertThat(scenario.last(PassFinished.class).blockedShapes()).isEmpty();
  }

  @Test
  void shouldAskForAnotherTickWhenTheDecisionLimitIsSpent() {
    PoolConfig base = Scenario.config(Heuristic.FIFO, Discipline.EASY);
    Scenario scenario =
        new Scenario(
            new PoolConfig(
                base.clock(),
                base.policy(),
                base.discipline(),
                base.agingIntervalMillis(),
                base.starvationBoundsMillis(),
                2,
                base.nodeTimeoutMillis(),
                base.jobRetentionMillis(),
                FaultRules.DEFAULT,
                LearnedRules.DEFAULT,
                base.rulesVersion()));
    scenario.node("n0", 4);
    List.of("a", "b", "c").forEach(id -> scenario.job(id).submit());

    scenario.tick();
    assertThat(scenario.placed()).containsExactly("a", "b");
    assertThat(scenario.last(PassFinished.class).decisionLimitSpent()).isTrue();
    assertThat(scenario.pool().blockedShapes()).containsValue(BlockReason.DECISION_LIMIT);

    scenario.tick();
    assertThat(scenario.placed()).containsExactly("a", "b", "c");
    assertThat(scenario.last(PassFinished.class).decisionLimitSpent()).isFalse();
  }

  @Test
  void shouldLetNobodyWaitBehindAJobWhoseNodesAreOutOfService() {
    for (Discipline discipline : Discipline.values()) {
      Scenario scenario = Scenario.of(Heuristic.FIFO, discipline).node("n0", 4);
      scenario.run(
          new Command.ReportNode(
              GpuLedgerScenes.withOneGpuOutOfService("n0", 4), Inventory.NOTHING));
      scenario.job("whole").gpus(4).submit().job("small").submit().tick();

      assertThat(scenario.placed()).as("%s", discipline).containsExactly("small");
      assertThat(scenario.pool().blockedShapes())
          .containsEntry(FOUR_GPUS, BlockReason.CAPACITY_OUT_OF_SERVICE);
    }
  }

  @Test
  void shouldSayWhoDecidedAndWhy() {
    Scenario scenario = Scenario.of(Heuristic.WSAF, Discipline.EASY).node("n0", 4);
    scenario.at(10).job("a").of(PriorityClass.HIGH).seconds(60).submit();

    scenario.at(40).tick();

    JobPlaced placed = scenario.last(JobPlaced.class);
    assertThat(placed.decidedBy().name()).isEqualTo("wsaf");
    assertThat(placed.reason()).isEqualTo(StartReason.NEXT_IN_ORDER);
    assertThat(placed.waitMillis()).isEqualTo(30_000);
    assertThat(placed.agedPriorityMillis()).isEqualTo(3 * 3_600_000L + 30_000);
    assertThat(placed.expectedEndMillis()).isEqualTo(100_000);
  }

  @Test
  void shouldPlaceNothingTwiceWhenAJobIsTickedAgain() {
    Scenario scenario = Scenario.of(Heuristic.FIFO, Discipline.EASY).node("n0", 4);
    scenario.job("a").submit().tick().tick().report("a", TaskState.STARTED).tick();

    assertThat(scenario.placed()).containsExactly("a");
  }
}
