package dev.prioritize.stream.replay;

import dev.prioritize.core.model.PolicyIdentity;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How far the models of this machine pick what a log says.
 *
 * @param judged picks asked again, by who made them
 * @param same of these, the same job
 * @param disagreements of these, another job
 * @param failures of these, no answer
 * @param firstFailure why, the first time; or ""
 * @param largestMargin of the disagreements, the largest lead of a pick over its runner-up, logged
 *     or now; 0 without any
 * @param largestScoreDifference between the score logged and the one now, where the pick is the
 *     same
 * @param told the first disagreements
 * @param notHere picks that were not asked again, by who made them: their model is not here
 */
public record PolicyAgreement(
    SortedMap<PolicyIdentity, Long> judged,
    long same,
    long disagreements,
    long failures,
    String firstFailure,
    float largestMargin,
    float largestScoreDifference,
    List<Disagreement> told,
    SortedMap<PolicyIdentity, Long> notHere) {
  public PolicyAgreement {
    judged = Collections.unmodifiableSortedMap(new TreeMap<>(judged));
    told = List.copyOf(told);
    notHere = Collections.unmodifiableSortedMap(new TreeMap<>(notHere));
  }

  /**
   * One pick that is another one now.
   *
   * @param commandSeq of the pass
   * @param loggedJobId the job picked, or "" for to wait
   * @param loggedMargin lead over the runner-up as logged; 0 without one
   * @param jobId the job picked now, or "" for to wait
   * @param margin lead over the runner-up now; 0 without one
   */
  public record Disagreement(
      long commandSeq,
      String loggedJobId,
      float loggedScore,
      float loggedMargin,
      String jobId,
      float score,
      float margin) {}

  /** Picks asked again. */
  public long asked() {
    return same + disagreements + failures;
  }
}
