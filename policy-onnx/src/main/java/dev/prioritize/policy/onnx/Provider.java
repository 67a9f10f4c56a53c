package dev.prioritize.policy.onnx;

/** What a model is run by. */
public enum Provider {
  /** CUDA if it works on this machine, else the CPU. */
  AUTO,
  /** CUDA, or not at all. */
  CUDA,
  /** The CPU. */
  CPU
}
