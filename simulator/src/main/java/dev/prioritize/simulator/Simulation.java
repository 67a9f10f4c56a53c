package dev.prioritize.simulator;

import dev.prioritize.core.command.Command;
import dev.prioritize.core.command.LoggedCommand;
import dev.prioritize.core.engine.Engine;
import dev.prioritize.core.event.Event;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.model.ClockMode;
import dev.prioritize.core.model.ConfigOrigin;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.FaultRules;
import dev.prioritize.core.model.Inventory;
import dev.prioritize.core.model.LearnedRules;
import dev.prioritize.core.model.NodeFacts;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.TaskPlacement;
import dev.prioritize.core.model.TaskState;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.core.policy.PolicyCatalog;
import dev.prioritize.core.state.Pool;
import dev.prioritize.simulator.Schedule.End;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs a workload through the engine in this process, under virtual time. All rules are the
 * engine's; this only drives it, as Kafka's topics and the launchers would:
 *
 * <ol>
 *   <li>At second 0 the pool is configured and the nodes register.
 *   <li>At each instant of the {@link WorkloadPlayer}: the tasks of the jobs that end report
 *       SUCCEEDED, or the first of a job that fails reports FAILED; then jobs are submitted, then
 *       cancelled; then ticks until a pass leaves nothing to decide.
 *   <li>The tasks of each job placed report STARTED at that same time, and those told to stop
 *       STOPPED.
 *   <li>A moment at which a node leaves its quarantine is an instant too.
 * </ol>
 */
public final class Simulation {
  /** Sees each command with its events, in order. */
  @FunctionalInterface
  public interface Log {
    /** Called once the events have been applied. */
    void record(LoggedCommand command, List<LoggedEvent> events);
  }

  /**
   * Its ids never come again, so that nothing of a simulated job has to be kept for long: an hour,
   * for what is under way.
   */
  private static final long JOB_RETENTION_MILLIS = 3_600_000;

  private static final int NO_RETRIES = 0;

  private final Workload workload;
  private final PoolConfig config;
  private final WorkloadPlayer player;
  private final EngineDriver engine;
  private final Map<String, Event.JobPlaced> placements = new HashMap<>();
  private long nowSeconds;

  /**
   * A simulation that has not begun.
   *
   * @param config see {@link #config}; the clock must be VIRTUAL
   * @param policies what the configuration may name
   * @param log where commands and events go
   */
  public Simulation(Workload workload, PoolConfig config, PolicyCatalog policies, Log log) {
    this(workload, config, new Engine(new Pool(), policies), log);
  }

  private Simulation(Workload workload, PoolConfig config, Engine decider, Log log) {
    this.workload = workload;
    this.config = config;
    this.player = new WorkloadPlayer(workload);
    this.engine =
        new EngineDriver(
            decider,
            (command, events) -> {
              events.forEach(event -> requireNoRefusal(event.event(), command.command()));
              log.record(command, events);
            });
  }

  /**
   * A simulation that has not begun, for who looks at the events and keeps none: they lack the
   * state digests.
   */
  public static Simulation watched(
      Workload workload, PoolConfig config, PolicyCatalog policies, Log watch) {
    return new Simulation(workload, config, Engine.withoutDigests(new Pool(), policies), watch);
  }

  /** Runs a workload under a heuristic and keeps nothing but the schedule. */
  public static Schedule run(Workload workload, PoolConfig config) {
    return watched(workload, config, Heuristic::of, (command, events) -> {}).run();
  }

  /**
   * A pool's configuration for simulation: virtual time, starvation guard off.
   *
   * @param policy name of the policy
   * @param agingIntervalMillis waiting time worth one class
   */
  public static PoolConfig config(String policy, Discipline discipline, long agingIntervalMillis) {
    return config(policy, discipline, agingIntervalMillis, PoolConfig.NO_STARVATION_BOUNDS);
  }

  /**
   * A pool's configuration for simulation, in virtual time.
   *
   * @param starvationBoundsMillis see {@link PoolConfig}
   */
  public static PoolConfig config(
      String policy,
      Discipline discipline,
      long agingIntervalMillis,
      List<Long> starvationBoundsMillis) {
    return new PoolConfig(
        ClockMode.VIRTUAL,
        policy,
        discipline,
        agingIntervalMillis,
        starvationBoundsMillis,
        PoolConfig.DEFAULT_DECISION_LIMIT,
        PoolConfig.DEFAULT_NODE_TIMEOUT_MILLIS,
        JOB_RETENTION_MILLIS,
        FaultRules.DEFAULT,
        LearnedRules.DEFAULT,
        Engine.RULES_VERSION);
  }

  /** How far the run has come; may be asked by the log. */
  public WorkloadPlayer player() {
    return player;
  }

  /**
   * Runs all jobs to their end; call it once.
   *
   * @return when each job ran
   */
  public Schedule run() {
    engine.process(0, new Command.ConfigurePool(config, ConfigOrigin.DEPLOYMENT));
    for (NodeFacts node : SimulatedCluster.nodes(workload)) {
      engine.process(0, new Command.ReportNode(node, Inventory.NOTHING));
    }
    while (!player.isDone()) {
      nowSeconds = nextInstantSeconds();
      player.completionsAt(nowSeconds).forEach(this::complete);
      player
          .submissionsAt(nowSeconds)
          .forEach(job -> process(new Command.SubmitJob(JobSpecs.of(job, NO_RETRIES))));
      player.cancellationsAt(nowSeconds).forEach(this::cancel);
      engine.tickUntilDecided(nowSeconds * 1_000, this::follow);
    }
    return player.schedule();
  }

  private long nextInstantSeconds() {
    long next = player.nextInstantSeconds().orElse(Long.MAX_VALUE);
    long deadlineMillis = EngineDeadline.nextMillis(engine.pool());
    if (deadlineMillis != Long.MAX_VALUE) {
      next = Math.min(next, Math.max(nowSeconds + 1, (deadlineMillis + 999) / 1_000));
    }
    if (next == Long.MAX_VALUE) {
      throw new IllegalStateException(
          engine.pool().queue().size()
              + " jobs wait and nothing can free a GPU for them. Maybe the policy refuses them?");
    }
    return next;
  }

  private void complete(TraceJob job) {
    if (job.fails()) {
      Event.JobPlaced placed = placements.get(job.jobId());
      TaskPlacement first = placed.tasks().get(0);
      stopTasks(placed, process(EngineDriver.report(placed, first, TaskState.FAILED)));
    } else {
      reportTasks(job.jobId(), TaskState.SUCCEEDED);
    }
    placements.remove(job.jobId());
  }

  private void cancel(TraceJob job) {
    List<LoggedEvent> events = process(new Command.CancelJob(job.jobId()));
    Event.JobPlaced placed = placements.remove(job.jobId());
    if (placed != null) {
      stopTasks(placed, events);
    }
    player.ended(job.jobId(), nowSeconds, End.CANCELLED);
  }

  private void stopTasks(Event.JobPlaced placed, List<LoggedEvent> events) {
    for (LoggedEvent event : events) {
      if (event.event() instanceof Event.JobStopping stopping) {
        for (TaskPlacement task : placed.tasks()) {
          if (stopping.nodeIds().contains(task.nodeId())) {
            process(EngineDriver.report(placed, task, TaskState.STOPPED));
          }
        }
      }
    }
  }

  private void follow(Event event) {
    if (event instanceof Event.JobPlaced placed) {
      placements.put(placed.jobId(), placed);
      player.started(placed.jobId(), nowSeconds);
      reportTasks(placed.jobId(), TaskState.STARTED);
    }
  }

  private void reportTasks(String jobId, TaskState state) {
    Event.JobPlaced placed = placements.get(jobId);
    for (TaskPlacement task : placed.tasks()) {
      process(EngineDriver.report(placed, task, state));
    }
  }

  private List<LoggedEvent> process(Command command) {
    return engine.process(nowSeconds * 1_000, command);
  }

  /** A workload holds nothing that an engine refuses, so a refusal is a fault of the program. */
  private static void requireNoRefusal(Event event, Command command) {
    if (event instanceof Event.CommandRejected
        || event instanceof Event.CommandIgnored
        || event instanceof Event.JobRejected
        || event instanceof Event.ReportIgnored) {
      throw new IllegalStateException(event + " answers " + command);
    }
  }
}
