package dev.prioritize.core.engine;

import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.PendingQueue;
import java.util.Comparator;
import java.util.NavigableSet;
import java.util.PriorityQueue;

/**
 * Walks the queue once in its order, merging the shapes, so that a shape found to fit nowhere drops
 * out with all of its jobs at once. Jobs may leave the queue during the walk; none may join.
 */
final class QueueWalk {
  private static final class Cursor {
    private final NavigableSet<Job> jobs;
    private Job head;

    private Cursor(NavigableSet<Job> jobs) {
      this.jobs = jobs;
      this.head = jobs.first();
    }
  }

  private final PriorityQueue<Cursor> heads;
  private Cursor last;

  QueueWalk(PendingQueue queue) {
    heads = new PriorityQueue<>(Comparator.comparing(cursor -> cursor.head, queue.order()));
    queue.byShape().values().forEach(jobs -> heads.add(new Cursor(jobs)));
  }

  /** The next job, or null at the end. */
  Job next() {
    if (last != null) {
      putBack(last);
    }
    last = heads.poll();
    return last == null ? null : last.head;
  }

  private void putBack(Cursor cursor) {
    Job following = cursor.jobs.higher(cursor.head);
    if (following != null) {
      cursor.head = following;
      heads.add(cursor);
    }
  }

  /** Leaves out all further jobs of the shape of the job handed out last. */
  void leaveOutShapeOfLast() {
    last = null;
  }
}
