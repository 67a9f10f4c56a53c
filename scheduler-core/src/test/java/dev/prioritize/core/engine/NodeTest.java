package dev.prioritize.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.Scenario;
import dev.prioritize.core.command.Command;
import dev.prioritize.core.event.Event.CommandIgnored;
import dev.prioritize.core.event.Event.CommandRejected;
import dev.prioritize.core.event.Event.NodeRegistered;
import dev.prioritize.core.event.Event.NodeUpdated;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.GpuFacts;
import dev.prioritize.core.model.Inventory;
import dev.prioritize.core.model.NodeFacts;
import dev.prioritize.core.model.RejectionCode;
import dev.prioritize.core.model.Shape;
import dev.prioritize.core.policy.Heuristic;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Goal: one book of GPUs, true whatever telemetry says and when. */
class NodeTest {
  private final Scenario scenario = Scenario.of(Heuristic.FIFO, Discipline.EASY).node("n0", 4);

  private int free() {
    return scenario.pool().ledger().view(Shape.ANY_MODEL).totalFree();
  }

  @Test
  void shouldIgnoreWhatItKnows() {
    scenario.node("n0", 4);

    assertThat(scenario.last(CommandIgnored.class).target()).isEqualTo("n0");
  }

  @Test
  void shouldGiveNoJobAGpuOutOfService() {
    scenario.run(
        new Command.ReportNode(GpuLedgerScenes.withOneGpuOutOfService("n0", 4), Inventory.NOTHING));
    assertThat(free()).isEqualTo(3);

    scenario.job("a").gpus(3).submit().tick();
    assertThat(scenario.pool().job("a").attempt().tasks().get(0).gpuUuids())
        .doesNotContain("n0-gpu0");

    scenario.node("n0", 4);
    assertThat(free()).isEqualTo(1);
  }

  @Test
  void shouldKeepAVanishedGpuWithItsJobAndDropItAfterwards() {
    scenario.job("a").gpus(2).submit().tick();
    scenario.run(
        new Command.ReportNode(GpuLedgerScenes.withoutFirstGpu("n0", 4), Inventory.NOTHING));

    assertThat(scenario.last(NodeUpdated.class).facts().gpus()).hasSize(3);
    assertThat(scenario.pool().ledger().gpu("n0-gpu0").holderJobId()).isEqualTo("a");

    scenario.ends("a");
    assertThat(scenario.pool().ledger().gpu("n0-gpu0")).isNull();
    assertThat(free()).isEqualTo(3);
  }

  @Test
  void shouldTakeBackAGpuThatReturns() {
    scenario.job("a").gpus(2).submit().tick();
    scenario.run(
        new Command.ReportNode(GpuLedgerScenes.withoutFirstGpu("n0", 4), Inventory.NOTHING));
    scenario.node("n0", 4);

    scenario.ends("a");
    assertThat(free()).isEqualTo(4);
  }

  @Test
  void shouldRefuseAGpuThatAnotherNodeHasAndTakeTheOthers() {
    NodeFacts liar =
        new NodeFacts(
            "n1",
            "n1",
            List.of(),
            List.of(
                new GpuFacts("n0-gpu0", 0, "A100", 0, true),
                new GpuFacts("n1-gpu1", 1, "A100", 0, true)));

    scenario.run(new Command.ReportNode(liar, Inventory.NOTHING));

    CommandRejected rejected = scenario.last(CommandRejected.class);
    assertThat(rejected.rejection().code()).isEqualTo(RejectionCode.GPU_ON_ANOTHER_NODE);
    assertThat(rejected.rejection().value()).isEqualTo("n0-gpu0");
    assertThat(scenario.last(NodeRegistered.class).facts().gpus())
        .extracting(GpuFacts::uuid)
        .containsExactly("n1-gpu1");
    assertThat(free()).isEqualTo(5);
  }

  @Test
  void shouldTakeANodeWithoutGpus() {
    scenario.node("empty", 0).job("a").submit().tick();

    assertThat(scenario.placementOf("a")).isEqualTo("n0×1");
  }
}
