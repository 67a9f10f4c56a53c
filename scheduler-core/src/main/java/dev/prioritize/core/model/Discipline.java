package dev.prioritize.core.model;

/** What happens when a job does not fit. */
public enum Discipline {
  /** The pass ends there. */
  STRICT,
  /** The job is passed over. */
  SKIP,
  /** The first such job gets a reservation; later ones start only if they do not delay it. */
  EASY
}
