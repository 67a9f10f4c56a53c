package dev.prioritize.core.model;

/**
 * In one pass the configured heuristic took the learned policy's place.
 *
 * @param reason the kind of failure
 * @param detail what was expected and what was found, at most {@link Limits#MAX_TEXT_CHARS}
 * @param picksBefore picks of the learned policy in this pass before it failed
 */
public record Substitution(Reason reason, String detail, int picksBefore) {
  /** Why a learned policy did not choose. */
  public enum Reason {
    /** There is no model. */
    MODEL_ABSENT,
    /** The model file is not the one that its manifest describes, or cannot be read as a model. */
    MODEL_ALTERED,
    /** The model wants inputs that this version does not have, or gives other outputs. */
    FEATURES_UNKNOWN,
    /** What the model is to run by, such as CUDA, does not work on this machine. */
    PROVIDER_UNAVAILABLE,
    /** The answer did not come within the inference deadline. */
    TOO_SLOW,
    /** It was too slow several times and is not asked for a while. */
    RESTING,
    /** A score was NaN or infinite; in use, or when the model was tried out. */
    NOT_FINITE,
    /** The policy named no candidate, or the model runtime failed. */
    FAILED
  }

  public Substitution {
    if (detail.length() > Limits.MAX_TEXT_CHARS) {
      detail = detail.substring(0, Limits.MAX_TEXT_CHARS);
    }
  }
}
