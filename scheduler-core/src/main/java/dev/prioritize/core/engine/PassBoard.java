package dev.prioritize.core.engine;

import dev.prioritize.core.event.Event.JobPlaced;
import dev.prioritize.core.event.Event.ReservationChanged;
import dev.prioritize.core.model.BlockReason;
import dev.prioritize.core.model.Pick;
import dev.prioritize.core.model.PolicyIdentity;
import dev.prioritize.core.model.Shape;
import dev.prioritize.core.model.StartReason;
import dev.prioritize.core.model.TaskPlacement;
import dev.prioritize.core.placement.CapacityView;
import dev.prioritize.core.placement.NodeShare;
import dev.prioritize.core.state.Gpu;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.Node;
import dev.prioritize.core.state.Pool;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a pass has done so far and what it may still do: what fits where, the one reservation, and
 * the starts. Whoever picks the jobs, this is where a pick takes effect.
 */
final class PassBoard {
  /** Where the jobs of a shape would go, as long as nothing else starts. */
  static final class Probe {
    private final int startedBefore;
    private final List<NodeShare> shares;
    private List<List<Gpu>> gpusByNode;
    private Boolean delaysReservation;

    private Probe(int startedBefore, List<NodeShare> shares) {
      this.startedBefore = startedBefore;
      this.shares = shares;
    }

    /** By node rank. */
    List<NodeShare> shares() {
      return shares;
    }
  }

  private final Pool pool;
  private final EventSink sink;
  private final long nowMillis;
  private final TreeMap<Shape, Probe> probes = new TreeMap<>();
  private final TreeMap<Shape, BlockReason> blocked = new TreeMap<>();
  private Reservation reservation;
  private int started;

  PassBoard(Pool pool, EventSink sink, long nowMillis) {
    this.pool = pool;
    this.sink = sink;
    this.nowMillis = nowMillis;
    pool.running().advanceTo(nowMillis);
  }

  Pool pool() {
    return pool;
  }

  long nowMillis() {
    return nowMillis;
  }

  /** Jobs placed in this pass. */
  int started() {
    return started;
  }

  boolean limitSpent() {
    return started == pool.config().decisionLimit();
  }

  /**
   * True if a policy may leave it at this: something runs, so that there will be a next time, and
   * no more is free than the pool's configuration lets it keep.
   */
  boolean mayWait() {
    CapacityView all = pool.ledger().view(Shape.ANY_MODEL);
    return pool.running().size() > 0
        && all.totalFree() * 100L
            <= (long) all.totalCapacity() * pool.config().learned().holdPercent();
  }

  /** The one reservation, or null. */
  Reservation reservation() {
    return reservation;
  }

  boolean holdsReservation(Job job) {
    return reservation != null && job.id().equals(reservation.holder().id());
  }

  /** Why each shape that was looked at does not start. */
  SortedMap<Shape, BlockReason> blocked() {
    return blocked;
  }

  /** False if nodes are out of service without which not even an idle pool could hold it. */
  boolean canEverFit(Shape shape) {
    return shape.gpus() <= pool.ledger().view(shape.gpuModel()).totalCapacity();
  }

  /** Gives the one reservation, which must be free, to a job that does not fit now. */
  void reserve(Job job, boolean byGuard) {
    reservation = Reservation.plan(pool, job, nowMillis, byGuard);
  }

  /** Where the shape would go now, or null with the reason noted if it does not fit. */
  Probe probe(Shape shape) {
    Probe probe = probes.get(shape);
    if (probe != null && probe.startedBefore == started) {
      return probe;
    }
    CapacityView view = pool.ledger().view(shape.gpuModel());
    List<NodeShare> shares = view.place(shape.gpus(), shape.placement());
    if (shares == null) {
      blocked.put(shape, whyNot(shape, view));
      return null;
    }
    probe = new Probe(started, shares);
    probes.put(shape, probe);
    return probe;
  }

  private BlockReason whyNot(Shape shape, CapacityView view) {
    if (shape.gpus() > pool.ledger().registeredGpus(shape.gpuModel())) {
      return BlockReason.POOL_INVENTORY_UNKNOWN;
    }
    if (shape.gpus() > view.totalCapacity()) {
      return BlockReason.CAPACITY_OUT_OF_SERVICE;
    }
    return shape.gpus() > view.totalFree()
        ? BlockReason.NOT_ENOUGH_FREE_GPUS
        : BlockReason.FREE_GPUS_SCATTERED;
  }

  /** Notes that jobs of the shape fit but would delay the reservation. */
  void blockByReservation(Shape shape) {
    blocked.put(shape, BlockReason.WOULD_DELAY_RESERVATION);
  }

  /** Latest end of a job that is over by the planned start of the reservation. */
  boolean endsBeforeReservation(Job job) {
    return nowMillis + job.estimate().durationMillis() <= reservation.plannedStartMillis();
  }

  /**
   * True if a job placed so and still running at the planned start would delay the reservation,
   * which there must be.
   */
  boolean delaysReservation(Shape shape, Probe probe) {
    if (probe.delaysReservation == null) {
      List<List<Gpu>> gpus = gpusOf(shape, probe);
      probe.delaysReservation = !reservation.takeBeside(gpus);
      if (!probe.delaysReservation) {
        reservation.giveBack(gpus);
      }
    }
    return probe.delaysReservation;
  }

  /**
   * Starts a job that fits, unless it would delay the reservation. A retry goes to another node
   * than the one it failed on, if it may start there.
   *
   * @param probe of its shape
   * @param pick see {@link JobPlaced}
   * @return true if it started
   */
  boolean tryToStart(Job job, Probe probe, PolicyIdentity decidedBy, Pick pick) {
    Probe elsewhere = awayFromFailedNode(job, probe);
    return claimAndStart(job, elsewhere, decidedBy, pick)
        || (elsewhere != probe && claimAndStart(job, probe, decidedBy, pick));
  }

  private boolean claimAndStart(Job job, Probe probe, PolicyIdentity decidedBy, Pick pick) {
    StartReason reason = StartReason.NEXT_IN_ORDER;
    if (reservation != null) {
      if (endsBeforeReservation(job)) {
        reason = StartReason.ENDS_BEFORE_RESERVATION;
      } else if (!delaysReservation(job.shape(), probe)) {
        reason = StartReason.BESIDE_RESERVATION;
        reservation.takeBeside(gpusOf(job.shape(), probe));
      } else {
        return false;
      }
    }
    start(job, probe, reason, decidedBy, pick);
    return true;
  }

  /** Starts an overdue job that fits. */
  void startOverdue(Job job, Probe probe, PolicyIdentity decidedBy) {
    start(
        job,
        awayFromFailedNode(job, probe),
        StartReason.STARVATION_GUARD,
        decidedBy,
        /* pick= */ null);
  }

  private Probe awayFromFailedNode(Job job, Probe probe) {
    Node failed =
        job.lastFailedNodeId() == null ? null : pool.ledger().node(job.lastFailedNodeId());
    if (failed == null
        || probe.shares.stream().noneMatch(share -> share.nodeIndex() == failed.index())) {
      return probe;
    }
    Shape shape = job.shape();
    CapacityView elsewhere = pool.ledger().view(shape.gpuModel()).copy();
    elsewhere.set(failed.index(), 0, 0);
    List<NodeShare> shares = elsewhere.place(shape.gpus(), shape.placement());
    return shares == null ? probe : new Probe(started, shares);
  }

  private List<List<Gpu>> gpusOf(Shape shape, Probe probe) {
    if (probe.gpusByNode == null) {
      probe.gpusByNode = pool.ledger().pick(probe.shares, shape.gpuModel());
    }
    return probe.gpusByNode;
  }

  private void start(
      Job job, Probe probe, StartReason reason, PolicyIdentity decidedBy, Pick pick) {
    List<TaskPlacement> tasks = new ArrayList<>(probe.shares.size());
    for (List<Gpu> gpus : gpusOf(job.shape(), probe)) {
      tasks.add(new TaskPlacement(gpus.get(0).node().id(), gpus.stream().map(Gpu::uuid).toList()));
    }
    started++;
    sink.emit(
        new JobPlaced(
            job.id(),
            job.attempts() + 1,
            pool.epoch() + 1,
            tasks,
            decidedBy,
            reason,
            nowMillis - job.submittedAtMillis(),
            job.agedPriorityMillis(nowMillis, pool.config().agingIntervalMillis()),
            nowMillis + job.estimate().durationMillis(),
            pick));
  }

  /** Tells of the reservation if it is not the one of the last pass. */
  void announceReservation() {
    ReservationChanged stands =
        reservation == null
            ? new ReservationChanged("", 0, false)
            : new ReservationChanged(
                reservation.holder().id(), reservation.plannedStartMillis(), reservation.byGuard());
    if (!stands.equals(pool.reservation())) {
      sink.emit(stands);
    }
  }
}
