package dev.prioritize.core.engine;

import dev.prioritize.core.model.BlockReason;
import dev.prioritize.core.model.Pick;
import dev.prioritize.core.model.PolicyIdentity;
import dev.prioritize.core.model.ReservationPick;
import dev.prioritize.core.model.Substitution;
import dev.prioritize.core.policy.Choice;
import dev.prioritize.core.policy.LearnedPolicy;
import dev.prioritize.core.policy.Observation;
import dev.prioritize.core.state.Job;

/**
 * A learned policy's picks: it is shown a window of the jobs that may be picked and names one. One
 * that fits starts; one that does not takes the one reservation, and from then on only jobs that do
 * not delay it are shown. It ends when none may be picked, the policy would rather keep what is
 * free, the decision limit is spent, or the policy fails.
 */
final class LearnedPicks {
  private final PassBoard board;
  private final LearnedPolicy policy;
  private final CandidateWindow window;
  private final ObservationEncoder encoder;
  private ReservationPick reservationPick;
  private Pick waitPick;
  private PolicyIdentity pickedBy;
  private Substitution substitution;
  private int picks;

  LearnedPicks(PassBoard board, LearnedPolicy policy) {
    this.board = board;
    this.policy = policy;
    this.window = new CandidateWindow(board);
    this.encoder = new ObservationEncoder(board);
  }

  /** How the reservation was given away, or null if it was not. */
  ReservationPick reservationPick() {
    return reservationPick;
  }

  /** How the policy chose to leave it at that, or null if it did not. */
  Pick waitPick() {
    return waitPick;
  }

  /** Who made these two picks, or null if there is none of them. */
  PolicyIdentity pickedBy() {
    return pickedBy;
  }

  /** Why the policy failed, or null if it did not. */
  Substitution substitution() {
    return substitution;
  }

  /** Returns why jobs that could be picked were not, or null if none could. */
  BlockReason run() {
    while (substitution == null && waitPick == null) {
      if (board.limitSpent()) {
        return BlockReason.DECISION_LIMIT;
      }
      window.refresh();
      if (window.candidates().isEmpty()) {
        return null;
      }
      Observation observation = encoder.encode(window.candidates());
      Choice choice = policy.choose(observation);
      if (choice instanceof Choice.Chosen chosen && isLegal(chosen, observation.count())) {
        take(chosen, observation);
        picks++;
      } else {
        substitution = substitutionFor(choice, observation.count());
      }
    }
    return waitPick == null ? null : BlockReason.HELD_BACK;
  }

  private static boolean isLegal(Choice.Chosen chosen, int count) {
    return chosen.candidate() >= 0
        && chosen.candidate() < count
        && chosen.runnerUp() >= Choice.NONE
        && chosen.runnerUp() < count
        && Float.isFinite(chosen.score())
        && Float.isFinite(chosen.runnerUpScore());
  }

  private Substitution substitutionFor(Choice choice, int count) {
    if (choice instanceof Choice.Failed failed) {
      return new Substitution(failed.reason(), failed.detail(), picks);
    }
    return new Substitution(
        Substitution.Reason.FAILED,
        "expected one of " + count + " candidates, got " + choice,
        picks);
  }

  private static String runnerUpJobId(Choice.Chosen chosen, Observation observation) {
    boolean isJob = chosen.runnerUp() != Choice.NONE && !observation.isWait(chosen.runnerUp());
    return isJob ? observation.job(chosen.runnerUp()).id() : "";
  }

  private void take(Choice.Chosen chosen, Observation observation) {
    Pick pick =
        new Pick(
            chosen.score(),
            runnerUpJobId(chosen, observation),
            chosen.runnerUpScore(),
            observation.count(),
            observation.hash());
    if (observation.isWait(chosen.candidate())) {
      waitPick = pick;
      pickedBy = policy.identity();
      return;
    }
    Job job = observation.job(chosen.candidate());
    PassBoard.Probe probe = board.probe(job.shape());
    if (probe == null) {
      reservationPick = new ReservationPick(job.id(), picks, pick);
      pickedBy = policy.identity();
      board.reserve(job, false);
    } else {
      window.starts(job);
      board.tryToStart(job, probe, policy.identity(), pick);
    }
  }
}
