package dev.prioritize.core.engine;

import dev.prioritize.core.model.Shape;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.PendingQueue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The jobs that a learned policy is shown: at most the pool's window, all of which may be picked,
 * in the order of the queue, which is that of {@code wsaf}.
 *
 * <p>A job may be picked if it fits now and does not delay the reservation, or, while there is
 * none, if it does not fit now but could in an idle pool. Of each shape that fits the window takes
 * the heads of the order, and for every three of them the one that has waited longest; shapes take
 * turns. Of a shape that does not fit, one head and the longest waiting are enough to choose who
 * gets the reservation.
 *
 * <p>A job that would have delayed the reservation when one behind it started is passed over for
 * the rest of the pass. So the policy that always picks the first candidate is {@code wsaf} under
 * {@code easy}, start for start.
 */
final class CandidateWindow {
  private static final int TURNS_OF_BLOCKED_SHAPE = 2;
  private static final int OLDEST_EVERY = 4;

  /** Looking for short jobs by estimate beats looking along the order up to here. */
  private static final int FEW_SHORT_JOBS = 256;

  /** One shape's jobs that may be picked. */
  private static final class Source {
    private final Job first;
    private final Iterator<Job> heads;
    private final Iterator<Job> oldest;
    private int turnsLeft;
    private int turn;

    /** At least one job. */
    private Source(Iterable<Job> heads, Iterable<Job> oldest, int turnsLeft) {
      this.first = heads.iterator().next();
      this.heads = heads.iterator();
      this.oldest = oldest.iterator();
      this.turnsLeft = turnsLeft;
    }
  }

  private final PassBoard board;
  private final PendingQueue queue;
  private final Comparator<Job> order;
  private final int size;

  /** Of each shape, the last start in the order at which its jobs would have delayed. */
  private final TreeMap<Shape, Job> passedUpTo = new TreeMap<>();

  private final List<Shape> delaying = new ArrayList<>();
  private List<Job> candidates = List.of();

  CandidateWindow(PassBoard board) {
    this.board = board;
    this.queue = board.pool().queue();
    this.order = queue.order();
    this.size = board.pool().config().learned().window();
  }

  /** The jobs that may be picked now, as of the last {@link #refresh}. */
  List<Job> candidates() {
    return candidates;
  }

  /** A candidate is about to start. */
  void starts(Job job) {
    for (Shape shape : delaying) {
      passedUpTo.merge(shape, job, (a, b) -> order.compare(a, b) >= 0 ? a : b);
    }
  }

  /** Looks again, after a pick. */
  void refresh() {
    delaying.clear();
    List<Source> sources = new ArrayList<>();
    for (Shape shape : queue.byShape().keySet()) {
      Source source = sourceOf(shape);
      if (source != null) {
        sources.add(source);
      }
    }
    if (sources.size() > size) {
      sources.sort((a, b) -> order.compare(a.first, b.first));
    }
    candidates = takeTurns(sources);
    candidates.sort(order);
  }

  /** Null if none of the shape may be picked. */
  private Source sourceOf(Shape shape) {
    PassBoard.Probe probe = board.probe(shape);
    NavigableSet<Job> inOrder = queue.byShape().get(shape);
    NavigableSet<Job> bySubmission = queue.bySubmission(shape);
    if (probe == null) {
      return board.reservation() == null && board.canEverFit(shape)
          ? new Source(inOrder, bySubmission, TURNS_OF_BLOCKED_SHAPE)
          : null;
    }
    if (board.reservation() == null) {
      return new Source(inOrder, bySubmission, size);
    }
    if (board.delaysReservation(shape, probe)) {
      delaying.add(shape);
      return shortJobs(shape);
    }
    Job passed = passedUpTo.get(shape);
    if (passed == null) {
      return new Source(inOrder, bySubmission, size);
    }
    return matching(shape, job -> order.compare(job, passed) >= 0 || endsInTime(job));
  }

  private boolean endsInTime(Job job) {
    return board.endsBeforeReservation(job);
  }

  /** The jobs of a shape that end before the reservation's planned start. */
  private Source shortJobs(Shape shape) {
    List<Job> few = new ArrayList<>();
    for (Job job : queue.byEstimate(shape)) {
      if (few.size() == FEW_SHORT_JOBS) {
        return matching(shape, this::endsInTime);
      }
      if (!endsInTime(job)) {
        break;
      }
      few.add(job);
    }
    if (few.isEmpty()) {
      board.blockByReservation(shape);
      return null;
    }
    few.sort(order);
    return new Source(few, few, size);
  }

  private Source matching(Shape shape, Predicate<Job> mayBePicked) {
    Iterable<Job> heads = () -> queue.byShape().get(shape).stream().filter(mayBePicked).iterator();
    Iterable<Job> oldest = () -> queue.bySubmission(shape).stream().filter(mayBePicked).iterator();
    return heads.iterator().hasNext() ? new Source(heads, oldest, size) : null;
  }

  private List<Job> takeTurns(List<Source> sources) {
    List<Job> taken = new ArrayList<>();
    Set<String> takenIds = new LinkedHashSet<>();
    List<Source> open = sources;
    while (!open.isEmpty() && taken.size() < size) {
      List<Source> stillOpen = new ArrayList<>(open.size());
      for (Source source : open) {
        Job job = taken.size() < size ? nextOf(source, takenIds) : null;
        if (job != null) {
          taken.add(job);
          stillOpen.add(source);
        }
      }
      open = stillOpen;
    }
    return taken;
  }

  private static Job nextOf(Source source, Set<String> takenIds) {
    if (source.turnsLeft == 0) {
      return null;
    }
    source.turnsLeft--;
    source.turn++;
    boolean isForOldest = source.turn % OLDEST_EVERY == 2;
    Iterator<Job> jobs = isForOldest ? source.oldest : source.heads;
    while (jobs.hasNext()) {
      Job job = jobs.next();
      if (takenIds.add(job.id())) {
        return job;
      }
    }
    return null;
  }
}
