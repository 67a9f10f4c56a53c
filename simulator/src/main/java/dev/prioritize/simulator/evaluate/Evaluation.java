package dev.prioritize.simulator.evaluate;

import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.simulator.DrawableSlice;
import dev.prioritize.simulator.Simulation;
import dev.prioritize.simulator.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** Runs every slice under every contender and class draw, on several threads. */
public final class Evaluation {
  /** Their schedules are the same whatever the classes, as long as the guard is off. */
  static final Set<Heuristic> BLIND_TO_CLASSES =
      EnumSet.of(
          Heuristic.FIFO,
          Heuristic.SJF,
          Heuristic.SAF,
          Heuristic.QSSF,
          Heuristic.F1,
          Heuristic.WFP3,
          Heuristic.UNICEP,
          Heuristic.RANDOM);

  /** Runs of one slice and contender; several draws if one schedule stands for all of them. */
  private record Task(int slice, int contender, List<Integer> draws, int jobs) {}

  private final EvaluationPlan plan;
  private final List<DrawableSlice> slices;
  private final Measures measures;
  private final AtomicInteger done = new AtomicInteger();

  /** An evaluation that has not begun. */
  public Evaluation(EvaluationPlan plan, List<DrawableSlice> slices) {
    this.plan = plan;
    this.slices = List.copyOf(slices);
    this.measures = new Measures(plan.countedBoundsMillis());
  }

  /** How many runs there will be: slices × contenders × class draws. */
  public int runCount() {
    return slices.size() * plan.contenders().size() * plan.classDraws();
  }

  /**
   * Runs all of it.
   *
   * @param threads at least 1
   * @param progress told the number of runs done, from several threads
   */
  public EvaluationResult run(int threads, IntConsumer progress) throws InterruptedException {
    double[][][][] values =
        new double[slices.size()][plan.contenders().size()][plan.classDraws()][];
    ExecutorService workers = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> futures = new ArrayList<>();
      for (Task task : tasks()) {
        futures.add(
            workers.submit(
                () -> {
                  run(task, values[task.slice()][task.contender()]);
                  progress.accept(done.addAndGet(task.draws().size()));
                }));
      }
      for (Future<?> future : futures) {
        future.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a run failed: " + e.getCause(), e);
    } finally {
      workers.shutdownNow();
    }
    return new EvaluationResult(plan, slices, values);
  }

  /** The longest first, so that no thread is left alone with one of them. */
  private List<Task> tasks() {
    List<Integer> draws = new ArrayList<>();
    for (int draw = 0; draw < plan.classDraws(); draw++) {
      draws.add(draw);
    }
    List<Task> tasks = new ArrayList<>();
    for (int slice = 0; slice < slices.size(); slice++) {
      int jobs = slices.get(slice).workload().jobs().size();
      for (int contender = 0; contender < plan.contenders().size(); contender++) {
        if (isBlindToClasses(plan.contenders().get(contender))) {
          tasks.add(new Task(slice, contender, draws, jobs));
        } else {
          for (int draw : draws) {
            tasks.add(new Task(slice, contender, List.of(draw), jobs));
          }
        }
      }
    }
    tasks.sort(Comparator.comparingInt(Task::jobs).reversed());
    return tasks;
  }

  private boolean isBlindToClasses(Contender contender) {
    return plan.guardIsOff()
        && plan.policies().find(plan.config(contender)) instanceof Heuristic heuristic
        && BLIND_TO_CLASSES.contains(heuristic);
  }

  private void run(Task task, double[][] valuesByDraw) {
    DrawableSlice slice = slices.get(task.slice());
    Workload workload = slice.draw(task.draws().get(0));
    RunRecord record = new RunRecord();
    simulate(plan, task.contender(), workload, record);
    for (int draw : task.draws()) {
      valuesByDraw[draw] = measures.of(slice.draw(draw).jobs(), record);
    }
  }

  private static void simulate(
      EvaluationPlan plan, int contender, Workload workload, Simulation.Log log) {
    Simulation.watched(
            workload, plan.config(plan.contenders().get(contender)), plan.policies(), log)
        .run();
  }

  /** Runs one contender once more, to see its course. */
  static void simulate(EvaluationPlan plan, Contender contender, Workload workload, Timeline log) {
    simulate(plan, plan.contenders().indexOf(contender), workload, log);
  }
}
