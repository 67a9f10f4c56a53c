package dev.prioritize.trainer;

import dev.prioritize.core.policy.CandidateFeature;
import dev.prioritize.core.policy.ClusterFeature;
import dev.prioritize.core.policy.Observation;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The scorer: one number per candidate, the same whatever the order in which candidates are shown.
 *
 * <pre>
 * score(x) = −8 · x[WEIGHTED_AREA] + linear · x + out · relu(W2 · relu(Wx · x + Wg · g + Wm · m + b1) + b2)
 * </pre>
 *
 * with x the candidate's features, g the pool's and m the mean of x over all candidates. The first
 * term is the key of {@code wsaf}: with {@code linear} and {@code out} at zero, where training
 * starts, the scorer is {@code wsaf} under {@code easy}. Written as −(a·ln duration + b·ln GPUs −
 * c·ln class weight), {@code linear} holds 8·(1 − a), 8·(1 − b) and 8·(c − 1) at DURATION, GPUS and
 * CLASS_WEIGHT.
 *
 * <p>Not thread-safe; {@link #copy} for each thread.
 */
public final class ScorerNetwork {
  /** Times WEIGHTED_AREA, which is ln(weighted area) ÷ 8. */
  static final float KEY_SCALE = -8;

  static final int X = CandidateFeature.COUNT;
  static final int G = ClusterFeature.COUNT;

  private final int first;
  private final int second;
  private final float[] parameters;
  private final float[] shared;
  private final float[] hidden;

  /** Second-layer units that have a say, and first-layer units that these listen to. */
  private int[] heardSecond;

  private int[] heardFirst;

  /**
   * An untrained network, which is {@code wsaf} under {@code easy}.
   *
   * @param first units of the first hidden layer, at least 1
   * @param second units of the second, at least 1
   * @param seed of the hidden layers' weights
   */
  public ScorerNetwork(int first, int second, long seed) {
    this(first, second, new float[size(first, second)]);
    SplittableRandom random = new SplittableRandom(seed);
    fill(random, hiddenX(0), first * X, X + G + X);
    fill(random, hiddenG(0), first * G, X + G + X);
    fill(random, hiddenM(0), first * X, X + G + X);
    fill(random, second(0), second * first, first);
  }

  private ScorerNetwork(int first, int second, float[] parameters) {
    this.first = first;
    this.second = second;
    this.parameters = parameters;
    this.shared = new float[first];
    this.hidden = new float[first];
  }

  /** He initialisation: normal with variance 2 ÷ inputs (He et al., ICCV 2015). */
  private void fill(SplittableRandom random, int from, int count, int inputs) {
    double deviation = Math.sqrt(2.0 / inputs);
    for (int i = from; i < from + count; i++) {
      parameters[i] = (float) (deviation * Gaussian.next(random));
    }
  }

  private static int size(int first, int second) {
    return X + first * (X + G + X + 1) + second * (first + 1) + second;
  }

  /** Leaves out what is multiplied by zero: early in training that is nearly all. */
  private void listen() {
    heardSecond = IntStream.range(0, second).filter(unit -> parameters[out(unit)] != 0).toArray();
    heardFirst =
        IntStream.range(0, first)
            .filter(
                unit -> IntStream.of(heardSecond).anyMatch(s -> parameters[second(s) + unit] != 0))
            .toArray();
  }

  /** The same network with parameters of its own. */
  public ScorerNetwork copy() {
    return new ScorerNetwork(first, second, parameters.clone());
  }

  /** The same network with other parameters, which are kept. */
  public ScorerNetwork with(float[] others) {
    if (others.length != parameters.length) {
      throw new IllegalArgumentException(
          "expected " + parameters.length + " parameters, had " + others.length);
    }
    return new ScorerNetwork(first, second, others);
  }

  /** All parameters; live, and not to be changed between two scores. */
  public float[] parameters() {
    return parameters;
  }

  /** Units of the first hidden layer. */
  public int first() {
    return first;
  }

  /** Units of the second hidden layer. */
  public int second() {
    return second;
  }

  /** Where the linear weight of a feature stands. */
  public static int linear(CandidateFeature feature) {
    return feature.column();
  }

  /** Where the weights of a first-layer unit for the candidate's features begin. */
  int hiddenX(int unit) {
    return X + unit * X;
  }

  /** Where its weights for the pool's features begin. */
  int hiddenG(int unit) {
    return X + first * X + unit * G;
  }

  /** Where its weights for the mean of the candidates' features begin. */
  int hiddenM(int unit) {
    return X + first * (X + G) + unit * X;
  }

  /** Where its bias stands. */
  int hiddenBias(int unit) {
    return X + first * (X + G + X) + unit;
  }

  /** Where the weights of a second-layer unit begin. */
  int second(int unit) {
    return hiddenBias(first) + unit * first;
  }

  /** Where its bias stands. */
  int secondBias(int unit) {
    return hiddenBias(first) + second * first + unit;
  }

  /** Where the weight of a second-layer unit in the score stands. */
  int out(int unit) {
    return secondBias(second) + unit;
  }

  /**
   * Scores all candidates.
   *
   * @param scores room for one number per candidate
   */
  public void score(Observation observation, float[] scores) {
    if (heardSecond == null) {
      listen();
    }
    float[] x = observation.candidateValues();
    int count = observation.count();
    share(x, count, observation.clusterValues());
    for (int i = 0; i < count; i++) {
      scores[i] = score(x, i * X);
    }
  }

  /** What the first layer gets from the pool and the mean, the same for all candidates. */
  private void share(float[] x, int count, float[] g) {
    float[] mean = new float[X];
    for (int i = 0; i < count * X; i++) {
      mean[i % X] += x[i];
    }
    for (int unit : heardFirst) {
      float sum = parameters[hiddenBias(unit)];
      int ofG = hiddenG(unit);
      for (int f = 0; f < G; f++) {
        sum += parameters[ofG + f] * g[f];
      }
      int ofM = hiddenM(unit);
      for (int f = 0; f < X; f++) {
        sum += parameters[ofM + f] * mean[f] / count;
      }
      shared[unit] = sum;
    }
  }

  private float score(float[] x, int row) {
    float score = KEY_SCALE * x[row];
    for (int f = 0; f < X; f++) {
      score += parameters[f] * x[row + f];
    }
    for (int unit : heardFirst) {
      float sum = shared[unit];
      int weights = hiddenX(unit);
      for (int f = 0; f < X; f++) {
        sum += parameters[weights + f] * x[row + f];
      }
      hidden[unit] = Math.max(0, sum);
    }
    for (int unit : heardSecond) {
      float sum = parameters[secondBias(unit)];
      int weights = second(unit);
      for (int f : heardFirst) {
        sum += parameters[weights + f] * hidden[f];
      }
      score += parameters[out(unit)] * Math.max(0, sum);
    }
    return score;
  }
}
