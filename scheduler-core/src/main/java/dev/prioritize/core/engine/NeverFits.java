package dev.prioritize.core.engine;

import dev.prioritize.core.model.Rejection;
import dev.prioritize.core.model.RejectionCode;
import dev.prioritize.core.model.Shape;
import dev.prioritize.core.state.Pool;

/**
 * Whether a job could run if the pool were empty and all of its nodes healthy. On an empty pool
 * every node is whole, so the number of GPUs alone decides, whatever the placement rule.
 */
final class NeverFits {
  private NeverFits() {}

  /** The refusal, or null if the shape can fit one day or the nodes are not all known yet. */
  static Rejection check(Pool pool, Shape shape, long nowMillis) {
    int registered = pool.ledger().registeredGpus(shape.gpuModel());
    if (shape.gpus() <= registered || !pool.inventoryKnown(nowMillis)) {
      return null;
    }
    String ofModel = shape.gpuModel().isEmpty() ? "" : " of model " + shape.gpuModel();
    return new Rejection(
        RejectionCode.EXCEEDS_POOL,
        "gpus",
        Integer.toString(shape.gpus()),
        "ask for at most " + registered + " GPUs" + ofModel + ": all nodes together have no more");
  }
}
