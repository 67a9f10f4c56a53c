package dev.prioritize.stream.query;

import dev.prioritize.core.model.ClockMode;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.model.Shape;
import dev.prioritize.core.placement.CapacityView;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.Node;
import dev.prioritize.core.state.Pool;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;

/**
 * A pool as it stands at one instant, with what follows from its state. Not to be used once the
 * pool has changed.
 */
public final class PoolView {
  /** Of the jobs that do not wait. */
  private static final Comparator<Job> HOLDING_THEN_ENDED =
      Comparator.comparing((Job job) -> !job.state().holdsGpus())
          .thenComparingLong(PoolView::orderInGroup)
          .thenComparing(Job::id);

  private final String name;
  private final Pool pool;
  private final long nowMillis;
  private final List<Job> ranking;
  private final Map<String, Integer> ranks = new HashMap<>();
  private final WaitFinder waits;

  /**
   * A view of a pool.
   *
   * @param pool configured; from now on nobody changes it
   * @param wallMillis the wall clock, milliseconds since the epoch; a virtual pool goes by its own
   */
  public PoolView(String name, Pool pool, long wallMillis) {
    this.name = name;
    this.pool = pool;
    this.nowMillis = isVirtual() ? pool.nowMillis() : Math.max(pool.nowMillis(), wallMillis);
    this.ranking = ranked(pool);
    for (Job job : ranking) {
      ranks.put(job.id(), ranks.size() + 1);
    }
    this.waits = new WaitFinder(pool, ranking);
  }

  private static List<Job> ranked(Pool pool) {
    List<Job> jobs = new ArrayList<>(pool.queue().size());
    pool.queue().byShape().values().forEach(jobs::addAll);
    jobs.sort(pool.queue().order());
    return Collections.unmodifiableList(jobs);
  }

  /** The pool's id. */
  public String name() {
    return name;
  }

  /** The state itself. */
  public Pool pool() {
    return pool;
  }

  /** True if only a driver moves the pool's time. */
  public boolean isVirtual() {
    return pool.config().clock() == ClockMode.VIRTUAL;
  }

  /** The instant of the view, milliseconds since the epoch. */
  public long nowMillis() {
    return nowMillis;
  }

  /** Jobs that wait. */
  public int pendingJobs() {
    return ranking.size();
  }

  /** The job with all that follows for it, or null if the pool does not know it. */
  public JobView job(String jobId) {
    Job job = pool.job(jobId);
    return job == null ? null : view(job);
  }

  private JobView view(Job job) {
    int rank = ranks.getOrDefault(job.id(), 0);
    return new JobView(
        job,
        rank,
        rank == 0 ? null : waits.of(job),
        nowMillis,
        pool.config().agingIntervalMillis(),
        guardAtMillis(job));
  }

  /** When the starvation guard puts the job before all others; 0 if it never does. */
  private long guardAtMillis(Job job) {
    long boundMillis = pool.config().starvationBoundMillis(job.priorityClass());
    boolean guarded = pool.config().discipline() == Discipline.EASY && boundMillis > 0;
    return guarded ? job.submittedAtMillis() + boundMillis : 0;
  }

  /**
   * All jobs: the waiting by rank, those that hold GPUs by placement, then the ended, the last one
   * first.
   */
  public List<JobView> jobs() {
    List<Job> others = new ArrayList<>();
    for (Job job : pool.jobs()) {
      if (!ranks.containsKey(job.id())) {
        others.add(job);
      }
    }
    others.sort(HOLDING_THEN_ENDED);
    List<JobView> views = new ArrayList<>(pool.jobs().size());
    ranking.forEach(job -> views.add(view(job)));
    others.forEach(job -> views.add(view(job)));
    return views;
  }

  private static long orderInGroup(Job job) {
    return job.state().holdsGpus() ? job.attempt().placedAtMillis() : -job.endedAtMillis();
  }

  /** All nodes by id. */
  public List<NodeView> nodes() {
    List<NodeView> views = new ArrayList<>();
    for (Node node : pool.ledger().nodes()) {
      views.add(NodeView.of(node));
    }
    views.sort(Comparator.comparing(NodeView::id));
    return views;
  }

  /** The node, or null if the pool does not know it. */
  public NodeView node(String nodeId) {
    Node node = pool.ledger().node(nodeId);
    return node == null ? null : NodeView.of(node);
  }

  /** Capacity in service and free, of GPUs of any model. */
  public CapacityView capacity() {
    return pool.ledger().view(Shape.ANY_MODEL);
  }

  /** How long the oldest waiting job of a class has waited, in milliseconds; -1 if none waits. */
  public long oldestWaitMillis(PriorityClass priorityClass) {
    NavigableSet<Job> jobs = pool.queue().byAge(priorityClass);
    return jobs.isEmpty() ? -1 : nowMillis - jobs.first().submittedAtMillis();
  }

  /** Jobs that have ended and are not forgotten yet. */
  public int endedJobs() {
    return pool.jobs().size() - ranking.size() - pool.running().size();
  }

  /**
   * Since when nothing was decided, in milliseconds. A scheduler at work decides at least once a
   * second in a pool on the wall clock; 0 in a virtual one.
   */
  public long silenceMillis() {
    return nowMillis - pool.nowMillis();
  }
}
