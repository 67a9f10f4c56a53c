package dev.prioritize.simulator.evaluate;

import dev.prioritize.core.model.Discipline;
import java.util.Locale;

/**
 * What is compared.
 *
 * @param policy name of the policy, known to the plan's catalogue
 * @param discipline what happens when a job does not fit
 */
public record Contender(String policy, Discipline discipline) {
  /** Such as {@code wsaf/easy}. */
  public String label() {
    return policy + "/" + discipline.name().toLowerCase(Locale.ROOT);
  }
}
