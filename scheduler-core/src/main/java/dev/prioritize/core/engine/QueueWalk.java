package dev.prioritize.core.engine;

import dev.prioritize.core.model.Shape;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.PendingQueue;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NavigableSet;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * Walks the queue once in its order, merging the shapes, so that a shape found to fit nowhere drops
 * out with all of its jobs at once, and one whose jobs may not start now is parked until another
 * job has started. Jobs may leave the queue during the walk, as {@link #started} says; none may
 * join.
 */
final class QueueWalk {
  /** One shape's jobs, from the head on. */
  private static final class Cursor {
    private final NavigableSet<Job> jobs;
    private Iterator<Job> following;
    private Job head;

    private Cursor(NavigableSet<Job> jobs) {
      this.jobs = jobs;
      this.following = jobs.iterator();
      this.head = following.next();
    }

    /** Goes on to the next job; false at the end. */
    private boolean advance() {
      if (following == null) {
        following = jobs.tailSet(head, false).iterator();
      }
      head = following.hasNext() ? following.next() : null;
      return head != null;
    }

    /** Goes on to the first job behind this one, if not yet there; false at the end. */
    private boolean advanceBehind(Job job, Comparator<Job> order) {
      if (head == null || order.compare(head, job) > 0) {
        return head != null;
      }
      head = job;
      following = null;
      return advance();
    }
  }

  private final Comparator<Job> order;
  private final PriorityQueue<Cursor> heads;
  private final TreeMap<Shape, Cursor> open = new TreeMap<>();
  private final TreeMap<Shape, Cursor> parked = new TreeMap<>();
  private Cursor last;

  /** How far the walk has come; null at the start. */
  private Job position;

  QueueWalk(PendingQueue queue) {
    order = queue.order();
    heads = new PriorityQueue<>((a, b) -> order.compare(a.head, b.head));
    queue
        .byShape()
        .forEach(
            (shape, jobs) -> {
              Cursor cursor = new Cursor(jobs);
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

  /** True as long as jobs of the shape may be tried. */
  boolean isOpen(Shape shape) {
    return open.containsKey(shape);
  }

  /** The job has left the queue. */
  void started(Job job) {
    unpark();
    Cursor cursor = open.get(job.shape());
    cursor.following = null;
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
