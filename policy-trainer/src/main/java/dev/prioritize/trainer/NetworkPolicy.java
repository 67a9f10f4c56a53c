package dev.prioritize.trainer;

import dev.prioritize.core.model.PolicyIdentity;
import dev.prioritize.core.policy.Choice;
import dev.prioritize.core.policy.LearnedPolicy;
import dev.prioritize.core.policy.Observation;

/** A network that plays: it picks the highest score. Not thread-safe. */
public final class NetworkPolicy implements LearnedPolicy {
  /** The policy's name in training. */
  public static final String NAME = "trainee";

  private final ScorerNetwork network;
  private float[] scores = new float[64];
  private long decisions;

  /** A policy with a copy of the network. */
  public NetworkPolicy(ScorerNetwork network) {
    this.network = network.copy();
  }

  @Override
  public PolicyIdentity identity() {
    return new PolicyIdentity(NAME, Observation.VERSION, "");
  }

  @Override
  public Choice choose(Observation observation) {
    if (scores.length < observation.count()) {
      scores = new float[2 * observation.count()];
    }
    network.score(observation, scores);
    decisions++;
    return Choice.highest(scores, observation.count());
  }

  /** Choices made so far. */
  public long decisions() {
    return decisions;
  }
}
