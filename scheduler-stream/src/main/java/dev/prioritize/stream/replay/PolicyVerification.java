package dev.prioritize.stream.replay;

import dev.prioritize.core.model.PolicyIdentity;
import dev.prioritize.core.policy.Choice;
import dev.prioritize.core.policy.LearnedPolicy;
import dev.prioritize.core.policy.Observation;
import dev.prioritize.core.policy.PolicyCatalog;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Asks the models of this machine again at every observation of a replay, and counts how often they
 * pick what the log says. Another machine's arithmetic may tip a near tie, so a disagreement is no
 * fault of the log; the margins tell how near it was.
 */
public final class PolicyVerification implements RecordedPicks.Watch {
  /** Disagreements that are told one by one. */
  private static final int MAX_TOLD = 20;

  private static final Comparator<PolicyIdentity> BY_NAME =
      Comparator.comparing(PolicyIdentity::name)
          .thenComparingInt(PolicyIdentity::version)
          .thenComparing(PolicyIdentity::modelSha256);

  private final PolicyCatalog models;
  private final TreeMap<PolicyIdentity, Long> judged = new TreeMap<>(BY_NAME);
  private final TreeMap<PolicyIdentity, Long> notHere = new TreeMap<>(BY_NAME);
  private final List<PolicyAgreement.Disagreement> told = new ArrayList<>();
  private long same;
  private long disagreements;
  private long failures;
  private String firstFailure = "";
  private float largestMargin;
  private float largestScoreDifference;

  /**
   * A verification that has not begun.
   *
   * @param models finds the models that the log's configurations name, as they are here
   */
  public PolicyVerification(PolicyCatalog models) {
    this.models = models;
  }

  @Override
  public void picked(RecordedPicks.Asked asked) {
    if (!(models.find(asked.config()) instanceof LearnedPolicy model)
        || !model.identity().equals(asked.decidedBy())) {
      notHere.merge(asked.decidedBy(), 1L, Long::sum);
      return;
    }
    judged.merge(asked.decidedBy(), 1L, Long::sum);
    Choice choice = model.choose(asked.observation());
    if (choice instanceof Choice.Failed failed) {
      failures++;
      firstFailure = failures == 1 ? failed.detail() : firstFailure;
    } else if (choice instanceof Choice.Chosen now) {
      compare(asked, now);
    }
  }

  private void compare(RecordedPicks.Asked asked, Choice.Chosen now) {
    Choice.Chosen logged = asked.recorded();
    if (logged.candidate() == now.candidate()) {
      same++;
      largestScoreDifference =
          Math.max(largestScoreDifference, Math.abs(logged.score() - now.score()));
      return;
    }
    disagreements++;
    largestMargin = Math.max(largestMargin, Math.max(margin(logged), margin(now)));
    if (told.size() < MAX_TOLD) {
      told.add(
          new PolicyAgreement.Disagreement(
              asked.commandSeq(),
              asked.jobId(),
              logged.score(),
              margin(logged),
              pickedJobId(asked.observation(), now.candidate()),
              now.score(),
              margin(now)));
    }
  }

  private static String pickedJobId(Observation observation, int candidate) {
    return observation.isWait(candidate) ? RecordedPicks.TO_WAIT : observation.job(candidate).id();
  }

  private static float margin(Choice.Chosen choice) {
    return choice.runnerUp() == Choice.NONE ? 0 : choice.score() - choice.runnerUpScore();
  }

  /** What it comes to, so far. */
  public PolicyAgreement agreement() {
    return new PolicyAgreement(
        judged,
        same,
        disagreements,
        failures,
        firstFailure,
        largestMargin,
        largestScoreDifference,
        told,
        notHere);
  }
}
