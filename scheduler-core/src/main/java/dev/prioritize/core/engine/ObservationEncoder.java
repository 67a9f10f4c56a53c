package dev.prioritize.core.engine;

import dev.prioritize.core.model.Estimate;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.model.Shape;
import dev.prioritize.core.placement.CapacityView;
import dev.prioritize.core.placement.NodeShare;
import dev.prioritize.core.policy.CandidateFeature;
import dev.prioritize.core.policy.ClusterFeature;
import dev.prioritize.core.policy.Observation;
import dev.prioritize.core.state.Arrivals;
import dev.prioritize.core.state.Holding;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.Pool;
import dev.prioritize.core.state.RunningJobs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Writes down what a learned policy is shown: {@link CandidateFeature} and {@link ClusterFeature}
 * say what each number is. Only StrictMath and plain arithmetic, so that the bits are the same
 * everywhere.
 */
final class ObservationEncoder {
  private static final double SECOND = 1_000;
  private static final double LEAST_SECONDS = 0.001;
  private static final long[] HORIZONS_MILLIS = {600_000, 3_600_000, 21_600_000, 86_400_000};
  private static final int MOST_RETRIES = 4;

  /** What all jobs of a shape share in one observation. */
  private record ShapeFacts(
      boolean fits,
      double nodes,
      double poolShare,
      double freeShare,
      double plannedStartSeconds,
      double wholeNodesTaken,
      double leftover,
      double shapeShare) {}

  private final PassBoard board;
  private final Pool pool;
  private final long nowMillis;
  private final double agingIntervalMillis;
  private final long[] finishedMillis;
  private final double[] releasedShare = new double[HORIZONS_MILLIS.length];
  private final Comparator<Job> byAgedPriority;

  ObservationEncoder(PassBoard board) {
    this.board = board;
    this.pool = board.pool();
    this.nowMillis = board.nowMillis();
    long interval = pool.config().agingIntervalMillis();
    this.agingIntervalMillis = interval;
    this.byAgedPriority =
        Comparator.comparingLong(
            job -> job.submittedAtMillis() - job.priorityClass().base() * interval);
    this.finishedMillis = pool.durations().sortedOfPool();
    countReleases();
  }

  private void countReleases() {
    double capacity = capacity();
    RunningJobs.ByExpectedEnd held = pool.running().byExpectedEnd(nowMillis);
    long gpus = 0;
    for (int i = 0; i < HORIZONS_MILLIS.length; i++) {
      long untilMillis = nowMillis + HORIZONS_MILLIS[i];
      while (held.peek() != null && held.peek().expectedEndMillis(nowMillis) <= untilMillis) {
        Holding holding = held.peek();
        gpus += holding.gpuCount();
        held.advance();
      }
      releasedShare[i] = gpus / capacity;
    }
  }

  private double capacity() {
    return Math.max(1, pool.ledger().view(Shape.ANY_MODEL).totalCapacity());
  }

  Observation encode(List<Job> candidates) {
    SortedMap<Shape, ShapeFacts> shapes = shapeFacts(candidates);
    double blockedUntilSeconds = blockedUntilSeconds(candidates, shapes);
    int[] agedRanks = agedRanks(candidates);
    boolean mayWait = board.mayWait();
    int rows = candidates.size() + (mayWait ? 1 : 0);
    float[] values = new float[rows * CandidateFeature.COUNT];
    for (int i = 0; i < candidates.size(); i++) {
      Job job = candidates.get(i);
      Row row = new Row(values, i * CandidateFeature.COUNT);
      ofJob(row, job);
      ofEstimate(row, job.estimate());
      ofShape(row, shapes.get(job.shape()), job);
      row.put(CandidateFeature.OVERRUN, overrun(job, blockedUntilSeconds));
      row.put(CandidateFeature.WSAF_RANK, (double) i / candidates.size());
      row.put(CandidateFeature.AGED_RANK, (double) agedRanks[i] / candidates.size());
    }
    if (mayWait) {
      Row row = new Row(values, candidates.size() * CandidateFeature.COUNT);
      row.put(CandidateFeature.WEIGHTED_AREA, Observation.BOUND);
      row.put(CandidateFeature.WAIT_OPTION, 1);
    }
    return new Observation(candidates, mayWait, values, cluster(shapes));
  }

  /** Where one candidate's values go. */
  private static final class Row {
    private final float[] values;
    private final int start;

    private Row(float[] values, int start) {
      this.values = values;
      this.start = start;
    }

    void put(CandidateFeature feature, double value) {
      values[start + feature.column()] = bounded(value);
    }
  }

  private static float bounded(double value) {
    return (float) Math.max(-Observation.BOUND, Math.min(Observation.BOUND, value));
  }

  private void ofJob(Row row, Job job) {
    double gpus = job.gpus();
    double weight = job.priorityClass().weight();
    double duration = seconds(job.estimate().durationMillis());
    double wait = (nowMillis - job.submittedAtMillis()) / SECOND;
    double aged =
        job.priorityClass().base() + (nowMillis - job.submittedAtMillis()) / agingIntervalMillis;
    row.put(
        CandidateFeature.WEIGHTED_AREA,
        ln(Math.max(LEAST_SECONDS, job.expectedGpuMillis() / SECOND / weight)) / 8);
    row.put(CandidateFeature.DURATION, ln(duration) / 8);
    row.put(CandidateFeature.GPUS, ln(gpus) / 8);
    row.put(CandidateFeature.CLASS_WEIGHT, ln(weight) / 8);
    row.put(CandidateFeature.AGED_PRIORITY, ln(1 + aged) / 4);
    row.put(CandidateFeature.WAIT, ln(1 + wait) / 8);
    row.put(CandidateFeature.SLOWDOWN, ln(1 + wait / duration) / 8);
    row.put(
        CandidateFeature.TENANT_SHARE,
        Math.min(1, pool.running().gpusHeldBy(job.spec().tenant()) / capacity()));
    row.put(CandidateFeature.DURATION_RANK, durationRank(job.estimate().durationMillis()));
    row.put(CandidateFeature.SOON_FREE_AFTER, soonFreeShare() - Math.min(1, gpus / capacity()));
    row.put(
        CandidateFeature.RETRIES, (double) Math.min(MOST_RETRIES, job.attempts()) / MOST_RETRIES);
  }

  private double durationRank(long durationMillis) {
    int shorter = 0;
    while (shorter < finishedMillis.length && finishedMillis[shorter] < durationMillis) {
      shorter++;
    }
    return finishedMillis.length == 0 ? 0 : (double) shorter / finishedMillis.length;
  }

  private double soonFreeShare() {
    double free = pool.ledger().view(Shape.ANY_MODEL).totalFree();
    return free / capacity() + releasedShare[1];
  }

  private static void ofEstimate(Row row, Estimate estimate) {
    double duration = seconds(estimate.durationMillis());
    row.put(
        CandidateFeature.ESTIMATE_GIVEN, estimate.source() == Estimate.Source.SUBMITTER ? 1 : 0);
    row.put(CandidateFeature.ESTIMATE_SPECIFICITY, specificity(estimate.source()));
    row.put(
        CandidateFeature.ESTIMATE_SPREAD_DOWN,
        ln(duration / seconds(estimate.lowerQuartileMillis())) / 4);
    row.put(
        CandidateFeature.ESTIMATE_SPREAD_UP,
        ln(seconds(estimate.upperDecileMillis()) / duration) / 4);
    row.put(CandidateFeature.ESTIMATE_MEAN, ln(seconds(estimate.meanMillis()) / duration) / 4);
  }

  private static double specificity(Estimate.Source source) {
    return switch (source) {
      case SUBMITTER -> 1;
      case TENANT_NAME_GPUS -> 0.8;
      case TENANT_GPUS -> 0.6;
      case GPUS -> 0.4;
      case POOL -> 0.2;
      case NOTHING_KNOWN -> 0;
    };
  }

  private void ofShape(Row row, ShapeFacts shape, Job job) {
    boolean outlasts = board.reservation() != null && !board.endsBeforeReservation(job);
    row.put(CandidateFeature.NODES, ln(1 + shape.nodes) / 4);
    row.put(CandidateFeature.POOL_SHARE, shape.poolShare);
    row.put(CandidateFeature.FREE_SHARE, shape.freeShare);
    row.put(CandidateFeature.FITS, shape.fits ? 1 : 0);
    row.put(CandidateFeature.BESIDE_RESERVATION, outlasts ? 1 : 0);
    row.put(CandidateFeature.PLANNED_START, ln(1 + shape.plannedStartSeconds) / 8);
    row.put(CandidateFeature.WHOLE_NODES_TAKEN, shape.wholeNodesTaken);
    row.put(CandidateFeature.LEFTOVER, shape.leftover);
    row.put(CandidateFeature.SHAPE_SHARE, shape.shapeShare);
  }

  private double overrun(Job job, double blockedUntilSeconds) {
    if (blockedUntilSeconds < 0) {
      return 0;
    }
    double over = seconds(job.estimate().durationMillis()) - blockedUntilSeconds;
    return Math.signum(over) * ln(1 + Math.abs(over)) / 8;
  }

  /** Until the planned start of what is blocked first, or −1 if nothing is. */
  private double blockedUntilSeconds(List<Job> candidates, SortedMap<Shape, ShapeFacts> shapes) {
    if (board.reservation() != null) {
      return reservationSeconds();
    }
    for (Job job : candidates) {
      ShapeFacts shape = shapes.get(job.shape());
      if (!shape.fits) {
        return shape.plannedStartSeconds;
      }
    }
    return -1;
  }

  private double reservationSeconds() {
    return Math.max(0, (board.reservation().plannedStartMillis() - nowMillis) / SECOND);
  }

  private int[] agedRanks(List<Job> candidates) {
    List<Integer> indexes = new ArrayList<>(candidates.size());
    for (int i = 0; i < candidates.size(); i++) {
      indexes.add(i);
    }
    indexes.sort((a, b) -> byAgedPriority.compare(candidates.get(a), candidates.get(b)));
    int[] ranks = new int[candidates.size()];
    for (int rank = 0; rank < ranks.length; rank++) {
      ranks[indexes.get(rank)] = rank;
    }
    return ranks;
  }

  private SortedMap<Shape, ShapeFacts> shapeFacts(List<Job> candidates) {
    TreeSet<Shape> shapes = new TreeSet<>();
    TreeSet<Shape> unfitting = new TreeSet<>();
    for (Job job : candidates) {
      if (shapes.add(job.shape()) && board.probe(job.shape()) == null) {
        unfitting.add(job.shape());
      }
    }
    SortedMap<Shape, Long> starts = ReleasePlan.plannedStarts(pool, unfitting, nowMillis);
    TreeMap<Shape, ShapeFacts> facts = new TreeMap<>();
    for (Shape shape : shapes) {
      facts.put(shape, factsOf(shape, starts.getOrDefault(shape, nowMillis)));
    }
    return facts;
  }

  private ShapeFacts factsOf(Shape shape, long plannedStartMillis) {
    CapacityView view = pool.ledger().view(shape.gpuModel());
    PassBoard.Probe probe = board.probe(shape);
    double wholeTaken = 0;
    double leftover = 0;
    if (probe != null) {
      for (NodeShare share : probe.shares()) {
        int node = share.nodeIndex();
        wholeTaken += view.free(node) == view.capacity(node) ? view.capacity(node) : 0;
        leftover += view.free(node) - share.gpus();
      }
    }
    int largestNode = Math.max(1, view.largestNode());
    return new ShapeFacts(
        probe != null,
        Math.ceil((double) shape.gpus() / largestNode),
        Math.min(1, shape.gpus() / capacity()),
        Math.min(2, (double) shape.gpus() / Math.max(1, view.totalFree())) / 2,
        (plannedStartMillis - nowMillis) / SECOND,
        wholeTaken / Math.max(1, view.wholeFreeGpus()),
        Math.min(1, leftover / largestNode),
        (double) pool.queue().byShape().get(shape).size() / pool.queue().size());
  }

  private float[] cluster(SortedMap<Shape, ShapeFacts> shapes) {
    CapacityView view = pool.ledger().view(Shape.ANY_MODEL);
    double free = view.totalFree();
    double blocked = 0;
    for (ShapeFacts shape : shapes.values()) {
      blocked += shape.fits ? 0 : shape.shapeShare;
    }
    float[] values = new float[ClusterFeature.COUNT];
    put(values, ClusterFeature.POOL_GPUS, ln(1 + capacity()) / 8);
    put(values, ClusterFeature.FREE, free / capacity());
    put(values, ClusterFeature.WHOLE_FREE, view.wholeFreeGpus() / capacity());
    put(values, ClusterFeature.FRAGMENTATION, free == 0 ? 0 : 1 - view.wholeFreeGpus() / free);
    put(values, ClusterFeature.RELEASED_IN_10_MINUTES, releasedShare[0]);
    put(values, ClusterFeature.RELEASED_IN_1_HOUR, releasedShare[1]);
    put(values, ClusterFeature.RELEASED_IN_6_HOURS, releasedShare[2]);
    put(values, ClusterFeature.RELEASED_IN_24_HOURS, releasedShare[3]);
    put(values, ClusterFeature.QUEUE_LENGTH, ln(1 + pool.queue().size()) / 8);
    put(values, ClusterFeature.LOAD_LOW, load(PriorityClass.LOW));
    put(values, ClusterFeature.LOAD_NORMAL, load(PriorityClass.NORMAL));
    put(values, ClusterFeature.LOAD_HIGH, load(PriorityClass.HIGH));
    put(values, ClusterFeature.LOAD_URGENT, load(PriorityClass.URGENT));
    put(values, ClusterFeature.BLOCKED_SHARE, blocked);
    if (board.reservation() != null) {
      put(values, ClusterFeature.RESERVED, 1);
      put(values, ClusterFeature.RESERVATION_START, ln(1 + reservationSeconds()) / 8);
    }
    Arrivals arrivals = pool.arrivals().fadedTo(nowMillis);
    put(
        values,
        ClusterFeature.ARRIVAL_RATE,
        ln(1 + 1_000 * arrivals.jobsPerHour() / capacity()) / 8);
    put(values, ClusterFeature.ARRIVAL_LOAD, arrivals.gpusNeeded() / capacity());
    put(values, ClusterFeature.USUAL_DURATION, ln(1 + finishedSeconds(50)) / 8);
    put(values, ClusterFeature.LONG_DURATION, ln(1 + finishedSeconds(90)) / 8);
    return values;
  }

  private double finishedSeconds(int percent) {
    int count = finishedMillis.length;
    return count == 0 ? 0 : finishedMillis[(count * percent + 99) / 100 - 1] / SECOND;
  }

  private static void put(float[] values, ClusterFeature feature, double value) {
    values[feature.column()] = bounded(value);
  }

  private double load(PriorityClass priorityClass) {
    return ln(1 + pool.queue().expectedGpuSeconds(priorityClass) / capacity()) / 8;
  }

  private static double seconds(long millis) {
    return Math.max(LEAST_SECONDS, millis / SECOND);
  }

  private static double ln(double value) {
    return StrictMath.log(value);
  }
}
