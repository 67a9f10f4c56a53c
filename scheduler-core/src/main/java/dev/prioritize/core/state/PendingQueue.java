package dev.prioritize.core.state;

import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.model.Shape;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The waiting jobs: by shape in the policy's order and by estimate, and by class in order of
 * submission.
 */
public final class PendingQueue {
  private static final Comparator<Job> BY_SUBMISSION =
      (a, b) -> byTime(a.submittedAtMillis(), b.submittedAtMillis(), a, b);
  private static final Comparator<Job> BY_ESTIMATE =
      (a, b) -> byTime(a.estimate().durationMillis(), b.estimate().durationMillis(), a, b);

  private Comparator<Job> order = BY_SUBMISSION;
  private TreeMap<Shape, TreeSet<Job>> byShape = new TreeMap<>();
  private final TreeMap<Shape, TreeSet<Job>> byEstimate = new TreeMap<>();
  private final EnumMap<PriorityClass, TreeSet<Job>> byAge = new EnumMap<>(PriorityClass.class);
  private int size;

  PendingQueue() {
    for (PriorityClass priorityClass : PriorityClass.values()) {
      byAge.put(priorityClass, new TreeSet<>(BY_SUBMISSION));
    }
  }

  private static int byTime(long timeOfA, long timeOfB, Job a, Job b) {
    int byTime = Long.compare(timeOfA, timeOfB);
    return byTime != 0 ? byTime : a.id().compareTo(b.id());
  }

  /** Jobs that wait. */
  public int size() {
    return size;
  }

  /** The order in which a pass walks the queue; total. */
  public Comparator<Job> order() {
    return order;
  }

  /** The jobs of each pending shape in the policy's order; live, not to be changed. */
  public SortedMap<Shape, ? extends NavigableSet<Job>> byShape() {
    return Collections.unmodifiableSortedMap(byShape);
  }

  /** The jobs of a class, the longest waiting first; live. */
  public NavigableSet<Job> byAge(PriorityClass priorityClass) {
    return Collections.unmodifiableNavigableSet(byAge.get(priorityClass));
  }

  /** The shortest estimate among the jobs of a shape, of which there must be one. */
  public long shortestEstimateMillis(Shape shape) {
    return byEstimate.get(shape).first().estimate().durationMillis();
  }

  void reorder(Comparator<Job> newOrder) {
    order = newOrder;
    TreeMap<Shape, TreeSet<Job>> reordered = new TreeMap<>();
    for (Map.Entry<Shape, TreeSet<Job>> shape : byShape.entrySet()) {
      TreeSet<Job> jobs = new TreeSet<>(newOrder);
      jobs.addAll(shape.getValue());
      reordered.put(shape.getKey(), jobs);
    }
    byShape = reordered;
  }

  void add(Job job) {
    byShape.computeIfAbsent(job.shape(), shape -> new TreeSet<>(order)).add(job);
    byEstimate.computeIfAbsent(job.shape(), shape -> new TreeSet<>(BY_ESTIMATE)).add(job);
    byAge.get(job.priorityClass()).add(job);
    size++;
  }

  void remove(Job job) {
    remove(job, byShape);
    remove(job, byEstimate);
    byAge.get(job.priorityClass()).remove(job);
    size--;
  }

  private static void remove(Job job, Map<Shape, ? extends Set<Job>> index) {
    Set<Job> jobs = index.get(job.shape());
    if (jobs == null || !jobs.remove(job)) {
      throw new IllegalStateException("job " + job.id() + " is not in the queue");
    }
    if (jobs.isEmpty()) {
      index.remove(job.shape());
    }
  }
}
