package dev.prioritize.policy.onnx;

/**
 * A model that works.
 *
 * @param provider what it runs by: CUDA or CPU
 * @param providerReason why by that one, such as what CUDA answered; "" if it was asked for
 */
record LoadedModel(
    ModelManifest manifest, ModelSession session, Provider provider, String providerReason) {}
