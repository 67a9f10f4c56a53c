package dev.prioritize.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.Scenario;
import dev.prioritize.core.command.Command;
import dev.prioritize.core.event.Event.CommandIgnored;
import dev.prioritize.core.event.Event.CommandRejected;
import dev.prioritize.core.event.Event.JobBlamed;
import dev.prioritize.core.event.Event.JobRequeued;
import dev.prioritize.core.event.Event.NodeDrained;
import dev.prioritize.core.event.Event.NodeQuarantined;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.EndReason;
import dev.prioritize.core.model.JobState;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.model.RejectionCode;
import dev.prioritize.core.model.TaskState;
import dev.prioritize.core.policy.Heuristic;
import org.junit.jupiter.api.Test;

/**
 * Goal: a bad node gets no work, a bad job spoils no node, and every hold on a node has an end or
 * an operator who can end it. Method: small pools, failures by hand.
 */
class NodeStandingTest {
  private final Scenario scenario =
      Scenario.of(Heuristic.FIFO, Discipline.EASY).node("n0", 4).node("n1", 4).node("n2", 4);

  private boolean takesWork(String nodeId) {
    return scenario.pool().ledger().node(nodeId).standing().takesWork();
  }

  /** A job of its own fails on the node that is first in order. */
  private void failOnNextNode(String jobId) {
    scenario.job(jobId).gpus(4).submit().tick();
    scenario.report(jobId, TaskState.FAILED);
  }

  @Test
  void shouldQuarantineNodeThatFailsEveryJob() {
    failOnNextNode("a");
    failOnNextNode("b");
    assertThat(takesWork("n0")).isTrue();
    failOnNextNode("c");

    assertThat(scenario.last(NodeQuarantined.class).nodeId()).isEqualTo("n0");
    assertThat(scenario.last(NodeQuarantined.class).jobIds()).containsExactly("a", "b", "c");
    scenario.job("d").gpus(4).submit().tick();
    assertThat(scenario.placementOf("d")).as("the queue is not eaten").isEqualTo("n1×4");
    scenario.at(3_600).tick();
    assertThat(takesWork("n0")).as("a quarantine ends by itself").isTrue();
  }

  @Test
  void shouldNotQuarantineNodeOnWhichMoreJobsEndWell() {
    failOnNextNode("a");
    for (int good = 0; good < 4; good++) {
      scenario.job("good-" + good).gpus(4).submit().tick().ends("good-" + good);
    }
    failOnNextNode("b");
    failOnNextNode("c");

    assertThat(scenario.events(NodeQuarantined.class)).isEmpty();
  }

  @Test
  void shouldSendRetryToAnotherNodeAndBlameTheJobThatFailsThereToo() {
    scenario.job("poison").gpus(4).retries(2).submit().tick();
    scenario.report("poison", TaskState.FAILED);
    scenario.tick();
    assertThat(scenario.placementOf("poison")).isEqualTo("n1×4");

    scenario.report("poison", TaskState.FAILED);

    assertThat(scenario.last(JobBlamed.class).jobId()).isEqualTo("poison");
    assertThat(scenario.pool().ledger().node("n0").standing().failures()).isEmpty();
    assertThat(scenario.pool().ledger().node("n1").standing().failures()).isEmpty();
  }

  @Test
  void shouldRetryOnTheSameNodeRatherThanWaitIfThereIsNoOther() {
    Scenario small = Scenario.of(Heuristic.FIFO, Discipline.EASY).node("n0", 4);
    small.job("one").gpus(4).retries(1).submit().tick().report("one", TaskState.FAILED);

    small.tick();

    assertThat(small.placementOf("one")).isEqualTo("n0×4");
  }

  @Test
  void shouldQuarantineAtMostOneOfFewNodes() {
    for (int job = 0; job < 3; job++) {
      failOnNextNode("a" + job);
    }
    for (int job = 0; job < 6; job++) {
      failOnNextNode("b" + job);
    }

    assertThat(scenario.events(NodeQuarantined.class)).hasSize(1);
    assertThat(takesWork("n1")).as("failures everywhere are no node's fault").isTrue();
  }

  @Test
  void shouldDrainUntilUndrainedWhateverTheNodeDoes() {
    scenario.job("runs").gpus(4).submit().tick().report("runs", TaskState.STARTED);
    scenario.run(new Command.DrainNode("n0", "a fan is broken"));
    assertThat(scenario.pool().job("runs").state()).as("runs on").isEqualTo(JobState.RUNNING);

    scenario.report("runs", TaskState.SUCCEEDED);
    scenario.run(new Command.ReportSilence("n0", true));
    scenario.node("n0", 4);
    scenario.at(1_000_000).tick();

    assertThat(takesWork("n0")).isFalse();
    scenario.run(new Command.UndrainNode("n0"));
    assertThat(takesWork("n0")).isTrue();
  }

  @Test
  void shouldKeepTheReasonOfADrainThatIsAskedForAgainWithoutOne() {
    scenario.run(new Command.DrainNode("n0", "a fan is broken"));

    scenario.run(new Command.DrainNode("n0", ""));
    assertThat(drainReason("n0")).isEqualTo("a fan is broken");
    assertThat(scenario.last(CommandIgnored.class).target()).isEqualTo("n0");

    scenario.run(new Command.DrainNode("n0", "two fans are broken"));
    assertThat(drainReason("n0")).isEqualTo("two fans are broken");
    assertThat(scenario.events(NodeDrained.class)).hasSize(2);
  }

  @Test
  void shouldTakeTheReasonOfANodeThatWasDrainedWithoutOne() {
    scenario.run(new Command.DrainNode("n0", ""));

    scenario.run(new Command.DrainNode("n0", "a fan is broken"));

    assertThat(drainReason("n0")).isEqualTo("a fan is broken");
  }

  private String drainReason(String nodeId) {
    return scenario.pool().ledger().node(nodeId).standing().drainReason();
  }

  @Test
  void shouldAnswerWhatIsSoAlreadyAndWhatCannotBe() {
    scenario.run(new Command.DrainNode("n0", ""));
    scenario.run(new Command.DrainNode("n0", ""));
    scenario.run(new Command.UndrainNode("n1"));
    assertThat(scenario.events(CommandIgnored.class).map(CommandIgnored::target))
        .containsExactly("n0", "n1");

    scenario.run(new Command.DrainNode("n9", ""));
    assertThat(rejectionCode()).isEqualTo(RejectionCode.UNKNOWN_NODE);
    scenario.run(new Command.RemoveNode("n1"));
    assertThat(rejectionCode()).isEqualTo(RejectionCode.NODE_STILL_HEARD);
  }

  private RejectionCode rejectionCode() {
    return scenario.last(CommandRejected.class).rejection().code();
  }

  @Test
  void shouldRequeueWhatRanOnRemovedNodeOnceTheRestOfTheGangIsGone() {
    scenario.job("gang").gpus(8).submit().tick().report("gang", TaskState.STARTED);
    scenario.run(new Command.ReportSilence("n1", true));

    scenario.run(new Command.RemoveNode("n1"));
    assertThat(scenario.pool().job("gang").state()).isEqualTo(JobState.STOPPING);
    assertThat(scenario.pool().ledger().node("n1")).as("still held").isNotNull();
    scenario.report("gang", "n0", TaskState.STOPPED);

    assertThat(scenario.last(JobRequeued.class).reason()).isEqualTo(EndReason.NODE_REMOVED);
    assertThat(scenario.pool().ledger().node("n1")).isNull();
    assertThat(scenario.pool().ledger().node("n2").index()).isEqualTo(1);
    scenario.tick();
    assertThat(scenario.placementOf("gang")).isEqualTo("n0×4 n2×4");
  }

  @Test
  void shouldRecoverOnceWhenTwoNodesOfOneGangDieTogether() {
    scenario.job("gang").gpus(8).retries(0).submit().tick().report("gang", TaskState.STARTED);
    scenario.run(new Command.ReportSilence("n0", true));
    scenario.run(new Command.ReportSilence("n1", true));

    scenario.run(new Command.RemoveNode("n0"));
    scenario.run(new Command.RemoveNode("n1"));

    assertThat(scenario.events(JobRequeued.class)).hasSize(1);
    assertThat(scenario.last(JobRequeued.class).nodeFaults()).isEqualTo(1);
  }

  @Test
  void shouldRegisterRemovedNodeAnewBehindTheOthers() {
    scenario.run(new Command.ReportSilence("n0", true));
    scenario.run(new Command.RemoveNode("n0"));
    scenario.node("n0", 4);

    assertThat(scenario.pool().ledger().node("n0").index()).isEqualTo(2);
    scenario.job("one").gpus(4).submit().tick();
    assertThat(scenario.placementOf("one")).isEqualTo("n1×4");
  }

  @Test
  void shouldJudgeSizeAgainstNodesNotRemovedWhateverTheirHealth() {
    scenario.run(new Command.ReportSilence("n0", true));
    scenario.run(new Command.DrainNode("n1", ""));
    scenario.at(1_000).job("fits-one-day").gpus(12).submit();
    assertThat(scenario.pool().job("fits-one-day").state()).isEqualTo(JobState.PENDING);

    scenario.run(new Command.RemoveNode("n0"));
    scenario.tick();

    assertThat(scenario.pool().job("fits-one-day").state()).isEqualTo(JobState.REJECTED);
  }

  @Test
  void shouldRefuseClassesBeyondTheTenantsLimit() {
    scenario.run(new Command.LimitTenant("team", PriorityClass.NORMAL));
    scenario.job("urgent").of(PriorityClass.URGENT).submit();
    assertThat(rejectionCode()).isEqualTo(RejectionCode.CLASS_NOT_ALLOWED);
    scenario.job("normal").submit();
    scenario.run(new Command.ChangePriority("normal", PriorityClass.HIGH));
    assertThat(scenario.pool().job("normal").priorityClass()).isEqualTo(PriorityClass.NORMAL);

    scenario.run(new Command.LimitTenant("team", null));
    scenario.run(new Command.ChangePriority("normal", PriorityClass.HIGH));

    assertThat(scenario.pool().job("normal").priorityClass()).isEqualTo(PriorityClass.HIGH);
  }
}
