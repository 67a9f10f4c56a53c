package dev.prioritize.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.Scenario;
import dev.prioritize.core.command.Command;
import dev.prioritize.core.event.Event.JobFinished;
import dev.prioritize.core.event.Event.JobRequeued;
import dev.prioritize.core.event.Event.JobStopping;
import dev.prioritize.core.event.Event.NodeCooledDown;
import dev.prioritize.core.event.Event.NodeReleased;
import dev.prioritize.core.event.Event.SchedulerResumed;
import dev.prioritize.core.event.Event.TaskDisowned;
import dev.prioritize.core.event.Event.TaskLost;
import dev.prioritize.core.model.AttemptRef;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.EndReason;
import dev.prioritize.core.model.Inventory;
import dev.prioritize.core.model.JobState;
import dev.prioritize.core.model.TaskState;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.core.state.Job;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Goal: no task that starts late, is refused, gets lost or does not stop makes a gang run half,
 * hold GPUs for ever or go round for ever. Method: one pool of two nodes of 4, time by hand; the
 * deadline is 5 min, the grace 30 s, the cool-down 5 min.
 */
class LauncherProtocolTest {
  private static final long DEADLINE = 300;
  private static final long GRACE = 30;
  private static final long COOL_DOWN = 300;
  private static final long NODE_TIMEOUT = 30;

  private final Scenario scenario =
      Scenario.of(Heuristic.FIFO, Discipline.EASY).node("n0", 4).node("n1", 4);

  private JobState stateOf(String jobId) {
    return scenario.pool().job(jobId).state();
  }

  private void tellInventory(String nodeId, String launcherId, AttemptRef... attempts) {
    scenario.run(
        new Command.ReportNode(
            scenario.pool().ledger().node(nodeId).facts(),
            new Inventory(launcherId, List.of(attempts))));
  }

  private AttemptRef ref(String jobId) {
    Job job = scenario.pool().job(jobId);
    return job.attempt().ref(jobId);
  }

  private void startGang(String jobId) {
    scenario.job(jobId).gpus(8).retries(0).submit().tick();
    scenario.report(jobId, TaskState.STARTED);
  }

  @Test
  void shouldStopTheWholeGangIfOneTaskDoesNotStartInTime() {
    scenario.job("gang").gpus(8).submit().tick();
    scenario.report("gang", "n0", TaskState.STARTED);

    scenario.at(DEADLINE - 1).tick();
    assertThat(stateOf("gang")).isEqualTo(JobState.STARTING);
    scenario.at(DEADLINE).tick();

    assertThat(scenario.last(JobStopping.class).reason()).isEqualTo(EndReason.START_TIMEOUT);
    assertThat(scenario.last(JobStopping.class).nodeIds()).containsExactly("n0", "n1");
    assertThat(scenario.events(NodeCooledDown.class).map(NodeCooledDown::nodeId))
        .as("only the node that did not answer")
        .containsExactly("n1");
    scenario.report("gang", TaskState.STOPPED);
    assertThat(scenario.last(JobRequeued.class).failures()).isZero();
    assertThat(scenario.last(JobRequeued.class).nodeFaults()).isEqualTo(1);
  }

  @Test
  void shouldKeepNewWorkFromCoolingNodeUntilItIsOver() {
    scenario.job("one").gpus(1).submit().tick();
    scenario.report("one", "n0", TaskState.REFUSED);
    assertThat(stateOf("one")).isEqualTo(JobState.PENDING);

    scenario.tick();
    assertThat(scenario.placementOf("one")).isEqualTo("n1×1");
    scenario.job("two").gpus(4).submit().tick();
    assertThat(stateOf("two")).isEqualTo(JobState.PENDING);
    scenario.at(COOL_DOWN).tick();

    assertThat(scenario.last(NodeReleased.class).nodeId()).isEqualTo("n0");
    assertThat(scenario.placementOf("two")).isEqualTo("n0×4");
  }

  @Test
  void shouldFailJobThatNodesRefuseWithoutEnd() {
    scenario.job("one").gpus(1).retries(100).submit();
    long seconds = 0;
    while (stateOf("one") == JobState.PENDING) {
      scenario.at(seconds).tick();
      if (stateOf("one") == JobState.STARTING) {
        scenario.report("one", TaskState.REFUSED);
      }
      seconds += COOL_DOWN;
      assertThat(seconds).isLessThan(1_000_000);
    }

    assertThat(scenario.last(JobFinished.class).reason()).isEqualTo(EndReason.TASK_REFUSED);
    assertThat(scenario.placed()).as("the first and ten more").hasSize(11);
  }

  @Test
  void shouldLoseTaskThatItsLiveNodeDoesNotListForTheGrace() {
    startGang("gang");
    tellInventory("n0", "l0", ref("gang"));
    tellInventory("n1", "l1", ref("gang"));

    scenario.at(100);
    tellInventory("n1", "l2");
    scenario.at(100 + GRACE - 1).tick();
    assertThat(stateOf("gang")).isEqualTo(JobState.RUNNING);
    scenario.at(100 + GRACE).tick();

    assertThat(scenario.last(TaskLost.class).nodeId()).isEqualTo("n1");
    assertThat(stateOf("gang")).isEqualTo(JobState.STOPPING);
    scenario.report("gang", "n0", TaskState.STOPPED);
    assertThat(scenario.last(JobRequeued.class).reason()).isEqualTo(EndReason.TASK_LOST);
  }

  @Test
  void shouldNoticeNewLauncherThatNeverListedTheTask() {
    startGang("gang");

    tellInventory("n0", "l0", ref("gang"));
    tellInventory("n1", "started anew");
    scenario.at(GRACE).tick();

    assertThat(scenario.last(TaskLost.class).nodeId()).isEqualTo("n1");
  }

  @Test
  void shouldForgiveTaskThatIsListedAgainWithinTheGrace() {
    startGang("gang");
    tellInventory("n1", "l1");
    scenario.at(GRACE - 1);
    tellInventory("n1", "l1", ref("gang"));

    scenario.at(10 * GRACE).tick();

    assertThat(stateOf("gang")).isEqualTo(JobState.RUNNING);
  }

  @Test
  void shouldLoseTaskWhoseStartIsToldLateByALauncherThatIsGone() {
    scenario.job("one").gpus(4).submit().tick();
    tellInventory("n0", "started anew");

    scenario.report("one", "n0", TaskState.STARTED);
    scenario.at(GRACE).tick();

    assertThat(scenario.last(TaskLost.class).nodeId()).isEqualTo("n0");
    assertThat(scenario.last(JobRequeued.class).reason()).isEqualTo(EndReason.TASK_LOST);
  }

  @Test
  void shouldNotMissTaskThatIsListedSoonAfterItsStart() {
    tellInventory("n0", "l0");
    scenario.job("one").gpus(4).submit().tick();
    scenario.report("one", "n0", TaskState.STARTED);
    scenario.at(GRACE - 1);
    tellInventory("n0", "l0", ref("one"));

    scenario.at(10 * GRACE).tick();

    assertThat(stateOf("one")).isEqualTo(JobState.RUNNING);
  }

  @Test
  void shouldLoseTaskThatWasMissedBeforeItsNodeFellSilent() {
    startGang("gang");
    tellInventory("n1", "l2");
    scenario.run(new Command.ReportSilence("n1", true));
    scenario.at(100).tick();
    assertThat(stateOf("gang")).isEqualTo(JobState.RUNNING);

    scenario.run(new Command.ReportSilence("n1", false));
    scenario.at(100 + GRACE).tick();

    assertThat(scenario.last(TaskLost.class).nodeId()).isEqualTo("n1");
  }

  @Test
  void shouldDisownWhatTheLedgerDoesNotKnow() {
    startGang("gang");
    AttemptRef stray = new AttemptRef("forgotten", 3, 77);
    AttemptRef older = new AttemptRef("gang", 1, 0);

    tellInventory("n0", "l0", stray, older, ref("gang"));

    assertThat(scenario.events(TaskDisowned.class).map(TaskDisowned::attempt))
        .containsExactly(stray, older);
    assertThat(stateOf("gang")).isEqualTo(JobState.RUNNING);
  }

  @Test
  void shouldNotStopWhatHasReportedItsEndWhenAnOlderListComes() {
    startGang("gang");
    AttemptRef ended = ref("gang");
    scenario.report("gang", TaskState.SUCCEEDED);

    tellInventory("n0", "l0", ended);

    assertThat(scenario.events(TaskDisowned.class)).isEmpty();
  }

  @Test
  void shouldStopLostTaskThatTurnsUpAgain() {
    startGang("gang");
    AttemptRef lost = ref("gang");
    tellInventory("n1", "l1");
    scenario.at(GRACE).tick();

    tellInventory("n1", "l1", lost);

    assertThat(scenario.last(TaskDisowned.class).attempt()).isEqualTo(lost);
  }

  @Test
  void shouldKeepWhatSilentNodeHoldsUntilItSpeaks() {
    startGang("gang");
    tellInventory("n1", "l1", ref("gang"));
    scenario.at(100).run(new Command.ReportSilence("n1", true));

    scenario.at(100_000).tick();
    assertThat(stateOf("gang")).as("its GPUs stay held").isEqualTo(JobState.RUNNING);
    tellInventory("n1", "l2");
    scenario.at(100_000 + GRACE).tick();

    assertThat(scenario.last(TaskLost.class).nodeId()).isEqualTo("n1");
  }

  @Test
  void shouldRunOnWhereNodeReturnsWithItsTask() {
    startGang("gang");
    tellInventory("n1", "l1", ref("gang"));
    scenario.at(100).run(new Command.ReportSilence("n1", true));

    scenario.at(1_000);
    tellInventory("n1", "l1", ref("gang"));
    scenario.at(9_000).tick();

    assertThat(stateOf("gang")).isEqualTo(JobState.RUNNING);
    assertThat(scenario.pool().ledger().node("n1").standing().silent()).isFalse();
  }

  @Test
  void shouldPlaceNothingOnSilentNode() {
    scenario.run(new Command.ReportSilence("n0", true));
    scenario.job("one").gpus(4).submit().job("two").gpus(4).submit().tick();

    assertThat(scenario.placementOf("one")).isEqualTo("n1×4");
    assertThat(stateOf("two")).isEqualTo(JobState.PENDING);
  }

  @Test
  void shouldTellAgainThoseThatDoNotStop() {
    startGang("gang");
    scenario.at(50).run(new Command.CancelJob("gang"));
    tellInventory("n1", "l1", ref("gang"));
    scenario.report("gang", "n0", TaskState.STOPPED);

    scenario.at(50 + DEADLINE).tick();

    assertThat(scenario.last(JobStopping.class).nodeIds()).containsExactly("n1");
    assertThat(stateOf("gang")).isEqualTo(JobState.STOPPING);
    scenario.report("gang", "n1", TaskState.STOPPED);
    assertThat(stateOf("gang")).isEqualTo(JobState.CANCELLED);
  }

  @Test
  void shouldEndCancelOfTaskThatTheNodeNeverHad() {
    scenario.job("gang").gpus(8).submit().tick();
    tellInventory("n0", "l0");
    tellInventory("n1", "l1");
    scenario.at(10).run(new Command.CancelJob("gang"));

    scenario.at(10 + GRACE).tick();

    assertThat(stateOf("gang")).isEqualTo(JobState.CANCELLED);
    assertThat(scenario.pool().ledger().view("").totalFree()).isEqualTo(8);
  }

  @Test
  void shouldStopJobAtItsTimeLimitAndNotTryAgain() {
    scenario.job("long").gpus(1).seconds(10).limitSeconds(60).retries(5).submit().tick();
    scenario.at(7).report("long", TaskState.STARTED);

    scenario.at(66).tick();
    assertThat(stateOf("long")).isEqualTo(JobState.RUNNING);
    scenario.at(67).tick();
    scenario.report("long", TaskState.STOPPED);

    assertThat(scenario.last(JobFinished.class).state()).isEqualTo(JobState.FAILED);
    assertThat(scenario.last(JobFinished.class).reason()).isEqualTo(EndReason.TIME_LIMIT);
  }

  @Test
  void shouldMoveDeadlinesButNotTimeLimitsByTheTimeNobodyListened() {
    scenario.job("starting").gpus(1).submit().job("limited").gpus(1).limitSeconds(400).submit();
    scenario.tick().report("limited", TaskState.STARTED);
    scenario.at(100).tick();

    scenario.at(1_100).run(new Command.Resume());
    scenario.tick();

    assertThat(scenario.last(SchedulerResumed.class).gapMillis()).isEqualTo(1_000_000);
    assertThat(stateOf("starting")).isEqualTo(JobState.STARTING);
    assertThat(stateOf("limited")).isEqualTo(JobState.STOPPING);
    scenario.at(1_000 + DEADLINE).tick();
    assertThat(stateOf("starting")).isEqualTo(JobState.STOPPING);
  }

  @Test
  void shouldMoveGracesAndCoolDownsByTheTimeNobodyListened() {
    startGang("gang");
    tellInventory("n1", "l1");
    scenario.at(1_000).run(new Command.Resume());
    scenario.at(1_000 + GRACE - 1).tick();
    assertThat(stateOf("gang")).isEqualTo(JobState.RUNNING);
    scenario.at(1_000 + GRACE).tick();
    assertThat(stateOf("gang")).isEqualTo(JobState.STOPPING);
  }

  @Test
  void shouldRefuseNoJobForItsSizeBeforeNodesHadTheirTimeWithTheNewOwner() {
    scenario.job("large").gpus(16).submit().at(NODE_TIMEOUT - 1).tick();

    scenario.at(1_000).run(new Command.Resume());
    scenario.at(1_000 + NODE_TIMEOUT - 1).tick();
    assertThat(stateOf("large")).isEqualTo(JobState.PENDING);
    scenario.at(1_000 + NODE_TIMEOUT).tick();

    assertThat(stateOf("large")).isEqualTo(JobState.REJECTED);
  }

  @Test
  void shouldIgnoreLateReportsOfAnOlderAttempt() {
    scenario.job("one").gpus(1).retries(1).submit().tick();
    AttemptRef first = ref("one");
    scenario.report("one", TaskState.FAILED);
    scenario.tick().report("one", TaskState.STARTED);

    scenario.run(
        new Command.ReportTask(
            "one", first.attempt(), first.epoch(), "n0", TaskState.STOPPED, 137, "killed"));

    assertThat(stateOf("one")).isEqualTo(JobState.RUNNING);
  }
}
