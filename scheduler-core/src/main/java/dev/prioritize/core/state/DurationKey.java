package dev.prioritize.core.state;

import java.util.Comparator;

/**
 * Which finished jobs a duration sample stands for; "" and 0 mean any.
 *
 * @param tenant the tenant, or ""
 * @param name the job name, or ""
 * @param gpus the gang size, or 0
 */
public record DurationKey(String tenant, String name, int gpus) implements Comparable<DurationKey> {
  private static final Comparator<DurationKey> ORDER =
      Comparator.comparing(DurationKey::tenant)
          .thenComparing(DurationKey::name)
          .thenComparingInt(DurationKey::gpus);

  @Override
  public int compareTo(DurationKey other) {
    return ORDER.compare(this, other);
  }
}
