package dev.prioritize.stream.replay;

import dev.prioritize.core.event.Event;
import dev.prioritize.core.event.Event.JobPlaced;
import dev.prioritize.core.event.Event.PassFinished;
import dev.prioritize.core.model.Pick;
import dev.prioritize.core.model.PolicyIdentity;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.ReservationPick;
import dev.prioritize.core.model.Substitution;
import dev.prioritize.core.policy.Choice;
import dev.prioritize.core.policy.LearnedPolicy;
import dev.prioritize.core.policy.Observation;
import java.util.ArrayList;
import java.util.List;

/**
 * The learned policy of a replay: answers what the events of a command say that it answered. Starts
 * of the starvation guard and of the substitute have no pick and are decided again. What an answer
 * does not fix, such as the number of candidates and the hash of what was shown, the engine
 * computes again, so that a difference shows.
 */
final class RecordedPicks implements LearnedPolicy {
  /** Sees each pick that is answered from the record. */
  interface Watch {
    /** The policy was asked, and had picked. */
    void picked(Asked asked);
  }

  /**
   * The policy was asked.
   *
   * @param commandSeq of the pass
   * @param config of the pool
   * @param jobId of the pick in the log
   * @param recorded the same as a choice; its candidate is {@link Choice#NONE} if it was not shown
   */
  record Asked(
      long commandSeq,
      PoolConfig config,
      Observation observation,
      String jobId,
      PolicyIdentity decidedBy,
      Choice.Chosen recorded) {}

  /** One pick of the log. */
  private record Answer(String jobId, PolicyIdentity decidedBy, Pick pick) {}

  /** In place of the job, where the pick was to wait. */
  static final String TO_WAIT = "";

  private static final PolicyIdentity NOBODY = new PolicyIdentity(NAME, 0, "");

  private final Watch watch;
  private long commandSeq;
  private PoolConfig config;
  private List<Answer> answers = List.of();
  private Substitution substitution;
  private int asked;
  private PolicyIdentity identity = NOBODY;

  RecordedPicks(Watch watch) {
    this.watch = watch;
  }

  /** Takes the answers of the next pass from its events. */
  void nextPass(long newCommandSeq, PoolConfig newConfig, List<Event> events) {
    commandSeq = newCommandSeq;
    config = newConfig;
    answers = new ArrayList<>();
    substitution = null;
    asked = 0;
    for (Event event : events) {
      if (event instanceof JobPlaced placed && placed.pick() != null) {
        answers.add(new Answer(placed.jobId(), placed.decidedBy(), placed.pick()));
      } else if (event instanceof PassFinished finished) {
        substitution = finished.substitution();
        insert(finished.reservationPick(), finished.pickedBy());
        if (finished.waitPick() != null) {
          answers.add(new Answer(TO_WAIT, finished.pickedBy(), finished.waitPick()));
        }
      }
    }
  }

  private void insert(ReservationPick reserved, PolicyIdentity pickedBy) {
    if (reserved != null) {
      int place = Math.max(0, Math.min(reserved.startsBefore(), answers.size()));
      answers.add(place, new Answer(reserved.jobId(), pickedBy, reserved.pick()));
    }
  }

  /** Under the name that it is known by here, whatever the log says. */
  @Override
  public PolicyIdentity identity() {
    return new PolicyIdentity(NAME, identity.version(), identity.modelSha256());
  }

  @Override
  public Choice choose(Observation observation) {
    int index = asked++;
    if (index < answers.size()) {
      Answer answer = answers.get(index);
      identity = answer.decidedBy == null ? NOBODY : answer.decidedBy;
      Pick pick = answer.pick;
      Choice.Chosen recorded =
          new Choice.Chosen(
              answer.jobId.equals(TO_WAIT)
                  ? observation.waitIndex()
                  : observation.indexOf(answer.jobId),
              pick.score(),
              observation.indexOf(pick.runnerUpJobId()),
              pick.runnerUpScore());
      watch.picked(
          new Asked(commandSeq, config, observation, answer.jobId, answer.decidedBy, recorded));
      return recorded;
    }
    return substitution == null
        ? new Choice.Failed(Substitution.Reason.FAILED, "the log has no further pick in this pass")
        : new Choice.Failed(substitution.reason(), substitution.detail());
  }
}
