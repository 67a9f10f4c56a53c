package dev.prioritize.simulator.evaluate;

import dev.prioritize.simulator.DrawableSlice;
import java.util.List;

/** The values of all runs, by slice, contender and class draw. */
public final class EvaluationResult {
  private final EvaluationPlan plan;
  private final List<DrawableSlice> slices;
  private final double[][][][] values;

  EvaluationResult(EvaluationPlan plan, List<DrawableSlice> slices, double[][][][] values) {
    this.plan = plan;
    this.slices = slices;
    this.values = values;
  }

  /** What was run. */
  public EvaluationPlan plan() {
    return plan;
  }

  /** On what. */
  public List<DrawableSlice> slices() {
    return slices;
  }

  /** One value of one run, see {@link Measures#NAMES}. */
  public double value(int slice, int contender, int draw, int measure) {
    return values[slice][contender][draw][measure];
  }

  /** Its mean over the class draws. */
  public double meanOverDraws(int slice, int contender, int measure) {
    double sum = 0;
    for (double[] run : values[slice][contender]) {
      sum += run[measure];
    }
    return sum / plan.classDraws();
  }

  /** The mean over slices of {@link #meanOverDraws}. */
  public double mean(int contender, int measure) {
    double sum = 0;
    for (int slice = 0; slice < slices.size(); slice++) {
      sum += meanOverDraws(slice, contender, measure);
    }
    return sum / slices.size();
  }
}
