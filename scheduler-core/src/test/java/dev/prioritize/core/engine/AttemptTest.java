package dev.prioritize.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.Scenario;
import dev.prioritize.core.command.Command;
import dev.prioritize.core.event.Event.CommandIgnored;
import dev.prioritize.core.event.Event.CommandRejected;
import dev.prioritize.core.event.Event.JobFinished;
import dev.prioritize.core.event.Event.JobPlaced;
import dev.prioritize.core.event.Event.JobRequeued;
import dev.prioritize.core.event.Event.JobStopping;
import dev.prioritize.core.event.Event.ReportIgnored;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.EndReason;
import dev.prioritize.core.model.JobState;
import dev.prioritize.core.model.RejectionCode;
import dev.prioritize.core.model.ReportRefusal;
import dev.prioritize.core.model.Shape;
import dev.prioritize.core.model.TaskState;
import dev.prioritize.core.policy.Heuristic;
import org.junit.jupiter.api.Test;

/** Goal: a gang lives and dies as one. Method: a job over two nodes, reported on task by task. */
class AttemptTest {
  private final Scenario scenario =
      Scenario.of(Heuristic.FIFO, Discipline.EASY).node("n0", 4).node("n1", 4);

  private void placeGang(int retries) {
    scenario.job("gang").gpus(8).retries(retries).submit().tick();
    assertThat(scenario.placementOf("gang")).isEqualTo("n0×4 n1×4");
  }

  private JobState state() {
    return scenario.pool().job("gang").state();
  }

  private int freeGpus() {
    return scenario.pool().ledger().view(Shape.ANY_MODEL).totalFree();
  }

  @Test
  void shouldRunOnceItsLastTaskHasStarted() {
    placeGang(0);
    scenario.report("gang", "n0", TaskState.STARTED);
    assertThat(state()).isEqualTo(JobState.STARTING);

    scenario.report("gang", "n1", TaskState.STARTED);
    assertThat(state()).isEqualTo(JobState.RUNNING);
  }

  @Test
  void shouldFreeAllGpusAtOnceWhenTheLastTaskHasEnded() {
    placeGang(0);
    scenario.report("gang", TaskState.STARTED).at(60).report("gang", "n1", TaskState.SUCCEEDED);
    assertThat(freeGpus()).isZero();

    scenario.report("gang", "n0", TaskState.SUCCEEDED);
    assertThat(state()).isEqualTo(JobState.SUCCEEDED);
    assertThat(freeGpus()).isEqualTo(8);
    assertThat(scenario.last(JobFinished.class).runMillis()).isEqualTo(60_000);
    assertThat(scenario.pool().tenant("team").gpuMillis()).isEqualTo(8 * 60_000);
  }

  @Test
  void shouldStopTheRestWhenOneTaskFails() {
    placeGang(0);
    scenario.report("gang", TaskState.STARTED).report("gang", "n0", TaskState.FAILED);

    assertThat(state()).isEqualTo(JobState.STOPPING);
    assertThat(scenario.last(JobStopping.class).nodeIds()).containsExactly("n1");
    assertThat(freeGpus()).isZero();

    scenario.report("gang", "n1", TaskState.STOPPED);
    assertThat(state()).isEqualTo(JobState.FAILED);
    assertThat(freeGpus()).isEqualTo(8);
  }

  @Test
  void shouldTryAgainAsOftenAsAllowedAndThenFail() {
    placeGang(1);
    scenario.report("gang", "n0", TaskState.FAILED).report("gang", "n1", TaskState.STOPPED);
    assertThat(state()).isEqualTo(JobState.PENDING);
    assertThat(scenario.last(JobRequeued.class).failures()).isEqualTo(1);

    scenario.at(1).tick();
    assertThat(scenario.last(JobPlaced.class).attempt()).isEqualTo(2);
    assertThat(scenario.last(JobPlaced.class).epoch()).isEqualTo(2);

    scenario.report("gang", "n1", TaskState.FAILED).report("gang", "n0", TaskState.STOPPED);
    assertThat(state()).isEqualTo(JobState.FAILED);
    assertThat(scenario.last(JobFinished.class).reason()).isEqualTo(EndReason.TASK_FAILED);
  }

  @Test
  void shouldKeepItsSubmissionTimeOverARequeue() {
    scenario.at(5);
    placeGang(1);
    scenario.at(9).report("gang", "n0", TaskState.FAILED).report("gang", "n1", TaskState.STOPPED);

    assertThat(scenario.pool().job("gang").submittedAtMillis()).isEqualTo(5_000);
  }

  @Test
  void shouldDropReportsOfAnOlderAttemptOrEpoch() {
    placeGang(1);
    scenario.report("gang", "n0", TaskState.FAILED).report("gang", "n1", TaskState.STOPPED).tick();

    scenario.run(new Command.ReportTask("gang", 1, 1, "n0", TaskState.SUCCEEDED, 0, ""));
    assertThat(scenario.last(ReportIgnored.class).refusal()).isEqualTo(ReportRefusal.OLDER_ATTEMPT);

    scenario.run(new Command.ReportTask("gang", 2, 1, "n0", TaskState.SUCCEEDED, 0, ""));
    assertThat(scenario.last(ReportIgnored.class).refusal()).isEqualTo(ReportRefusal.OTHER_EPOCH);
    assertThat(state()).isEqualTo(JobState.STARTING);
  }

  @Test
  void shouldKeepAsEvidenceWhatMakesNoSense() {
    placeGang(0);
    long epoch = scenario.pool().epoch();
    scenario.run(new Command.ReportTask("ghost", 1, epoch, "n0", TaskState.STARTED, 0, ""));
    assertThat(scenario.last(ReportIgnored.class).refusal()).isEqualTo(ReportRefusal.UNKNOWN_JOB);

    scenario.run(new Command.ReportTask("gang", 1, epoch, "n9", TaskState.STARTED, 0, ""));
    assertThat(scenario.last(ReportIgnored.class).refusal())
        .isEqualTo(ReportRefusal.NO_TASK_ON_NODE);

    scenario.report("gang", "n0", TaskState.STARTED).report("gang", "n0", TaskState.STARTED);
    assertThat(scenario.last(ReportIgnored.class).refusal()).isEqualTo(ReportRefusal.NO_CHANGE);
  }

  @Test
  void shouldCancelAWaitingJobAtOnce() {
    scenario.job("gang").gpus(8).submit();

    scenario.run(new Command.CancelJob("gang"));

    assertThat(state()).isEqualTo(JobState.CANCELLED);
    scenario.run(new Command.CancelJob("gang"));
    assertThat(scenario.last(CommandIgnored.class).target()).isEqualTo("gang");
  }

  @Test
  void shouldCancelARunningJobThroughStopping() {
    placeGang(3);
    scenario.report("gang", TaskState.STARTED);

    scenario.run(new Command.CancelJob("gang"));
    assertThat(state()).isEqualTo(JobState.STOPPING);
    assertThat(scenario.last(JobStopping.class).nodeIds()).containsExactly("n0", "n1");
    assertThat(freeGpus()).isZero();

    scenario.report("gang", TaskState.STOPPED);
    assertThat(state()).isEqualTo(JobState.CANCELLED);
    assertThat(freeGpus()).isEqualTo(8);
  }

  @Test
  void shouldLetACancelOverruleARequeueUnderWay() {
    placeGang(3);
    scenario.report("gang", "n0", TaskState.FAILED);

    scenario.run(new Command.CancelJob("gang"));
    assertThat(scenario.last(JobStopping.class).nodeIds()).isEmpty();

    scenario.report("gang", "n1", TaskState.STOPPED);
    assertThat(state()).isEqualTo(JobState.CANCELLED);
  }

  @Test
  void shouldNotCancelWhatHasEnded() {
    placeGang(0);
    scenario.ends("gang");

    scenario.run(new Command.CancelJob("gang"));

    assertThat(scenario.last(CommandRejected.class).rejection().code())
        .isEqualTo(RejectionCode.JOB_ENDED);
    assertThat(state()).isEqualTo(JobState.SUCCEEDED);
  }

  @Test
  void shouldRaiseTheEpochWithEveryStart() {
    scenario.job("a").submit().job("b").submit().tick();

    assertThat(scenario.events(JobPlaced.class).map(JobPlaced::epoch)).containsExactly(1L, 2L);
  }
}
