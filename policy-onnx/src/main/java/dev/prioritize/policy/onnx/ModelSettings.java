package dev.prioritize.policy.onnx;

import java.time.Duration;

/**
 * How a model is worked with.
 *
 * @param provider what it is run by
 * @param deadline longest that a choice may take, above 0
 */
public record ModelSettings(Provider provider, Duration deadline) {
  /** Hundreds of times what a model of the usual size needs, and little against a pass. */
  public static final Duration DEFAULT_DEADLINE = Duration.ofMillis(50);

  /** CUDA if it works, and the default deadline. */
  public static final ModelSettings DEFAULT = new ModelSettings(Provider.AUTO, DEFAULT_DEADLINE);

  public ModelSettings {
    if (deadline.isNegative() || deadline.isZero()) {
      throw new IllegalArgumentException("the deadline must be above 0, was " + deadline);
    }
  }
}
