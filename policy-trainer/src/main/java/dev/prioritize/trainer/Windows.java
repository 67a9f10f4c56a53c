package dev.prioritize.trainer;

import dev.prioritize.simulator.ClusterShape;
import dev.prioritize.simulator.DrawableSlice;
import dev.prioritize.simulator.TraceJob;
import dev.prioritize.simulator.Workload;
import dev.prioritize.simulator.WorkloadGenerator;
import dev.prioritize.simulator.WorkloadParameters;
import dev.prioritize.simulator.WorkloadParameters.Arrivals;
import dev.prioritize.simulator.WorkloadParameters.Durations;
import dev.prioritize.simulator.WorkloadParameters.Kinds;
import dev.prioritize.simulator.WorkloadParameters.Tail;
import dev.prioritize.trainer.Window.Knowledge;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * An endless supply of workloads, each another: half are generated with parameters of their own,
 * half are stretches of traces, thinned together with their cluster so that they keep their course
 * over weeks, with classes, cluster size and speed of arrival drawn anew. The same seed gives the
 * same window.
 */
public final class Windows {
  private static final int LEAST_JOBS = 300;
  private static final int MOST_GENERATED_JOBS = 900;
  private static final int MOST_TRACE_JOBS = 1_500;
  private static final double LEAST_GPUS = 16;
  private static final double MOST_GPUS = 200;
  private static final long SEED_STEP = 0x9E3779B97F4A7C15L;
  private static final List<WorkloadParameters> PRESETS =
      List.of(WorkloadParameters.PHILLY, WorkloadParameters.LUBLIN, WorkloadParameters.DEMO);
  private static final List<String> PRESET_NAMES =
      List.of("philly-like", "lublin-like", "demo-like");

  private final List<DrawableSlice> slices;

  /**
   * Windows of these slices and of the generator.
   *
   * @param slices what may be trained on; none = generated windows only
   */
  public Windows(List<DrawableSlice> slices) {
    this.slices = List.copyOf(slices);
  }

  /** The window of a seed. */
  public Window of(long seed, Knowledge knowledge) {
    SplittableRandom random = new SplittableRandom(seed * SEED_STEP);
    boolean generated = slices.isEmpty() || random.nextBoolean();
    Window window = generated ? generated(seed, random) : stretch(random);
    return new Window(window.source(), knowledge, told(window.workload(), knowledge, random));
  }

  private static Window generated(long seed, SplittableRandom random) {
    int preset = random.nextInt(PRESETS.size());
    double gpus = logUniform(random, LEAST_GPUS, MOST_GPUS);
    int perNode = random.nextInt(4) > 0 ? 8 : random.nextBoolean() ? 4 : 1;
    int nodes = Math.max(2, (int) (gpus / perNode));
    int jobs = LEAST_JOBS + random.nextInt(MOST_GENERATED_JOBS - LEAST_JOBS);
    return new Window(
        PRESET_NAMES.get(preset),
        Knowledge.EXACT,
        WorkloadGenerator.generate(
                varied(PRESETS.get(preset), random), ClusterShape.of(nodes, perNode), jobs, seed)
            .undisturbed());
  }

  private static WorkloadParameters varied(WorkloadParameters base, SplittableRandom random) {
    List<Double> sizes = new ArrayList<>();
    base.sizeWeights()
        .forEach(weight -> sizes.add(weight * StrictMath.exp(1.2 * Gaussian.next(random))));
    Durations durations = base.durations();
    return new WorkloadParameters(
        uniform(random, 0.8, 1.25),
        sizes,
        new Durations(
            durations.tail(),
            durations.median() * StrictMath.exp(0.8 * Gaussian.next(random)),
            durations.tail() == Tail.PARETO
                ? uniform(random, 0.6, 1.1)
                : durations.spread() * uniform(random, 0.6, 1.1),
            durations.least(),
            durations.most(),
            uniform(random, 0, 0.4)),
        new Arrivals(
            uniform(random, 0, 0.8),
            uniform(random, 0, 0.5),
            uniform(random, 0, 0.1),
            uniform(random, 2, 10)),
        new Kinds(
            2 + random.nextInt(10),
            2 + random.nextInt(8),
            uniform(random, 0.2, 0.9),
            uniform(random, 0.1, 0.6)),
        base.classWeights(),
        base.estimates(),
        0,
        0);
  }

  private Window stretch(SplittableRandom random) {
    DrawableSlice slice = slices.get(random.nextInt(slices.size()));
    Workload whole = slice.draw(random.nextInt(1 << 20));
    int total = whole.jobs().size();
    int wanted = LEAST_JOBS + random.nextInt(MOST_TRACE_JOBS - LEAST_JOBS);
    int length = (int) (total * uniform(random, 0.65, 1));
    double share = Math.min(1, (double) wanted / length);
    int from = random.nextInt(total - length + 1);
    int perNode = whole.gpusPerNode();
    int nodes = Math.max(2, (int) Math.round(whole.nodes() * share * uniform(random, 0.85, 1.15)));
    int largest = Math.max(perNode, nodes * perNode / 2);
    double stretch = uniform(random, 0.9, 1.1);
    long start = whole.jobs().get(from).submitSeconds();
    List<TraceJob> jobs = new ArrayList<>();
    for (TraceJob job : whole.jobs().subList(from, from + length)) {
      if (random.nextDouble() < share && job.gpus() <= largest) {
        jobs.add(at(job, (long) ((job.submitSeconds() - start) * stretch)));
      }
    }
    return new Window(
        whole.name(),
        Knowledge.EXACT,
        new Workload(whole.name(), ClusterShape.of(nodes, perNode), inOrder(jobs), 0));
  }

  private static TraceJob at(TraceJob job, long submitSeconds) {
    return new TraceJob(
        job.jobId(),
        job.tenant(),
        job.name(),
        job.priorityClass(),
        job.gpus(),
        submitSeconds,
        job.durationSeconds(),
        null);
  }

  private static List<TraceJob> inOrder(List<TraceJob> jobs) {
    List<TraceJob> sorted = new ArrayList<>(jobs);
    sorted.sort(
        (a, b) ->
            a.submitSeconds() != b.submitSeconds()
                ? Long.compare(a.submitSeconds(), b.submitSeconds())
                : a.jobId().compareTo(b.jobId()));
    return sorted;
  }

  private static Workload told(Workload workload, Knowledge knowledge, SplittableRandom random) {
    double bias = uniform(random, -0.3, 0.6);
    double sigma = uniform(random, 0.2, 1.2);
    List<TraceJob> jobs = new ArrayList<>(workload.jobs().size());
    for (TraceJob job : workload.jobs()) {
      Long told =
          switch (knowledge) {
            case EXACT -> job.durationSeconds();
            case ESTIMATED -> null;
            case NOISY -> {
              double factor = StrictMath.exp(bias + sigma * Gaussian.next(random));
              yield Math.max(1, (long) (job.durationSeconds() * factor));
            }
          };
      jobs.add(
          new TraceJob(
              job.jobId(),
              job.tenant(),
              job.name(),
              job.priorityClass(),
              job.gpus(),
              job.submitSeconds(),
              job.durationSeconds(),
              told));
    }
    return new Workload(workload.name(), workload.cluster(), jobs, 0);
  }

  private static double uniform(SplittableRandom random, double low, double high) {
    return low + (high - low) * random.nextDouble();
  }

  private static double logUniform(SplittableRandom random, double low, double high) {
    return StrictMath.exp(uniform(random, StrictMath.log(low), StrictMath.log(high)));
  }
}
