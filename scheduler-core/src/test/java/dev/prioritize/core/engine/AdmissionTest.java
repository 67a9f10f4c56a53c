package dev.prioritize.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.Scenario;
import dev.prioritize.core.command.Command;
import dev.prioritize.core.event.Event.CommandIgnored;
import dev.prioritize.core.event.Event.CommandRejected;
import dev.prioritize.core.event.Event.JobRejected;
import dev.prioritize.core.event.Event.JobSubmitted;
import dev.prioritize.core.model.BlockReason;
import dev.prioritize.core.model.ClockMode;
import dev.prioritize.core.model.ConfigOrigin;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.Estimate;
import dev.prioritize.core.model.FaultRules;
import dev.prioritize.core.model.JobState;
import dev.prioritize.core.model.LearnedRules;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.model.RejectionCode;
import dev.prioritize.core.policy.Heuristic;
import org.junit.jupiter.api.Test;

/** Goal: what cannot be is refused with field, value and fix, and changes nothing. */
class AdmissionTest {
  private static final long INVENTORY_KNOWN_SECONDS = 30;

  private final Scenario scenario =
      Scenario.of(Heuristic.FIFO, Discipline.EASY).node("n0", 4).node("n1", 4, "H100");

  @Test
  void shouldIgnoreASubmissionSentTwice() {
    scenario.job("a").submit().tick().job("a").submit();

    assertThat(scenario.last(CommandIgnored.class).target()).isEqualTo("a");
    assertThat(scenario.events(JobSubmitted.class)).hasSize(1);
  }

  @Test
  void shouldRefuseAnIdThatBelongsToAnotherJob() {
    scenario.job("a").submit().job("a").content("another").submit();

    CommandRejected rejected = scenario.last(CommandRejected.class);
    assertThat(rejected.rejection().code()).isEqualTo(RejectionCode.JOB_ID_TAKEN);
    assertThat(rejected.rejection().value()).isEqualTo("a");
    assertThat(scenario.pool().queue().size()).isEqualTo(1);
  }

  @Test
  void shouldRejectAJobLargerThanAllNodesTogether() {
    scenario.at(INVENTORY_KNOWN_SECONDS).job("huge").gpus(9).submit();

    JobRejected rejected = scenario.last(JobRejected.class);
    assertThat(rejected.rejection().code()).isEqualTo(RejectionCode.EXCEEDS_POOL);
    assertThat(rejected.rejection().field()).isEqualTo("gpus");
    assertThat(rejected.rejection().fix()).contains("at most 8 GPUs");
    assertThat(scenario.pool().job("huge").state()).isEqualTo(JobState.REJECTED);
  }

  @Test
  void shouldJudgeByTheWantedModel() {
    scenario.at(INVENTORY_KNOWN_SECONDS).job("a").gpus(5).model("H100").submit();

    assertThat(scenario.last(JobRejected.class).rejection().fix())
        .contains("at most 4 GPUs of model H100");
  }

  @Test
  void shouldWaitWithItsJudgementUntilAllNodesHadTimeToRegister() {
    scenario.at(1).job("huge").gpus(9).submit().tick();
    assertThat(scenario.pool().blockedShapes()).containsValue(BlockReason.POOL_INVENTORY_UNKNOWN);

    scenario.node("n2", 4).at(INVENTORY_KNOWN_SECONDS).tick();

    assertThat(scenario.placed()).containsExactly("huge");
  }

  @Test
  void shouldRejectTheWaitingOnceAllNodesAreKnown() {
    scenario.at(1).job("huge").gpus(9).submit().tick();

    scenario.at(INVENTORY_KNOWN_SECONDS).tick();

    assertThat(scenario.pool().job("huge").state()).isEqualTo(JobState.REJECTED);
    assertThat(scenario.pool().queue().size()).isZero();
  }

  @Test
  void shouldNeverRejectWhileNoNodeIsKnown() {
    Scenario empty = Scenario.of(Heuristic.FIFO, Discipline.EASY);

    empty.at(999_999).job("a").submit().tick();

    assertThat(empty.pool().job("a").state()).isEqualTo(JobState.PENDING);
  }

  @Test
  void shouldRefuseToCancelOrChangeWhatIsNotThere() {
    scenario.run(new Command.CancelJob("ghost"));
    assertThat(scenario.last(CommandRejected.class).rejection().code())
        .isEqualTo(RejectionCode.UNKNOWN_JOB);

    scenario.run(new Command.ChangePriority("ghost", PriorityClass.HIGH));
    assertThat(scenario.last(CommandRejected.class).rejection().code())
        .isEqualTo(RejectionCode.UNKNOWN_JOB);
  }

  @Test
  void shouldRankByTheChangedClassAndKeepTheWaitingTime() {
    Scenario one = Scenario.of(Heuristic.PRIORITY, Discipline.EASY).node("n0", 1);
    one.job("fill").submit().tick();
    one.at(1).job("a").of(PriorityClass.NORMAL).submit();
    one.at(2).job("b").of(PriorityClass.LOW).submit();

    one.run(new Command.ChangePriority("b", PriorityClass.URGENT));
    one.at(3).ends("fill").tick();

    assertThat(one.placed()).containsExactly("fill", "b");
    assertThat(one.pool().job("b").submittedAtMillis()).isEqualTo(2_000);
  }

  @Test
  void shouldReorderTheQueueWhenThePolicyChanges() {
    Scenario one = Scenario.of(Heuristic.FIFO, Discipline.EASY).node("n0", 1);
    one.job("fill").submit().tick();
    one.at(1).job("slow").seconds(500).submit().at(2).job("quick").seconds(5).submit();

    one.run(
        new Command.ConfigurePool(
            Scenario.config(Heuristic.SJF, Discipline.EASY), ConfigOrigin.DEPLOYMENT));
    one.at(3).ends("fill").tick();

    assertThat(one.placed()).containsExactly("fill", "quick");
  }

  @Test
  void shouldRefuseConfigurationsThatItCannotWorkBy() {
    PoolConfig base = scenario.pool().config();

    scenario.run(
        new Command.ConfigurePool(with(base, ClockMode.WALL, "fifo", 1), ConfigOrigin.DEPLOYMENT));
    assertThat(scenario.last(CommandRejected.class).rejection().code())
        .isEqualTo(RejectionCode.CLOCK_FIXED);

    scenario.run(
        new Command.ConfigurePool(
            with(base, ClockMode.VIRTUAL, "lifo", 1), ConfigOrigin.DEPLOYMENT));
    assertThat(scenario.last(CommandRejected.class).rejection().code())
        .isEqualTo(RejectionCode.UNKNOWN_POLICY);

    scenario.run(
        new Command.ConfigurePool(
            with(base, ClockMode.VIRTUAL, "fifo", 99), ConfigOrigin.DEPLOYMENT));
    assertThat(scenario.last(CommandRejected.class).rejection().code())
        .isEqualTo(RejectionCode.OTHER_RULES_VERSION);

    assertThat(scenario.pool().config()).isEqualTo(base);
  }

  private static PoolConfig with(PoolConfig base, ClockMode clock, String policy, int rules) {
    return new PoolConfig(
        clock,
        policy,
        base.discipline(),
        base.agingIntervalMillis(),
        base.starvationBoundsMillis(),
        base.decisionLimit(),
        base.nodeTimeoutMillis(),
        base.jobRetentionMillis(),
        FaultRules.DEFAULT,
        LearnedRules.DEFAULT,
        rules);
  }

  @Test
  void shouldForgetAFinishedJobAfterItsRetention() {
    scenario.job("a").submit().tick().ends("a");
    long retentionSeconds = scenario.pool().config().jobRetentionMillis() / 1_000;

    scenario.at(retentionSeconds - 1).tick();
    assertThat(scenario.pool().job("a")).isNotNull();

    scenario.at(retentionSeconds).tick();
    assertThat(scenario.pool().job("a")).isNull();
  }

  @Test
  void shouldTakeTheSubmittersEstimateButNotBeyondTheTimeLimit() {
    scenario.job("a").seconds(500).limitSeconds(300).submit();

    assertThat(scenario.pool().job("a").estimate())
        .isEqualTo(Estimate.single(300_000, Estimate.Source.SUBMITTER));
  }
}
