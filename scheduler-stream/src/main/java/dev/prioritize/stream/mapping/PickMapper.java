package dev.prioritize.stream.mapping;

import dev.prioritize.core.model.LearnedRules;
import dev.prioritize.core.model.Pick;
import dev.prioritize.core.model.ReservationPick;
import dev.prioritize.core.model.Substitution;
import dev.prioritize.core.state.PolicyStanding;
import dev.prioritize.core.state.PolicyStanding.Substituted;
import dev.prioritize.schema.LearnedRulesValue;
import dev.prioritize.schema.PickValue;
import dev.prioritize.schema.PolicyStandingValue;
import dev.prioritize.schema.ReservationPickValue;
import dev.prioritize.schema.SubstitutedValue;
import dev.prioritize.schema.SubstitutionReasonValue;
import dev.prioritize.schema.SubstitutionValue;

/** What is written of a learned policy's work; null stands for null. */
final class PickMapper {
  private PickMapper() {}

  static LearnedRulesValue toAvro(LearnedRules rules) {
    return new LearnedRulesValue(
        rules.window(), rules.holdPercent(), rules.substitute(), rules.model());
  }

  static LearnedRules toCore(LearnedRulesValue rules) {
    return new LearnedRules(
        rules.getWindow(), rules.getHoldPercent(), rules.getSubstitute(), rules.getModel());
  }

  static PickValue toAvro(Pick pick) {
    return pick == null
        ? null
        : new PickValue(
            pick.score(),
            pick.runnerUpJobId(),
            pick.runnerUpScore(),
            pick.candidates(),
            pick.observationHash());
  }

  static Pick toCore(PickValue pick) {
    return pick == null
        ? null
        : new Pick(
            pick.getScore(),
            pick.getRunnerUpJobId(),
            pick.getRunnerUpScore(),
            pick.getCandidates(),
            pick.getObservationHash());
  }

  static ReservationPickValue toAvro(ReservationPick reserved) {
    return reserved == null
        ? null
        : new ReservationPickValue(
            reserved.jobId(), reserved.startsBefore(), toAvro(reserved.pick()));
  }

  static ReservationPick toCore(ReservationPickValue reserved) {
    return reserved == null
        ? null
        : new ReservationPick(
            reserved.getJobId(), reserved.getStartsBefore(), toCore(reserved.getPick()));
  }

  static SubstitutionValue toAvro(Substitution substitution) {
    return substitution == null
        ? null
        : new SubstitutionValue(
            EnumNames.as(SubstitutionReasonValue.class, substitution.reason()),
            substitution.detail(),
            substitution.picksBefore());
  }

  static Substitution toCore(SubstitutionValue substitution) {
    return substitution == null
        ? null
        : new Substitution(
            EnumNames.as(Substitution.Reason.class, substitution.getReason()),
            substitution.getDetail(),
            substitution.getPicksBefore());
  }

  static PolicyStandingValue toAvro(PolicyStanding standing) {
    return standing == null
        ? null
        : new PolicyStandingValue(
            standing.decidedLast() == null ? null : DecisionMapper.toAvro(standing.decidedLast()),
            standing.substituted() == null ? null : toAvro(standing.substituted()));
  }

  static PolicyStanding toCore(PolicyStandingValue standing) {
    return standing == null
        ? null
        : new PolicyStanding(
            standing.getDecidedLast() == null
                ? null
                : DecisionMapper.toCore(standing.getDecidedLast()),
            standing.getSubstituted() == null ? null : toCore(standing.getSubstituted()));
  }

  private static SubstitutedValue toAvro(Substituted substituted) {
    return new SubstitutedValue(
        substituted.sinceMillis(),
        EnumNames.as(SubstitutionReasonValue.class, substituted.reason()),
        substituted.detail());
  }

  private static Substituted toCore(SubstitutedValue substituted) {
    return new Substituted(
        substituted.getSinceMillis(),
        EnumNames.as(Substitution.Reason.class, substituted.getReason()),
        substituted.getDetail());
  }
}
