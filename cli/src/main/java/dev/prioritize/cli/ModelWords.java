package dev.prioritize.cli;

import dev.prioritize.core.model.PolicyIdentity;

/** A policy as people are told of it. */
public final class ModelWords {
  private static final int SHORT_SHA_CHARS = 8;

  private ModelWords() {}

  /** Such as {@code drl (model 1a2b3c4d)}, or just the name for a heuristic. */
  public static String of(PolicyIdentity policy) {
    return policy.modelSha256().isEmpty()
        ? policy.name()
        : policy.name() + " (model " + shortSha(policy.modelSha256()) + ")";
  }

  /** As much of a SHA-256 as tells two models apart. */
  public static String shortSha(String sha256) {
    return sha256.substring(0, Math.min(SHORT_SHA_CHARS, sha256.length()));
  }
}
