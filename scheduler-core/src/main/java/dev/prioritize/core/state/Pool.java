package dev.prioritize.core.state;

import dev.prioritize.core.event.Event.ReservationChanged;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.model.BlockReason;
import dev.prioritize.core.model.JobState;
import dev.prioritize.core.model.NodeFacts;
import dev.prioritize.core.model.PolicyIdentity;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.Shape;
import dev.prioritize.core.model.ShapeStatus;
import dev.prioritize.core.model.Substitution;
import dev.prioritize.core.policy.Heuristic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * The state of one pool. Only {@link #apply} changes it, so that it is the fold of its events.
 * Queue, running jobs and ledger are indexes over jobs and nodes, kept in step by {@link #put}.
 *
 * <p>Not thread-safe: one writer per pool.
 */
public final class Pool {
  static final ReservationChanged NO_RESERVATION = new ReservationChanged("", 0, false);
  private static final Comparator<Job> BY_END =
      Comparator.comparingLong(Job::endedAtMillis).thenComparing(Job::id);

  PoolConfig config;
  private PoolConfig deployedConfig;
  long nowMillis;
  long commandSeq;
  long eventSeq;
  long epoch;
  private Arrivals arrivals = Arrivals.NONE;
  long firstNodeAtMillis = -1;
  private ReservationChanged reservation = NO_RESERVATION;
  private final TreeMap<Shape, BlockReason> blockedShapes = new TreeMap<>();
  private PolicyStanding policyStanding;

  private final LinkedHashMap<String, Job> jobs = new LinkedHashMap<>();
  private final TreeSet<Job> endedJobs = new TreeSet<>(BY_END);
  private final PendingQueue queue = new PendingQueue();
  private final RunningJobs running = new RunningJobs();
  private final GpuLedger ledger = new GpuLedger();
  private final TreeMap<String, TenantUsage> tenants = new TreeMap<>();
  private final Deadlines deadlines = new Deadlines();
  private final DurationHistory durations = new DurationHistory();
  private final Changes changes = new Changes();
  private final EventApplier applier = new EventApplier(this);

  /** A pool before its first command. */
  public Pool() {}

  /** The pool that {@link #snapshot} was taken of. */
  public static Pool restore(PoolSnapshot snapshot) {
    Pool pool = new Pool();
    PoolCounters counters = snapshot.counters();
    PoolStanding standing = snapshot.standing();
    pool.configure(standing.config());
    pool.deployedConfig = standing.deployedConfig();
    pool.nowMillis = counters.nowMillis();
    pool.commandSeq = counters.commandSeq();
    pool.eventSeq = counters.eventSeq();
    pool.epoch = counters.epoch();
    pool.arrivals = counters.arrivals();
    pool.firstNodeAtMillis = standing.firstNodeAtMillis();
    pool.reservation = standing.reservation();
    standing
        .blockedShapes()
        .forEach(status -> pool.blockedShapes.put(status.shape(), status.reason()));
    pool.policyStanding = standing.policy();
    List<NodeEntry> nodes = new ArrayList<>(snapshot.nodes());
    nodes.sort(Comparator.comparingInt(NodeEntry::order));
    nodes.forEach(pool.ledger::restore);
    List<Job> jobs = new ArrayList<>(snapshot.jobs());
    jobs.sort(Comparator.comparing(Job::id));
    jobs.forEach(pool::put);
    snapshot.tenants().forEach(usage -> pool.tenants.put(usage.tenant(), usage));
    pool.durations.restore(snapshot.durations());
    pool.running.advanceTo(pool.nowMillis);
    pool.changes.clear();
    return pool;
  }

  /** The whole state as values; lists in one fixed order, whatever happened before. */
  public PoolSnapshot snapshot() {
    List<Job> sortedJobs = new ArrayList<>(jobs.size());
    String[] jobIds = jobs.keySet().toArray(String[]::new);
    Arrays.sort(jobIds); // twice as fast as sorting the jobs
    for (String jobId : jobIds) {
      sortedJobs.add(jobs.get(jobId));
    }
    List<NodeEntry> nodes = new ArrayList<>();
    ledger.nodes().forEach(node -> nodes.add(node.entry()));
    return new PoolSnapshot(
        counters(), standing(), sortedJobs, nodes, List.copyOf(tenants.values()), durations.all());
  }

  /** The part of the state that changes with every command. */
  public PoolCounters counters() {
    return new PoolCounters(nowMillis, commandSeq, eventSeq, epoch, arrivals);
  }

  /** The part of the state that belongs to no job, node or tenant and seldom changes. */
  public PoolStanding standing() {
    List<ShapeStatus> blocked = new ArrayList<>(blockedShapes.size());
    blockedShapes.forEach((shape, reason) -> blocked.add(new ShapeStatus(shape, reason)));
    return new PoolStanding(
        config, deployedConfig, firstNodeAtMillis, reservation, blocked, policyStanding);
  }

  /**
   * Changes the state by one fact.
   *
   * @throws IllegalStateException if it does not follow on the events before it: the log is broken
   */
  public void apply(LoggedEvent event) {
    if (event.eventSeq() != eventSeq + 1
        || event.commandSeq() < commandSeq
        || event.timeMillis() < nowMillis) {
      throw new IllegalStateException(
          "event "
              + event.eventSeq()
              + " of command "
              + event.commandSeq()
              + " at "
              + event.timeMillis()
              + " ms cannot follow event "
              + eventSeq
              + " of command "
              + commandSeq
              + " at "
              + nowMillis
              + " ms");
    }
    eventSeq = event.eventSeq();
    commandSeq = event.commandSeq();
    nowMillis = event.timeMillis();
    event.event().accept(applier);
  }

  /** The configuration, or null before the first ConfigurePool. */
  public PoolConfig config() {
    return config;
  }

  /** Time of the last event, milliseconds since the epoch. */
  public long nowMillis() {
    return nowMillis;
  }

  /** Number of the last command. */
  public long commandSeq() {
    return commandSeq;
  }

  /** Number of the last event. */
  public long eventSeq() {
    return eventSeq;
  }

  /** Epoch of the last START. */
  public long epoch() {
    return epoch;
  }

  /** What was submitted of late. */
  public Arrivals arrivals() {
    return arrivals;
  }

  /** The reservation as last announced. */
  public ReservationChanged reservation() {
    return reservation;
  }

  /** Why each pending shape waits, as last announced. */
  public SortedMap<Shape, BlockReason> blockedShapes() {
    return Collections.unmodifiableSortedMap(blockedShapes);
  }

  /** The job, ended ones until they are forgotten included; or null. */
  public Job job(String jobId) {
    return jobs.get(jobId);
  }

  /** All jobs known, in no order that a decision may rest on. */
  public Collection<Job> jobs() {
    return Collections.unmodifiableCollection(jobs.values());
  }

  /** The waiting jobs. */
  public PendingQueue queue() {
    return queue;
  }

  /** The jobs that hold GPUs. */
  public RunningJobs running() {
    return running;
  }

  /** Who holds which GPU. */
  public GpuLedger ledger() {
    return ledger;
  }

  /** How long finished jobs ran. */
  public DurationHistory durations() {
    return durations;
  }

  /** What a tenant has used and may; of one not heard of, nothing and everything. */
  public TenantUsage tenant(String tenant) {
    TenantUsage usage = tenants.get(tenant);
    return usage == null ? new TenantUsage(tenant, 0, null) : usage;
  }

  /** All tenants that have used anything or have a limit, sorted. */
  public Collection<TenantUsage> tenants() {
    return Collections.unmodifiableCollection(tenants.values());
  }

  /** When which job has to be looked after. */
  public Deadlines deadlines() {
    return deadlines;
  }

  /** The last configuration that came with a deployment, or null. */
  public PoolConfig deployedConfig() {
    return deployedConfig;
  }

  /** What changed since the shell last stored it. */
  public Changes changes() {
    return changes;
  }

  /**
   * True once every node had the time to register: one node timeout after the first. Before that no
   * job is refused for being larger than the pool.
   */
  public boolean inventoryKnown(long atMillis) {
    return firstNodeAtMillis >= 0 && atMillis >= firstNodeAtMillis + config.nodeTimeoutMillis();
  }

  /** Ended jobs that ended at or before a time, the oldest first, at most so many. */
  public List<Job> endedBy(long timeMillis, int most) {
    List<Job> ended = new ArrayList<>();
    for (Job job : endedJobs) {
      if (job.endedAtMillis() > timeMillis || ended.size() == most) {
        break;
      }
      ended.add(job);
    }
    return ended;
  }

  void configure(PoolConfig newConfig) {
    if (config != null && !isSamePolicy(config, newConfig)) {
      policyStanding = null;
    }
    config = newConfig;
    changes.touchStanding();
    if (newConfig != null) {
      queue.reorder(Heuristic.queueOrder(newConfig));
    }
  }

  private static boolean isSamePolicy(PoolConfig a, PoolConfig b) {
    return a.policy().equals(b.policy()) && a.learned().model().equals(b.learned().model());
  }

  /** The learned policy has picked. */
  void pickedBy(PolicyIdentity policy) {
    standBy(PolicyStanding.decided(policy));
  }

  /** The substitute has taken the learned policy's place. */
  void substituted(Substitution failure) {
    PolicyStanding before = policyStanding == null ? PolicyStanding.NEVER_ASKED : policyStanding;
    standBy(before.failed(failure, nowMillis));
  }

  private void standBy(PolicyStanding standing) {
    if (!standing.equals(policyStanding)) {
      policyStanding = standing;
      changes.touchStanding();
    }
  }

  void deploy(PoolConfig newConfig) {
    deployedConfig = newConfig;
    changes.touchStanding();
  }

  void listenFrom(long timeMillis) {
    firstNodeAtMillis = timeMillis;
    changes.touchStanding();
  }

  void reserve(ReservationChanged newReservation) {
    reservation = newReservation;
    changes.touchStanding();
  }

  void block(List<ShapeStatus> newlyBlocked) {
    for (ShapeStatus status : newlyBlocked) {
      blockedShapes.put(status.shape(), status.reason());
      changes.touchStanding();
    }
  }

  void countArrival(Job job) {
    arrivals = arrivals.with(job, nowMillis);
  }

  void charge(Job job) {
    long held = nowMillis - job.attempt().placedAtMillis();
    TenantUsage usage = tenant(job.spec().tenant());
    put(
        new TenantUsage(
            usage.tenant(), usage.gpuMillis() + held * job.gpus(), usage.largestClass()));
  }

  void put(TenantUsage usage) {
    tenants.put(usage.tenant(), usage);
    changes.tenants().add(usage.tenant());
  }

  void addDuration(Job job, long runMillis) {
    durations.add(job.spec(), runMillis, eventSeq, changes.durationKeys()::add);
  }

  void registerOrUpdate(NodeFacts facts) {
    if (ledger.node(facts.nodeId()) == null) {
      ledger.register(facts);
    } else {
      ledger.update(facts);
    }
    changes.nodeIds().add(facts.nodeId());
  }

  /** Changes what keeps new work from a node; a removed one that holds nothing leaves. */
  void stand(String nodeId, UnaryOperator<NodeStanding> change) {
    ledger.stand(nodeId, change.apply(ledger.node(nodeId).standing()));
    changes.nodeIds().add(nodeId);
  }

  /** Puts a job in the place of its former self and keeps all indexes in step. */
  void put(Job job) {
    Job former = jobs.put(job.id(), job);
    changes.jobIds().add(job.id());
    deadlines.set(job);
    if (former != null) {
      takeOut(former);
    }
    boolean held = former != null && former.state().holdsGpus();
    boolean holds = job.state().holdsGpus();
    if (held && !holds) {
      running.remove(former);
      ledger.release(former);
      touchNodes(former);
    } else if (holds && !held) {
      ledger.hold(job);
      running.add(job, ledger.heldBy(job.id()));
      touchNodes(job);
    }
    if (job.state() == JobState.PENDING) {
      queue.add(job);
    } else if (!holds) {
      endedJobs.add(job);
    }
  }

  private void takeOut(Job former) {
    if (former.state() == JobState.PENDING) {
      queue.remove(former);
      if (!queue.byShape().containsKey(former.shape())
          && blockedShapes.remove(former.shape()) != null) {
        changes.touchStanding();
      }
    } else if (!former.state().holdsGpus()) {
      endedJobs.remove(former);
    }
  }

  private void touchNodes(Job job) {
    for (TaskRun task : job.attempt().tasks()) {
      changes.nodeIds().add(task.nodeId());
    }
  }

  void forget(String jobId) {
    endedJobs.remove(jobs.remove(jobId));
    changes.jobIds().add(jobId);
  }
}
