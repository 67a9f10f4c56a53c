package dev.prioritize.trainer;

import dev.prioritize.core.policy.CandidateFeature;
import dev.prioritize.core.policy.ClusterFeature;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The parameters that the evolution strategy moves, each with the size of a reasonable step: the
 * linear weights, and one hidden unit, the <em>gate</em>, which tells the jobs that are to be held
 * back.
 *
 * <p>The gate is positive for a job that fits, runs long and would leave too little free soon; it
 * takes {@value #HOLD} times as much off the job's score, which puts it behind the option to wait.
 * In the beginning it holds back jobs of a day if a tenth of the pool would be left, longer ones if
 * more.
 */
final class SearchSpace {
  private static final int GATE = 0;
  private static final float HOLD = 40;

  /** No job's score is below −29 without the gate; the option to wait comes right behind. */
  private static final float WAIT_WEIGHT = 2;

  private static final float NEVER = 60;
  private static final float LN_DAY = 11.37f;
  private static final float SOON_SLOPE = 15;
  private static final float SOON_FREE = 0.1f;
  private static final Set<CandidateFeature> LOGARITHMS =
      EnumSet.of(CandidateFeature.DURATION, CandidateFeature.GPUS, CandidateFeature.CLASS_WEIGHT);
  private static final Set<CandidateFeature> FIXED =
      EnumSet.of(CandidateFeature.WAIT_OPTION, CandidateFeature.WEIGHTED_AREA);

  private final List<Integer> indexes = new ArrayList<>();
  private final List<Float> scales = new ArrayList<>();

  SearchSpace(ScorerNetwork network) {
    for (CandidateFeature feature : CandidateFeature.values()) {
      if (!FIXED.contains(feature)) {
        float scale = LOGARITHMS.contains(feature) ? 1.5f : 0.4f;
        add(ScorerNetwork.linear(feature), scale);
        if (feature != CandidateFeature.FITS) {
          add(network.hiddenX(GATE) + feature.column(), gateScale(feature));
        }
      }
    }
    for (ClusterFeature feature : ClusterFeature.values()) {
      add(network.hiddenG(GATE) + feature.column(), 0.5f);
    }
    add(network.hiddenBias(GATE), 0.4f);
  }

  private static float gateScale(CandidateFeature feature) {
    return feature == CandidateFeature.SOON_FREE_AFTER
        ? 4
        : LOGARITHMS.contains(feature) ? 1 : 0.4f;
  }

  private void add(int index, float scale) {
    indexes.add(index);
    scales.add(scale);
  }

  int size() {
    return indexes.size();
  }

  /** The parameters with each of these moved by a number of steps. */
  float[] moved(float[] parameters, double[] steps) {
    float[] moved = parameters.clone();
    for (int i = 0; i < steps.length; i++) {
      moved[indexes.get(i)] += (float) (scales.get(i) * steps[i]);
    }
    return moved;
  }

  /** Puts the gate into an untrained network. */
  static void seedGate(ScorerNetwork network) {
    float[] p = network.parameters();
    for (int f = 0; f < ScorerNetwork.X; f++) {
      p[network.hiddenX(GATE) + f] = 0;
      p[network.hiddenM(GATE) + f] = 0;
    }
    for (int f = 0; f < ScorerNetwork.G; f++) {
      p[network.hiddenG(GATE) + f] = 0;
    }
    p[network.hiddenX(GATE) + CandidateFeature.DURATION.column()] = 8;
    p[network.hiddenX(GATE) + CandidateFeature.CLASS_WEIGHT.column()] = -4;
    p[network.hiddenX(GATE) + CandidateFeature.SOON_FREE_AFTER.column()] = -SOON_SLOPE;
    p[network.hiddenX(GATE) + CandidateFeature.FITS.column()] = NEVER;
    p[network.hiddenBias(GATE)] = -LN_DAY + SOON_SLOPE * SOON_FREE - NEVER;
    for (int unit = 0; unit < network.second(); unit++) {
      p[network.second(unit) + GATE] = unit == GATE ? 1 : 0;
    }
    for (int unit = 0; unit < network.first(); unit++) {
      p[network.second(GATE) + unit] = unit == GATE ? 1 : 0;
    }
    p[network.out(GATE)] = -HOLD;
    p[ScorerNetwork.linear(CandidateFeature.WAIT_OPTION)] = WAIT_WEIGHT;
  }
}
