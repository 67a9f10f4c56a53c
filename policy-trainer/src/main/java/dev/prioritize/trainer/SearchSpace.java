package dev.prioritize.trainer;

import dev.prioritize.core.policy.CandidateFeature;
import dev.prioritize.core.policy.ClusterFeature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The parameters that the evolution strategy moves, each with the size of a reasonable step: the
 * linear weights and two hidden units.
 *
 * <p>The <em>gate</em> tells the jobs that are to be held back. It is positive for a job that fits,
 * runs long and would leave too little free soon; it takes {@value #HOLD} times as much off the
 * job's score, which puts it behind the option to wait. In the beginning it holds back jobs of a
 * day if a tenth of the pool would be left, longer ones if more.
 *
 * <p>The <em>untold</em> unit is silent for jobs of which a duration was told, and for all others
 * adds to the linear weights: so an estimate can be trusted less than a submitter. In the beginning
 * it gives the class more weight.
 */
final class SearchSpace {
  private static final int GATE = 0;
  private static final int UNTOLD = 1;

  /** Keeps the untold unit's sum positive; all candidates get it, so that it decides nothing. */
  private static final float BASE = 20;

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
      EnumSet.of(
          CandidateFeature.WAIT_OPTION,
          CandidateFeature.WEIGHTED_AREA,
          CandidateFeature.ESTIMATE_GIVEN);

  private final List<Integer> indexes = new ArrayList<>();
  private final List<Float> scales = new ArrayList<>();

  SearchSpace(ScorerNetwork network) {
    for (CandidateFeature feature : CandidateFeature.values()) {
      if (!FIXED.contains(feature)) {
        float scale = LOGARITHMS.contains(feature) ? 1.5f : 0.4f;
        add(ScorerNetwork.linear(feature), scale);
        add(network.hiddenX(UNTOLD) + feature.column(), scale);
        if (feature != CandidateFeature.FITS) {
          add(network.hiddenX(GATE) + feature.column(), gateScale(feature));
        }
      }
    }
    for (ClusterFeature feature : ClusterFeature.values()) {
      add(network.hiddenG(GATE) + feature.column(), 0.5f);
    }
    add(network.hiddenX(GATE) + CandidateFeature.ESTIMATE_GIVEN.column(), 0.4f);
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

  /** Puts both units into an untrained network, which needs two in each layer at least. */
  static void seed(ScorerNetwork network) {
    isolate(network, GATE);
    isolate(network, UNTOLD);
    float[] p = network.parameters();
    p[network.hiddenX(GATE) + CandidateFeature.DURATION.column()] = 8;
    p[network.hiddenX(GATE) + CandidateFeature.CLASS_WEIGHT.column()] = -4;
    p[network.hiddenX(GATE) + CandidateFeature.SOON_FREE_AFTER.column()] = -SOON_SLOPE;
    p[network.hiddenX(GATE) + CandidateFeature.FITS.column()] = NEVER;
    p[network.hiddenBias(GATE)] = -LN_DAY + SOON_SLOPE * SOON_FREE - NEVER;
    p[network.out(GATE)] = -HOLD;

    p[network.hiddenX(UNTOLD) + CandidateFeature.CLASS_WEIGHT.column()] = 8;
    p[network.hiddenX(UNTOLD) + CandidateFeature.ESTIMATE_GIVEN.column()] = -NEVER;
    p[network.hiddenX(UNTOLD) + CandidateFeature.WAIT_OPTION.column()] = -NEVER;
    p[network.hiddenBias(UNTOLD)] = BASE;
    p[network.out(UNTOLD)] = 1;
    p[ScorerNetwork.linear(CandidateFeature.ESTIMATE_GIVEN)] = BASE;
    p[ScorerNetwork.linear(CandidateFeature.WAIT_OPTION)] = WAIT_WEIGHT + BASE;
  }

  /** Makes a first-layer unit the only one that the second-layer unit of its number hears. */
  private static void isolate(ScorerNetwork network, int unit) {
    float[] p = network.parameters();
    Arrays.fill(p, network.hiddenX(unit), network.hiddenX(unit) + ScorerNetwork.X, 0);
    Arrays.fill(p, network.hiddenM(unit), network.hiddenM(unit) + ScorerNetwork.X, 0);
    Arrays.fill(p, network.hiddenG(unit), network.hiddenG(unit) + ScorerNetwork.G, 0);
    for (int other = 0; other < network.second(); other++) {
      p[network.second(other) + unit] = other == unit ? 1 : 0;
    }
    for (int other = 0; other < network.first(); other++) {
      p[network.second(unit) + other] = other == unit ? 1 : 0;
    }
  }
}
