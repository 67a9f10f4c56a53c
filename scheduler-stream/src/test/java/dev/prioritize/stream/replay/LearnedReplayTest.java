package dev.prioritize.stream.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.PolicyIdentity;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.Substitution;
import dev.prioritize.core.policy.Choice;
import dev.prioritize.core.policy.LearnedPolicy;
import dev.prioritize.core.policy.Observation;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.JobPlacedEvent;
import dev.prioritize.schema.LaunchSpec;
import dev.prioritize.schema.PassFinishedEvent;
import dev.prioritize.schema.PolicyIdentityValue;
import dev.prioritize.schema.StartReasonValue;
import dev.prioritize.simulator.ClusterShape;
import dev.prioritize.simulator.Simulation;
import dev.prioritize.simulator.Workload;
import dev.prioritize.simulator.WorkloadGenerator;
import dev.prioritize.simulator.WorkloadParameters;
import dev.prioritize.stream.mapping.CommandAttachment;
import dev.prioritize.stream.mapping.CommandMapper;
import dev.prioritize.stream.mapping.EventMapper;
import dev.prioritize.stream.replay.ReplayReport.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: a log of learned picks is replayed byte for byte without the policy that made them. Method:
 * a simulated pool whose policy picks at random and often fails, with short passes and a guard that
 * steps in; then the same log with one thing altered.
 */
class LearnedReplayTest {
  private static final String POOL = "p";
  private static final long HOUR_MILLIS = 3_600_000;
  private static final String SHA256 = "ab".repeat(32);

  private static final CommandAttachment ATTACHMENT =
      new CommandAttachment(new LaunchSpec(List.of("train"), List.of(), "/", null), "ann", 1L);

  private final AvroCodec codec = new AvroCodec();
  private final List<SpecificRecord> records = new ArrayList<>();
  private final List<Boolean> areCommands = new ArrayList<>();

  /** Nothing about it can be repeated but by its seed. */
  private static final class AtRandom implements LearnedPolicy {
    private final SplittableRandom random;

    private AtRandom(long seed) {
      random = new SplittableRandom(seed);
    }

    @Override
    public PolicyIdentity identity() {
      return new PolicyIdentity(NAME, 1 + random.nextInt(2), SHA256);
    }

    @Override
    public Choice choose(Observation observation) {
      int count = observation.count();
      return switch (random.nextInt(12)) {
        case 0 -> new Choice.Failed(Substitution.Reason.TOO_SLOW, "no answer, as it happens");
        case 1 -> new Choice.Chosen(count, 1, Choice.NONE, 0);
        default ->
            new Choice.Chosen(
                random.nextInt(count),
                random.nextFloat(),
                random.nextInt(-1, count),
                -random.nextFloat());
      };
    }
  }

  private void record(long seed) {
    PoolConfig plain = Simulation.config(LearnedPolicy.NAME, Discipline.EASY, HOUR_MILLIS);
    PoolConfig config =
        new PoolConfig(
            plain.clock(),
            plain.policy(),
            plain.discipline(),
            plain.agingIntervalMillis(),
            List.of(HOUR_MILLIS, HOUR_MILLIS / 2, HOUR_MILLIS / 4, HOUR_MILLIS / 8),
            /* decisionLimit= */ 2,
            plain.nodeTimeoutMillis(),
            plain.jobRetentionMillis(),
            plain.faults(),
            plain.learned(),
            plain.rulesVersion());
    Workload workload =
        WorkloadGenerator.generate(
            WorkloadParameters.PHILLY.withOfferedLoad(1.5), ClusterShape.of(4, 8), 250, seed);
    AtRandom policy = new AtRandom(seed);
    new Simulation(
            workload,
            config,
            anyConfig -> policy,
            (command, events) -> {
              add(true, CommandMapper.toAvro(POOL, command, ATTACHMENT));
              events.forEach(event -> add(false, EventMapper.toAvro(POOL, event)));
            })
        .run();
  }

  private void add(boolean isCommand, SpecificRecord record) {
    records.add(record);
    areCommands.add(isCommand);
  }

  private ReplayReport replay() {
    LogVerifier verifier = new LogVerifier(POOL);
    for (int i = 0; i < records.size(); i++) {
      byte[] bytes = codec.encode(records.get(i));
      if (areCommands.get(i)) {
        verifier.command(bytes);
      } else {
        verifier.event(bytes);
      }
    }
    return verifier.finish();
  }

  private <T extends SpecificRecord> long count(Class<T> type, Predicate<T> which) {
    return records.stream().filter(type::isInstance).map(type::cast).filter(which).count();
  }

  private <T extends SpecificRecord> T first(Class<T> type, Predicate<T> which) {
    return records.stream()
        .filter(type::isInstance)
        .map(type::cast)
        .filter(which)
        .findFirst()
        .orElseThrow();
  }

  private static boolean isPicked(JobPlacedEvent placed) {
    return placed.getPick() != null;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void shouldReplayLearnedPicksByteForByte(long seed) {
    record(seed);

    ReplayReport report = replay();

    assertThat(report.difference()).isNull();
    assertThat(report.verdict()).isEqualTo(Verdict.IDENTICAL);
    assertThat(count(JobPlacedEvent.class, LearnedReplayTest::isPicked)).isGreaterThan(50);
  }

  /** Else the test above shows less than it says. */
  @Test
  void shouldHaveEveryKindOfPassInTheLogs() {
    for (long seed = 1; seed <= 6; seed++) {
      record(seed);
    }

    assertThat(
            count(
                JobPlacedEvent.class,
                placed -> placed.getReason() == StartReasonValue.STARVATION_GUARD))
        .as("started by the guard")
        .isPositive();
    assertThat(count(PassFinishedEvent.class, PassFinishedEvent::getDecisionLimitSpent))
        .as("cut short")
        .isPositive();
    assertThat(
            count(
                PassFinishedEvent.class,
                pass ->
                    pass.getSubstitution() != null && pass.getSubstitution().getPicksBefore() > 0))
        .as("replaced after some picks")
        .isPositive();
    assertThat(
            count(
                PassFinishedEvent.class,
                pass ->
                    pass.getReservationPick() != null
                        && pass.getReservationPick().getStartsBefore() > 0))
        .as("reserved after some starts")
        .isPositive();
  }

  private void assertDiffers(String field) {
    ReplayReport report = replay();
    assertThat(report.verdict()).isEqualTo(Verdict.DIFFERENT);
    assertThat(report.difference().field()).startsWith(field);
  }

  @Test
  void shouldReportAPickedJobThatIsNone() {
    record(1);
    first(JobPlacedEvent.class, LearnedReplayTest::isPicked).setJobId("nobody");

    assertThat(replay().verdict()).isEqualTo(Verdict.DIFFERENT);
  }

  @Test
  void shouldReportAPickOfAnotherJob() {
    record(1);
    JobPlacedEvent altered =
        first(
            JobPlacedEvent.class,
            placed ->
                isPicked(placed)
                    && !placed.getPick().getRunnerUpJobId().isEmpty()
                    && !placed.getPick().getRunnerUpJobId().equals(placed.getJobId()));
    altered.setJobId(altered.getPick().getRunnerUpJobId());

    assertThat(replay().verdict()).isEqualTo(Verdict.DIFFERENT);
  }

  @Test
  void shouldReportAnotherNumberOfCandidates() {
    record(1);
    var pick = first(JobPlacedEvent.class, LearnedReplayTest::isPicked).getPick();
    pick.setCandidates(pick.getCandidates() + 1);

    assertDiffers("pick.candidates");
  }

  @Test
  void shouldReportThatThePolicyWasShownSomethingElse() {
    record(1);
    var pick = first(JobPlacedEvent.class, LearnedReplayTest::isPicked).getPick();
    pick.setObservationHash(pick.getObservationHash() ^ 1);

    assertDiffers("pick.observationHash");
  }

  @Test
  void shouldReportARunnerUpThatWasNotShown() {
    record(1);
    first(JobPlacedEvent.class, LearnedReplayTest::isPicked).getPick().setRunnerUpJobId("nobody");

    assertDiffers("pick.runnerUpJobId");
  }

  @Test
  void shouldReportAPolicyThatIsNotTheConfiguredOne() {
    record(1);
    first(JobPlacedEvent.class, LearnedReplayTest::isPicked)
        .setDecidedBy(new PolicyIdentityValue("other", 1, SHA256));

    assertDiffers("decidedBy.name");
  }

  @Test
  void shouldReportThatAnotherPickCameBeforeTheSubstitute() {
    record(1);
    var substitution =
        first(PassFinishedEvent.class, pass -> pass.getSubstitution() != null).getSubstitution();
    substitution.setPicksBefore(substitution.getPicksBefore() + 1);

    assertDiffers("substitution.picksBefore");
  }

  @Test
  void shouldReportASubstitutionThatWasTakenOut() {
    record(1);
    first(PassFinishedEvent.class, pass -> pass.getSubstitution() != null).setSubstitution(null);

    assertDiffers("substitution");
  }

  @Test
  void shouldReportAReservationThatWasTakenOut() {
    record(1);
    first(PassFinishedEvent.class, pass -> pass.getReservationPick() != null)
        .setReservationPick(null);

    assertThat(replay().verdict()).isEqualTo(Verdict.DIFFERENT);
  }
}
