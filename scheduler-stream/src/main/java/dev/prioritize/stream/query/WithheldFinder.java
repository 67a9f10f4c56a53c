package dev.prioritize.stream.query;

import dev.prioritize.core.model.BlockReason;
import dev.prioritize.core.model.Shape;
import dev.prioritize.core.placement.CapacityView;
import dev.prioritize.core.state.Gpu;
import dev.prioritize.core.state.Node;
import dev.prioritize.core.state.Pool;
import java.util.ArrayList;
import java.util.List;

/** Finds the silent, drained and held back nodes with which jobs of a shape would fit. */
final class WithheldFinder {
  private final Pool pool;
  private final Shape shape;
  private final BlockReason reason;
  private final CapacityView view;

  /** {@code reason}: why jobs of the shape wait, or null if that is not known. */
  WithheldFinder(Pool pool, Shape shape, BlockReason reason) {
    this.pool = pool;
    this.shape = shape;
    this.reason = reason;
    this.view = pool.ledger().view(shape.gpuModel()).copy();
  }

  WithheldNodes find() {
    List<NodeView> withheld = new ArrayList<>();
    List<NodeView> enough = new ArrayList<>();
    if (!isForWantOfGpus() || fits()) {
      return WithheldNodes.NONE;
    }
    for (Node node : pool.ledger().nodes()) {
      if (isWithheld(node)) {
        withheld.add(NodeView.of(node));
        bringBack(node);
        if (fits()) {
          enough.add(NodeView.of(node));
        }
        view.set(node.index(), 0, 0);
      }
    }
    if (!enough.isEmpty()) {
      return new WithheldNodes(enough, true);
    }
    withheld.forEach(node -> bringBack(node.node()));
    return fits() ? new WithheldNodes(withheld, false) : WithheldNodes.NONE;
  }

  private boolean isForWantOfGpus() {
    return reason == BlockReason.CAPACITY_OUT_OF_SERVICE
        || reason == BlockReason.NOT_ENOUGH_FREE_GPUS
        || reason == BlockReason.FREE_GPUS_SCATTERED;
  }

  /** Where not even an idle pool could hold the job, it is enough that one could. */
  private boolean fits() {
    return reason == BlockReason.CAPACITY_OUT_OF_SERVICE
        ? view.totalCapacity() >= shape.gpus()
        : view.fits(shape.gpus(), shape.placement());
  }

  /** A removed node does not come back. */
  private boolean isWithheld(Node node) {
    return !node.standing().takesWork()
        && !node.standing().removed()
        && node.gpus().stream().anyMatch(this::wouldHelp);
  }

  private boolean wouldHelp(Gpu gpu) {
    return isUsable(gpu)
        && (reason == BlockReason.CAPACITY_OUT_OF_SERVICE || gpu.holderJobId() == null);
  }

  private boolean isUsable(Gpu gpu) {
    return gpu.inService() && gpu.isOfModel(shape.gpuModel());
  }

  private void bringBack(Node node) {
    int capacity = 0;
    int free = 0;
    for (Gpu gpu : node.gpus()) {
      if (isUsable(gpu)) {
        capacity++;
        free += gpu.holderJobId() == null ? 1 : 0;
      }
    }
    view.set(node.index(), capacity, free);
  }
}
