package dev.prioritize.core.model;

/**
 * How urgent a job is. The base enters the aged priority, the weight the metrics and {@code wsaf}.
 */
public enum PriorityClass {
  LOW(1, 1),
  NORMAL(2, 2),
  HIGH(3, 4),
  URGENT(4, 8);

  private final int base;
  private final int weight;

  PriorityClass(int base, int weight) {
    this.base = base;
    this.weight = weight;
  }

  /** Base priority, 1 (LOW) to 4 (URGENT); a waiting job gains 1 per aging interval. */
  public int base() {
    return base;
  }

  /** Class weight: 1, 2, 4 or 8. */
  public int weight() {
    return weight;
  }

  /**
   * The class with this base.
   *
   * @param base 1 to 4
   * @throws IllegalArgumentException if there is none
   */
  public static PriorityClass ofBase(int base) {
    if (base < 1 || base > 4) {
      throw new IllegalArgumentException("base must be 1 to 4, was " + base);
    }
    return values()[base - 1];
  }
}
