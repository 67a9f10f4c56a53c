package dev.prioritize.core.model;

import java.util.List;

/**
 * What a node's launcher tells that it runs.
 *
 * @param launcherId another one after each start of the launcher, or "" if it has none
 * @param attempts of which it runs a task, sorted, at most {@link Limits#MAX_ATTEMPTS_PER_NODE}
 */
public record Inventory(String launcherId, List<AttemptRef> attempts) {
  /** Of a node that runs nothing. */
  public static final Inventory NOTHING = new Inventory("", List.of());

  public Inventory {
    attempts = List.copyOf(attempts);
  }
}
