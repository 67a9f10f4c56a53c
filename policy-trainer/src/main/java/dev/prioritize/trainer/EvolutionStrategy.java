package dev.prioritize.trainer;

import dev.prioritize.trainer.Arena.Match;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Finds better parameters by trying steps in random directions and their mirror images on the same
 * windows, and going where the losses differ most: Salimans et al., "Evolution Strategies as a
 * Scalable Alternative to Reinforcement Learning", 2017, with Adam (Kingma and Ba, ICLR 2015).
 * Mirrored and paired, most of the windows' chance cancels out.
 */
final class EvolutionStrategy {
  private static final double FIRST_MOMENT = 0.9;
  private static final double SECOND_MOMENT = 0.98;
  private static final double EPSILON = 1e-3;

  private final Arena arena;
  private final Loss loss;
  private final SearchSpace space;
  private final Hyperparameters parameters;
  private final SplittableRandom random;
  private final ScorerNetwork start;
  private final double[] position;
  private final double[] average;
  private final double[] momentum;
  private final double[] variance;
  private int generation;

  EvolutionStrategy(
      Arena arena, ScorerNetwork start, SearchSpace space, Loss loss, Hyperparameters parameters) {
    this.arena = arena;
    this.start = start;
    this.space = space;
    this.loss = loss;
    this.parameters = parameters;
    this.random = new SplittableRandom(parameters.count("seed"));
    this.position = new double[space.size()];
    this.average = new double[space.size()];
    this.momentum = new double[space.size()];
    this.variance = new double[space.size()];
  }

  /** Generations done. */
  int generation() {
    return generation;
  }

  /** The network at the mean of the last positions. */
  ScorerNetwork network() {
    return start.with(space.moved(start.parameters(), average));
  }

  /**
   * One generation on these windows.
   *
   * @return the mean loss of all networks tried
   */
  double step(List<Match> matches) throws InterruptedException {
    int pairs = parameters.count("pairs");
    double sigma = parameters.number("sigma");
    double[][] directions = new double[pairs][];
    List<ScorerNetwork> tried = new ArrayList<>();
    for (int pair = 0; pair < pairs; pair++) {
      directions[pair] = direction();
      tried.add(at(directions[pair], sigma));
      tried.add(at(directions[pair], -sigma));
    }
    double[] losses = losses(matches, tried);
    descend(gradient(directions, losses));
    double sum = 0;
    for (double each : losses) {
      sum += each;
    }
    return sum / losses.length;
  }

  private double[] direction() {
    double[] direction = new double[space.size()];
    for (int i = 0; i < direction.length; i++) {
      direction[i] = Gaussian.next(random);
    }
    return direction;
  }

  private ScorerNetwork at(double[] direction, double sigma) {
    double[] steps = position.clone();
    for (int i = 0; i < steps.length; i++) {
      steps[i] += sigma * direction[i];
    }
    return start.with(space.moved(start.parameters(), steps));
  }

  /** The mean loss of each network. */
  double[] losses(List<Match> matches, List<ScorerNetwork> networks) throws InterruptedException {
    double[][][] measures = arena.play(matches, networks);
    double[] losses = new double[networks.size()];
    for (int i = 0; i < losses.length; i++) {
      for (int j = 0; j < matches.size(); j++) {
        losses[i] += loss.of(measures[i][j], matches.get(j).baseline()) / matches.size();
      }
    }
    return losses;
  }

  /** In units of the spread of the differences, so that no generation's luck outweighs others. */
  private double[] gradient(double[][] directions, double[] losses) {
    double squares = EPSILON * EPSILON;
    for (int pair = 0; pair < directions.length; pair++) {
      double difference = losses[2 * pair] - losses[2 * pair + 1];
      squares += difference * difference / directions.length;
    }
    double[] gradient = new double[space.size()];
    for (int pair = 0; pair < directions.length; pair++) {
      double difference = (losses[2 * pair] - losses[2 * pair + 1]) / Math.sqrt(squares);
      for (int i = 0; i < gradient.length; i++) {
        gradient[i] += difference * directions[pair][i] / directions.length;
      }
    }
    return gradient;
  }

  private void descend(double[] gradient) {
    generation++;
    double rate = parameters.number("learning.rate");
    double weight = Math.max(parameters.number("average.weight"), 1.0 / generation);
    for (int i = 0; i < gradient.length; i++) {
      momentum[i] = FIRST_MOMENT * momentum[i] + (1 - FIRST_MOMENT) * gradient[i];
      variance[i] = SECOND_MOMENT * variance[i] + (1 - SECOND_MOMENT) * gradient[i] * gradient[i];
      double first = momentum[i] / (1 - Math.pow(FIRST_MOMENT, generation));
      double second = variance[i] / (1 - Math.pow(SECOND_MOMENT, generation));
      position[i] -= rate * first / (Math.sqrt(second) + EPSILON);
      average[i] += weight * (position[i] - average[i]);
    }
  }
}
