package dev.prioritize.simulator.evaluate;

import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.policy.PolicyCatalog;
import dev.prioritize.simulator.Simulation;
import java.util.List;

/**
 * What to run.
 *
 * @param contenders pairs of policy and discipline, each once
 * @param policies knows each contender's policy; asked from several threads
 * @param classDraws assignments of classes 0 to this less one, at least 1
 * @param agingIntervalMillis waiting time worth one class
 * @param starvationBoundsMillis of the guard, see {@code PoolConfig}
 */
public record EvaluationPlan(
    List<Contender> contenders,
    PolicyCatalog policies,
    int classDraws,
    long agingIntervalMillis,
    List<Long> starvationBoundsMillis) {

  public EvaluationPlan {
    contenders = List.copyOf(contenders);
    starvationBoundsMillis = List.copyOf(starvationBoundsMillis);
  }

  /** True if no job goes first for having waited too long. */
  boolean guardIsOff() {
    return starvationBoundsMillis.equals(PoolConfig.NO_STARVATION_BOUNDS);
  }

  /** The waits beyond which jobs count as starved: the guard's, or its defaults if it is off. */
  List<Long> countedBoundsMillis() {
    return guardIsOff() ? PoolConfig.DEFAULT_STARVATION_BOUNDS_MILLIS : starvationBoundsMillis;
  }

  PoolConfig config(Contender contender) {
    return Simulation.config(
        contender.policy(), contender.discipline(), agingIntervalMillis, starvationBoundsMillis);
  }
}
