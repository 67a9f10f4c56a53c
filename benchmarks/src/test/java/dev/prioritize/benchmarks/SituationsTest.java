package dev.prioritize.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.event.Event;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.model.BlockReason;
import dev.prioritize.core.model.Shape;
import dev.prioritize.core.placement.CapacityView;
import dev.prioritize.core.state.Pool;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Goal: each benchmark measures the situation that it names. Method: set it up and look. */
class SituationsTest {
  @Test
  void shouldHaveNothingThatFits() {
    NothingFits situation = new NothingFits();
    situation.pending = 10_000;

    situation.setUp();

    Pool pool = situation.pool().pool();
    CapacityView view = pool.ledger().view(Shape.ANY_MODEL);
    for (int node = 0; node < NothingFits.NODES; node++) {
      assertThat(view.free(node)).isBetween(1, 3);
    }
    assertThat(pool.queue().byShape()).hasSize(NothingFits.SHAPES);
    assertThat(pool.blockedShapes().values())
        .hasSize(NothingFits.SHAPES)
        .containsOnly(BlockReason.FREE_GPUS_SCATTERED);
    assertOnlyThePassIsTold(situation.pass());
    assertThat(pool.queue().size()).isEqualTo(10_000);
  }

  @Test
  void shouldHaveABlockedHeadThatAllOthersWouldDelay() {
    BlockedHead situation = new BlockedHead();

    situation.setUp();

    Pool pool = situation.pool().pool();
    assertThat(pool.running().size()).isEqualTo(BlockedHead.RUNNING);
    assertThat(pool.queue().size()).isEqualTo(1 + BlockedHead.PENDING);
    assertThat(pool.reservation().jobId()).isEqualTo(BlockedHead.HEAD);
    pool.blockedShapes()
        .forEach(
            (shape, reason) ->
                assertThat(reason)
                    .as("%s", shape)
                    .isEqualTo(
                        shape.equals(pool.job(BlockedHead.HEAD).shape())
                            ? BlockReason.NOT_ENOUGH_FREE_GPUS
                            : BlockReason.WOULD_DELAY_RESERVATION));
    assertThat(pool.blockedShapes()).hasSize(1 + BlockedHead.SHAPES);
    assertOnlyThePassIsTold(situation.pass());
  }

  @Test
  void shouldStartEveryJobInEachPass() {
    DecisionThatFits situation = new DecisionThatFits();
    situation.nodes = 1_024;
    situation.gpus = 16;
    situation.decisions = 100;

    situation.fillNodes();

    for (int pass = 0; pass < 3; pass++) {
      situation.submitJobs();
      assertThat(situation.pool().pool().queue().size()).isEqualTo(100);
      assertThat(situation.pass().stream().map(LoggedEvent::event))
          .filteredOn(Event.JobPlaced.class::isInstance)
          .hasSize(100);
      assertThat(situation.pool().pool().running().size()).isEqualTo(1_024 * 3 / 4 + 100);
    }
  }

  @Test
  void shouldFillEveryGpuAndTheQueue() {
    Pool pool = HeapBench.fill(64, 1_000).pool();

    assertThat(pool.queue().size()).isEqualTo(1_000);
    assertThat(pool.running().size()).isEqualTo(64 * DrivenPool.GPUS_PER_NODE);
    assertThat(pool.ledger().view(Shape.ANY_MODEL).totalFree()).isZero();
  }

  private static void assertOnlyThePassIsTold(List<LoggedEvent> events) {
    assertThat(events)
        .singleElement()
        .extracting(LoggedEvent::event)
        .isInstanceOf(Event.PassFinished.class);
  }
}
