package dev.prioritize.core.engine;

import dev.prioritize.core.model.Shape;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.PendingQueue;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NavigableSet;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Walks the queue once in its order, merging the shapes, so that a shape found to fit nowhere drops
 * out with all of its jobs at once, and one whose jobs may not start now is parked until another
 * job has started. Jobs may leave the queue during the walk, as {@link #started} says; none may
 * join.
 */
final class QueueWalk {
  /** One shape's jobs, from the head on. */
  private abstract static class Cursor {
    Job head;

    /** Goes on to the next job; false at the end. */
    abstract boolean advance();

    /** Goes on to the first job behind this one, if not yet there; false at the end. */
    abstract boolean advanceBehind(Job job, Comparator<Job> order);

    /** A job of the shape has left the queue. */
    abstract void started();
  }

  /** A shape whose jobs the queue keeps in order. */
  private static final class SortedCursor extends Cursor {
    private final NavigableSet<Job> jobs;
    private Iterator<Job> following;

    private SortedCursor(NavigableSet<Job> jobs) {
      this.jobs = jobs;
      this.following = jobs.iterator();
      this.head = following.next();
    }

    @Override
    boolean advance() {
      if (following == null) {
        following = jobs.tailSet(head, false).iterator();
      }
      head = following.hasNext() ? following.next() : null;
      return head != null;
    }

    @Override
    boolean advanceBehind(Job job, Comparator<Job> order) {
      if (head == null || order.compare(head, job) > 0) {
        return head != null;
      }
      head = job;
      following = null;
      return advance();
    }

    @Override
    void started() {
      following = null;
    }
  }

  /** A shape whose jobs are put in order as far as they are reached: of most, only the head is. */
  private static final class ScoredCursor extends Cursor {
    private final Comparator<Job> order;
    private final Collection<Job> jobs; // live
    private PriorityQueue<Job> following;

    private ScoredCursor(Collection<Job> jobs, Comparator<Job> order) {
      this.order = order;
      this.jobs = jobs;
      this.head = Collections.min(jobs, order);
    }

    @Override
    boolean advance() {
      if (following == null) {
        following = new PriorityQueue<>(jobs.size() + 1, order);
        for (Job job : jobs) {
          if (!job.id().equals(head.id())) {
            following.add(job);
          }
        }
      }
      head = following.poll();
      return head != null;
    }

    @Override
    boolean advanceBehind(Job job, Comparator<Job> ignored) {
      boolean isLeft = head != null;
      while (isLeft && order.compare(head, job) <= 0) {
        isLeft = advance();
      }
      return isLeft;
    }

    @Override
    void started() {}
  }

  private final Comparator<Job> order;
  private final PriorityQueue<Cursor> heads;
  private final TreeMap<Shape, Cursor> open = new TreeMap<>();
  private final TreeMap<Shape, Cursor> parked = new TreeMap<>();
  private Cursor last;

  /** How far the walk has come; null at the start. */
  private Job position;

  /** A walk in the order in which the queue is kept. */
  QueueWalk(PendingQueue queue) {
    this(queue, queue.order(), SortedCursor::new);
  }

  /** A walk by score, the highest first. No other job than the walk's may start during it. */
  static QueueWalk byScore(PendingQueue queue, ToDoubleFunction<Job> score) {
    return new QueueWalk(
        queue,
        Heuristic.withTies(
            (a, b) -> Double.compare(score.applyAsDouble(b), score.applyAsDouble(a))));
  }

  /** A walk in another order, total. No other job than the walk's may start during it. */
  QueueWalk(PendingQueue queue, Comparator<Job> order) {
    this(queue, order, jobs -> new ScoredCursor(jobs, order));
  }

  private QueueWalk(
      PendingQueue queue, Comparator<Job> order, Function<NavigableSet<Job>, Cursor> newCursor) {
    this.order = order;
    heads = new PriorityQueue<>((a, b) -> order.compare(a.head, b.head));
    queue
        .byShape()
        .forEach(
            (shape, jobs) -> {
              Cursor cursor = newCursor.apply(jobs);
              heads.add(cursor);
              open.put(shape, cursor);
            });
  }

  /** The next job, or null at the end. */
  Job next() {
    if (last != null && last.advance()) {
      Cursor first = heads.peek();
      if (first != null && order.compare(last.head, first.head) > 0) {
        heads.add(last);
        last = heads.poll();
      }
    } else {
      last = heads.poll();
    }
    if (last == null) {
      return null;
    }
    position = last.head;
    return position;
  }

  /** The job has left the queue. */
  void started(Job job) {
    unpark();
    Cursor cursor = open.get(job.shape());
    cursor.started();
    boolean isNext = cursor != last && cursor.head != null && cursor.head.id().equals(job.id());
    if (isNext) {
      heads.remove(cursor);
      if (cursor.advance()) {
        heads.add(cursor);
      }
    }
  }

  /** Leaves out all jobs of the shape from now on. */
  void leaveOut(Shape shape) {
    takeOut(open.remove(shape));
  }

  /** Passes over the jobs of the shape until a job has started. */
  void park(Shape shape) {
    Cursor cursor = open.get(shape);
    takeOut(cursor);
    parked.put(shape, cursor);
  }

  private void takeOut(Cursor cursor) {
    if (cursor == last) {
      last = null;
    } else {
      heads.remove(cursor);
    }
  }

  /** What was passed over stays so, as if it had been handed out. */
  private void unpark() {
    for (Cursor cursor : parked.values()) {
      boolean isLeft =
          position == null ? cursor.head != null : cursor.advanceBehind(position, order);
      if (isLeft) {
        heads.add(cursor);
      }
    }
    parked.clear();
  }
}
