package dev.prioritize.simulator.evaluate;

import dev.prioritize.core.command.Command;
import dev.prioritize.core.command.LoggedCommand;
import dev.prioritize.core.engine.Engine;
import dev.prioritize.core.event.Event;
import dev.prioritize.core.model.AttemptRef;
import dev.prioritize.core.model.Inventory;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.TaskPlacement;
import dev.prioritize.core.model.TaskState;
import dev.prioritize.core.policy.PolicyCatalog;
import dev.prioritize.core.state.Pool;
import dev.prioritize.simulator.EngineDeadline;
import dev.prioritize.simulator.EngineDriver;
import dev.prioritize.simulator.TraceJob;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Runs what came from outside in a log through the engine again, under another configuration. Each
 * job runs as long as it was observed to; a cancelled one until its cancellation. Tasks start and
 * stop at once, and none fails. At one instant jobs end first, then comes what came from outside,
 * then passes.
 */
public final class WhatIf {
  /**
   * What happened beside what would have.
   *
   * @param happened values in the order of {@link Measures#NAMES}
   * @param instead likewise, of the same jobs
   * @param jobs compared: they came to their own end in the log and would have here
   */
  public record Outcome(List<Double> happened, List<Double> instead, int jobs) {}

  private record End(long timeMillis, long order, String jobId, long epoch) {}

  private final LoggedRun log;
  private final UnaryOperator<PoolConfig> change;
  private final EngineDriver engine;
  private final RunRecord record = new RunRecord();
  private final PriorityQueue<End> ends =
      new PriorityQueue<>(Comparator.comparingLong(End::timeMillis).thenComparingLong(End::order));
  private final Map<String, Long> submissionOrder = new HashMap<>();
  private final TreeMap<String, Event.JobPlaced> running = new TreeMap<>();
  private int next;
  private long nowMillis;

  private WhatIf(LoggedRun log, UnaryOperator<PoolConfig> change, PolicyCatalog policies) {
    this.log = log;
    this.change = change;
    this.engine = new EngineDriver(Engine.withoutDigests(new Pool(), policies), record);
  }

  /**
   * Runs the log under the changed configuration, and compares.
   *
   * @param change applied to each configuration in the log
   */
  public static Outcome run(
      LoggedRun log, UnaryOperator<PoolConfig> change, PolicyCatalog policies) {
    WhatIf whatIf = new WhatIf(log, change, policies);
    whatIf.play();
    List<TraceJob> compared =
        log.endedJobs().stream()
            .filter(job -> log.record().run(job.jobId()) != null)
            .filter(job -> whatIf.record.run(job.jobId()) != null)
            .toList();
    Measures measures = new Measures(PoolConfig.DEFAULT_STARVATION_BOUNDS_MILLIS);
    return new Outcome(
        boxed(measures.of(compared, log.record())),
        boxed(measures.of(compared, whatIf.record)),
        compared.size());
  }

  private static List<Double> boxed(double[] values) {
    return Arrays.stream(values).boxed().toList();
  }

  private void play() {
    long instant = nextInstant();
    while (instant != Long.MAX_VALUE) {
      nowMillis = instant;
      while (!ends.isEmpty() && ends.peek().timeMillis() == nowMillis) {
        end(ends.remove());
      }
      while (next < log.fromOutside().size()
          && log.fromOutside().get(next).timeMillis() <= nowMillis) {
        comesFromOutside(log.fromOutside().get(next));
        next++;
      }
      engine.tickUntilDecided(nowMillis, this::obey);
      instant = nextInstant();
    }
  }

  private long nextInstant() {
    long instant = ends.isEmpty() ? Long.MAX_VALUE : ends.peek().timeMillis();
    if (next < log.fromOutside().size()) {
      instant = Math.min(instant, log.fromOutside().get(next).timeMillis());
    }
    long deadline = EngineDeadline.nextMillis(engine.pool());
    return Math.min(
        instant, deadline == Long.MAX_VALUE ? deadline : Math.max(nowMillis + 1, deadline));
  }

  private void comesFromOutside(LoggedCommand logged) {
    Command command = logged.command();
    if (command instanceof Command.ConfigurePool configure) {
      process(new Command.ConfigurePool(change.apply(configure.config()), configure.origin()));
    } else if (command instanceof Command.ReportNode report) {
      process(new Command.ReportNode(report.facts(), inventory(report)));
    } else if (command instanceof Command.SubmitJob submit) {
      if (!log.hasNoEnd(submit.spec().jobId())) {
        submissionOrder.putIfAbsent(submit.spec().jobId(), logged.commandSeq());
        process(command);
      }
    } else if (!(command instanceof Command.Tick)) {
      process(command);
    }
  }

  /** What runs on the node here, which is not what ran there. */
  private Inventory inventory(Command.ReportNode report) {
    List<AttemptRef> attempts =
        running.values().stream()
            .filter(
                placed ->
                    placed.tasks().stream()
                        .anyMatch(task -> task.nodeId().equals(report.facts().nodeId())))
            .map(placed -> new AttemptRef(placed.jobId(), placed.attempt(), placed.epoch()))
            .toList();
    return new Inventory(report.inventory().launcherId(), attempts);
  }

  private void end(End end) {
    Event.JobPlaced placed = running.get(end.jobId());
    if (placed != null && placed.epoch() == end.epoch()) {
      placed.tasks().forEach(task -> report(placed, task, TaskState.SUCCEEDED));
    }
  }

  private void process(Command command) {
    engine.process(nowMillis, command).forEach(logged -> obey(logged.event()));
  }

  /** What the launchers and jobs do when they hear of it. */
  private void obey(Event event) {
    if (event instanceof Event.JobPlaced placed) {
      running.put(placed.jobId(), placed);
      Long runMillis = log.runMillis(placed.jobId());
      if (runMillis != null) {
        ends.add(
            new End(
                nowMillis + runMillis,
                submissionOrder.get(placed.jobId()),
                placed.jobId(),
                placed.epoch()));
      }
      placed.tasks().forEach(task -> report(placed, task, TaskState.STARTED));
    } else if (event instanceof Event.JobStopping stopping) {
      Event.JobPlaced placed = running.get(stopping.jobId());
      for (TaskPlacement task : placed.tasks()) {
        if (stopping.nodeIds().contains(task.nodeId())) {
          report(placed, task, TaskState.STOPPED);
        }
      }
    } else if (event instanceof Event.JobFinished finished) {
      running.remove(finished.jobId());
    } else if (event instanceof Event.JobRequeued requeued) {
      running.remove(requeued.jobId());
    }
  }

  private void report(Event.JobPlaced placed, TaskPlacement task, TaskState state) {
    process(EngineDriver.report(placed, task, state));
  }
}
