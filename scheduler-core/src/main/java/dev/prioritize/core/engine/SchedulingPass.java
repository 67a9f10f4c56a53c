package dev.prioritize.core.engine;

import dev.prioritize.core.event.Event.JobPlaced;
import dev.prioritize.core.event.Event.PassFinished;
import dev.prioritize.core.event.Event.ReservationChanged;
import dev.prioritize.core.model.BlockReason;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.JobState;
import dev.prioritize.core.model.PolicyIdentity;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.model.Shape;
import dev.prioritize.core.model.ShapeStatus;
import dev.prioritize.core.model.StartReason;
import dev.prioritize.core.model.TaskPlacement;
import dev.prioritize.core.placement.CapacityView;
import dev.prioritize.core.placement.NodeShare;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.core.policy.JobScore;
import dev.prioritize.core.policy.PassView;
import dev.prioritize.core.policy.Policy;
import dev.prioritize.core.state.Gpu;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.Node;
import dev.prioritize.core.state.Pool;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * One round of decisions, at the pool's time.
 *
 * <ol>
 *   <li>The starvation guard, under {@code easy}: a job that has waited longer than its class
 *       allows goes before the policy's.
 *   <li>The policy picks a job, each at most once in a pass.
 *   <li>It fits, and does not delay the reservation: it starts with all of its GPUs. If it would
 *       delay it, so would all jobs of its shape that end no sooner, until something else starts.
 *   <li>It does not fit: its shape is left out from now on, for free GPUs only shrink in a pass;
 *       and {@code strict} ends here, {@code skip} goes on, {@code easy} gives the first such job
 *       the reservation.
 *   <li>Until nothing is left to pick or the decision limit is spent.
 * </ol>
 *
 * A job that not even an idle pool could hold, because nodes are out of service, is passed over
 * under every discipline: it must block nobody.
 */
final class SchedulingPass implements PassView {
  private static final PolicyIdentity STARVATION_GUARD =
      new PolicyIdentity("starvation-guard", 1, "");

  /** Where the jobs of a shape would go, as long as nothing else starts. */
  private static final class Probe {
    private final int startedBefore;
    private final List<List<Gpu>> gpusByNode;
    private boolean delaysReservation;

    private Probe(int startedBefore, List<List<Gpu>> gpusByNode) {
      this.startedBefore = startedBefore;
      this.gpusByNode = gpusByNode;
    }
  }

  private final Pool pool;
  private final PoolConfig config;
  private final Policy policy;
  private final EventSink sink;
  private final long nowMillis;
  private final TreeMap<Shape, Probe> probes = new TreeMap<>();
  private final TreeMap<Shape, BlockReason> blocked = new TreeMap<>();
  private Reservation reservation;
  private QueueWalk walk;
  private Job handedOut;
  private int picksLeft;
  private int started;

  SchedulingPass(Pool pool, Policy policy, EventSink sink, long nowMillis) {
    this.pool = pool;
    this.config = pool.config();
    this.policy = policy;
    this.sink = sink;
    this.nowMillis = nowMillis;
    pool.running().advanceTo(nowMillis);
  }

  @Override
  public Job nextInOrder() {
    Job job = walk.next();
    handedOut = job != null && isHolder(job) ? walk.next() : job;
    return handedOut;
  }

  void run() {
    BlockReason notReached = null;
    if (config.discipline() == Discipline.EASY) {
      serveOverdueJobs();
    }
    walk = walk();
    picksLeft = pool.queue().size();
    while (notReached == null) {
      if (limitSpent()) {
        notReached = BlockReason.DECISION_LIMIT;
      } else if (noGpuIsFree() && config.discipline() == Discipline.SKIP) {
        notReached = BlockReason.NOT_ENOUGH_FREE_GPUS;
      } else {
        Job job = pick();
        if (job == null) {
          break;
        }
        if (!tryToStart(job) && config.discipline() == Discipline.STRICT && canEverFit(job)) {
          notReached = BlockReason.BEHIND_BLOCKED_JOB;
        }
      }
    }
    announceReservation();
    sink.emit(
        new PassFinished(
            started,
            notReached == BlockReason.DECISION_LIMIT,
            pool.queue().size(),
            pool.running().size(),
            pool.ledger().view(Shape.ANY_MODEL).totalFree(),
            changedBlocks(notReached)));
  }

  private QueueWalk walk() {
    Heuristic heuristic = Heuristic.of(config);
    JobScore score = heuristic == null ? null : heuristic.score();
    if (score == null) {
      return new QueueWalk(pool.queue());
    }
    int poolGpus = Math.max(1, pool.ledger().registeredGpus(Shape.ANY_MODEL));
    return new QueueWalk(pool.queue(), job -> score.of(job, nowMillis, poolGpus));
  }

  /** Step 2. What a policy must not pick, or picks without end, is replaced by the queue's next. */
  private Job pick() {
    picksLeft--;
    Job picked = picksLeft < 0 ? nextInOrder() : policy.pick(this);
    boolean isJustHandedOut =
        picked != null && handedOut != null && picked.id().equals(handedOut.id());
    handedOut = null;
    if (picked == null || isJustHandedOut) {
      return picked;
    }
    Job known = pool.job(picked.id());
    return mayBePicked(known) ? known : nextInOrder();
  }

  private boolean mayBePicked(Job job) {
    return job != null
        && job.state() == JobState.PENDING
        && walk.isOpen(job.shape())
        && !isHolder(job);
  }

  private boolean isHolder(Job job) {
    return reservation != null && job.id().equals(reservation.holder().id());
  }

  private boolean limitSpent() {
    return started == config.decisionLimit();
  }

  private boolean noGpuIsFree() {
    return pool.ledger().view(Shape.ANY_MODEL).totalFree() == 0;
  }

  /** Step 1. Of several overdue jobs the longest overdue goes first. */
  private void serveOverdueJobs() {
    while (reservation == null && !limitSpent()) {
      Job job = longestOverdueJob();
      if (job == null) {
        return;
      }
      Probe probe = probe(job.shape());
      if (probe != null) {
        start(job, awayFromFailedNode(job, probe), StartReason.STARVATION_GUARD, STARVATION_GUARD);
      } else {
        reservation = Reservation.plan(pool, job, nowMillis, true);
      }
    }
  }

  private Job longestOverdueJob() {
    Job longest = null;
    long longestOverdueMillis = 0;
    for (PriorityClass priorityClass : PriorityClass.values()) {
      long boundMillis = config.starvationBoundMillis(priorityClass);
      if (boundMillis == 0) {
        continue;
      }
      for (Job job : pool.queue().byAge(priorityClass)) {
        long overdueMillis = nowMillis - job.submittedAtMillis() - boundMillis;
        if (overdueMillis <= longestOverdueMillis) {
          break;
        }
        if (canEverFit(job)) {
          longest = job;
          longestOverdueMillis = overdueMillis;
          break;
        }
      }
    }
    return longest;
  }

  /** Steps 3 and 4. */
  private boolean tryToStart(Job job) {
    Shape shape = job.shape();
    Probe probe = probe(shape);
    if (probe == null) {
      walk.leaveOut(shape);
      if (config.discipline() == Discipline.EASY && reservation == null && canEverFit(job)) {
        reservation = Reservation.plan(pool, job, nowMillis, false);
      }
      return false;
    }
    probe = awayFromFailedNode(job, probe);
    StartReason reason = claimStart(job, probe);
    if (reason == null) {
      blocked.put(shape, BlockReason.WOULD_DELAY_RESERVATION);
      if (allRunBeyondReservation(shape)) {
        walk.park(shape);
      }
      return false;
    }
    start(job, probe, reason, policy.identity());
    walk.started(job);
    return true;
  }

  /** Where the shape would go now, or null with the reason noted if it does not fit. */
  private Probe probe(Shape shape) {
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
    probe = new Probe(started, pool.ledger().pick(shares, shape.gpuModel()));
    probes.put(shape, probe);
    return probe;
  }

  /** A retry goes to another node than the one it failed on, if it fits there. */
  private Probe awayFromFailedNode(Job job, Probe probe) {
    Node failed =
        job.lastFailedNodeId() == null ? null : pool.ledger().node(job.lastFailedNodeId());
    if (failed == null || probe.gpusByNode.stream().noneMatch(g -> g.get(0).node() == failed)) {
      return probe;
    }
    Shape shape = job.shape();
    CapacityView elsewhere = pool.ledger().view(shape.gpuModel()).copy();
    elsewhere.set(failed.index(), 0, 0);
    List<NodeShare> shares = elsewhere.place(shape.gpus(), shape.placement());
    return shares == null
        ? probe
        : new Probe(started, pool.ledger().pick(shares, shape.gpuModel()));
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

  private boolean canEverFit(Job job) {
    return job.gpus() <= pool.ledger().view(job.shape().gpuModel()).totalCapacity();
  }

  /**
   * Why the job may start, or null if it would delay the reservation. GPUs that it will hold beyond
   * the planned start are taken from the reservation's.
   */
  private StartReason claimStart(Job job, Probe probe) {
    if (reservation == null) {
      return StartReason.NEXT_IN_ORDER;
    }
    if (nowMillis + job.estimate().durationMillis() <= reservation.plannedStartMillis()) {
      return StartReason.ENDS_BEFORE_RESERVATION;
    }
    if (!probe.delaysReservation && reservation.takeBeside(probe.gpusByNode)) {
      return StartReason.BESIDE_RESERVATION;
    }
    probe.delaysReservation = true;
    return null;
  }

  /** True if one refusal speaks for all jobs of the shape, until the next start. */
  private boolean allRunBeyondReservation(Shape shape) {
    return nowMillis + pool.queue().shortestEstimateMillis(shape)
        > reservation.plannedStartMillis();
  }

  private void start(Job job, Probe probe, StartReason reason, PolicyIdentity decidedBy) {
    List<TaskPlacement> tasks = new ArrayList<>(probe.gpusByNode.size());
    for (List<Gpu> gpus : probe.gpusByNode) {
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
            job.agedPriorityMillis(nowMillis, config.agingIntervalMillis()),
            nowMillis + job.estimate().durationMillis()));
  }

  private void announceReservation() {
    ReservationChanged stands =
        reservation == null
            ? new ReservationChanged("", 0, false)
            : new ReservationChanged(
                reservation.holder().id(), reservation.plannedStartMillis(), reservation.byGuard());
    if (!stands.equals(pool.reservation())) {
      sink.emit(stands);
    }
  }

  private List<ShapeStatus> changedBlocks(BlockReason notReached) {
    List<ShapeStatus> changed = new ArrayList<>();
    for (Shape shape : pool.queue().byShape().keySet()) {
      BlockReason reason = blocked.get(shape);
      if (reason == null) {
        reason = notReached == null ? BlockReason.NOT_PICKED : notReached;
      }
      if (reason != pool.blockedShapes().get(shape)) {
        changed.add(new ShapeStatus(shape, reason));
      }
    }
    return changed;
  }
}
