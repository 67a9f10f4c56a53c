package dev.prioritize.core.model;

/** What moves a pool's time; fixed when the pool is made. */
public enum ClockMode {
  /** The scheduler's wall clock. */
  WALL,
  /** Only a driver's {@code ClockAdvance}: demo, tests, simulation. */
  VIRTUAL
}
