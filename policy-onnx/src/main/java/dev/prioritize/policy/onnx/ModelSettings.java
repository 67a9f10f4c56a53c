package dev.prioritize.policy.onnx;

import java.time.Duration;

/**
 * How a model is worked with.
 *
 * @param provider what it is run by
 * @param deadline longest that a choice may take; 0 for none: then whoever asks waits, for loading
 *     too
 */
public record ModelSettings(Provider provider, Duration deadline) {
  /** Hundreds of times what a model of the usual size needs, and little against a pass. */
  public static final Duration DEFAULT_DEADLINE = Duration.ofMillis(50);

  /** CUDA if it works, and the default deadline. */
  public static final ModelSettings DEFAULT = new ModelSettings(Provider.AUTO, DEFAULT_DEADLINE);

  /** For simulations: the same run gives the same picks, however busy the machine is. */
  public static ModelSettings withoutDeadline(Provider provider) {
    return new ModelSettings(provider, Duration.ZERO);
  }

  public ModelSettings {
    if (deadline.isNegative()) {
      throw new IllegalArgumentException("the deadline must not be negative, was " + deadline);
    }
  }
}
