package dev.prioritize.trainer;

import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.core.policy.PolicyCatalog;
import dev.prioritize.simulator.Simulation;
import dev.prioritize.simulator.Workload;
import dev.prioritize.simulator.evaluate.Measures;
import dev.prioritize.simulator.evaluate.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Plays windows under policies, on several threads; results do not hang on how many. */
final class Arena implements AutoCloseable {
  private static final long AGING_INTERVAL_MILLIS = PoolConfig.DEFAULT_AGING_INTERVAL_MILLIS;

  /**
   * A window and what the baseline made of it.
   *
   * @param baseline measures of {@code wsaf} under {@code easy}
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Match(Window window, double[] baseline) {}

  private static final int WAIT = Measures.indexOf(Measures.WEIGHTED_WAIT);

  /** In a window in which hardly anybody waits there is nothing to learn. */
  private static final double LEAST_WAIT_SECONDS = 60;

  private final ExecutorService workers;
  private final Measures measures = new Measures(PoolConfig.DEFAULT_STARVATION_BOUNDS_MILLIS);
  private final AtomicLong decisions = new AtomicLong();

  Arena(int threads) {
    workers = Executors.newFixedThreadPool(threads);
  }

  /** Choices that networks have made so far. */
  long decisions() {
    return decisions.get();
  }

  /** The windows in which somebody waits under the baseline. */
  List<Match> matches(List<Window> windows) throws InterruptedException {
    List<Callable<Match>> tasks = new ArrayList<>();
    for (Window window : windows) {
      tasks.add(() -> new Match(window, play(window.workload(), Heuristic.WSAF, Discipline.EASY)));
    }
    return all(tasks).stream()
        .filter(match -> match.baseline()[WAIT] >= LEAST_WAIT_SECONDS)
        .toList();
  }

  /** Measures of a heuristic in each match. */
  double[][] play(List<Match> matches, Heuristic heuristic, Discipline discipline)
      throws InterruptedException {
    List<Callable<double[]>> tasks = new ArrayList<>();
    for (Match match : matches) {
      tasks.add(() -> play(match.window().workload(), heuristic, discipline));
    }
    return all(tasks).toArray(double[][]::new);
  }

  /** Measures of each network in each match. */
  double[][][] play(List<Match> matches, List<ScorerNetwork> networks) throws InterruptedException {
    List<Callable<double[]>> tasks = new ArrayList<>();
    for (ScorerNetwork network : networks) {
      for (Match match : matches) {
        tasks.add(() -> play(match.window().workload(), network));
      }
    }
    List<double[]> results = all(tasks);
    double[][][] byNetwork = new double[networks.size()][matches.size()][];
    for (int i = 0; i < results.size(); i++) {
      byNetwork[i / matches.size()][i % matches.size()] = results.get(i);
    }
    return byNetwork;
  }

  private double[] play(Workload workload, ScorerNetwork network) {
    NetworkPolicy policy = new NetworkPolicy(network);
    double[] result = play(workload, NetworkPolicy.NAME, Discipline.EASY, config -> policy);
    decisions.addAndGet(policy.decisions());
    return result;
  }

  private double[] play(Workload workload, Heuristic heuristic, Discipline discipline) {
    return play(workload, heuristic.identity().name(), discipline, Heuristic::of);
  }

  private double[] play(
      Workload workload, String policy, Discipline discipline, PolicyCatalog catalog) {
    RunRecord record = new RunRecord();
    PoolConfig config = Simulation.config(policy, discipline, AGING_INTERVAL_MILLIS);
    Simulation.watched(workload, config, catalog, record).run();
    return measures.of(workload.jobs(), record);
  }

  private <T> List<T> all(List<Callable<T>> tasks) throws InterruptedException {
    List<T> results = new ArrayList<>(tasks.size());
    for (Future<T> future : workers.invokeAll(tasks)) {
      try {
        results.add(future.get());
      } catch (ExecutionException e) {
        throw new IllegalStateException("a rollout failed: " + e.getCause(), e);
      }
    }
    return results;
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }
}
