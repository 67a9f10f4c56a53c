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
 * The waiting jobs: by shape in the policy's order, by estimate and in order of submission, and by
 * class in order of submission.
 */
public final class PendingQueue {
  private static final Comparator<Job> BY_SUBMISSION =
      (a, b) -> byTime(a.submittedAtMillis(), b.submittedAtMillis(), a, b);
  private static final Comparator<Job> BY_ESTIMATE =
      (a, b) -> byTime(a.estimate().durationMillis(), b.estimate().durationMillis(), a, b);

  private Comparator<Job> order = BY_SUBMISSION;
  private TreeMap<Shape, TreeSet<Job>> byShape = new TreeMap<>();
  private final TreeMap<Shape, TreeSet<Job>> byEstimate = new TreeMap<>();
  private final TreeMap<Shape, TreeSet<Job>> bySubmission = new TreeMap<>();
  private final EnumMap<PriorityClass, Long> expectedGpuSeconds =
      new EnumMap<>(PriorityClass.class);
  private final EnumMap<PriorityClass, TreeSet<Job>> byAge = new EnumMap<>(PriorityClass.class);
  private int size;

  PendingQueue() {
    for (PriorityClass priorityClass : PriorityClass.values()) {
      byAge.put(priorityClass, new TreeSet<>(BY_SUBMISSION));
      expectedGpuSeconds.put(priorityClass, 0L);
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

  /** The jobs of a shape, of which there must be one, the longest waiting first; live. */
  public NavigableSet<Job> bySubmission(Shape shape) {
    return Collections.unmodifiableNavigableSet(bySubmission.get(shape));
  }

  /** The jobs of a shape, of which there must be one, the shortest estimate first; live. */
  public NavigableSet<Job> byEstimate(Shape shape) {
    return Collections.unmodifiableNavigableSet(byEstimate.get(shape));
  }

  /** GPUs × estimate of all jobs of a class, in GPU seconds, each rounded down. */
  public long expectedGpuSeconds(PriorityClass priorityClass) {
    return expectedGpuSeconds.get(priorityClass);
  }

  /** A million of the largest stay within a long. */
  private static long gpuSeconds(Job job) {
    return job.expectedGpuMillis() / 1_000;
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
    bySubmission.computeIfAbsent(job.shape(), shape -> new TreeSet<>(BY_SUBMISSION)).add(job);
    byAge.get(job.priorityClass()).add(job);
    expectedGpuSeconds.merge(job.priorityClass(), gpuSeconds(job), Long::sum);
    size++;
  }

  void remove(Job job) {
    remove(job, byShape);
    remove(job, byEstimate);
    remove(job, bySubmission);
    byAge.get(job.priorityClass()).remove(job);
    expectedGpuSeconds.merge(job.priorityClass(), -gpuSeconds(job), Long::sum);
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
