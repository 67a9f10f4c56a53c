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
import dev.prioritize.core.model.JobSpec;
import dev.prioritize.core.model.NodeFacts;
import dev.prioritize.core.model.PlacementRule;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.Shape;
import dev.prioritize.core.model.TaskPlacement;
import dev.prioritize.core.model.TaskState;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.core.policy.PolicyCatalog;
import dev.prioritize.core.state.Pool;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Runs a workload through the engine in this process, under virtual time. All rules are the
 * engine's; this only drives it, as Kafka's topics and the launchers would:
 *
 * <ol>
 *   <li>At second 0 the pool is configured and the nodes register.
 *   <li>At each instant of the {@link WorkloadPlayer}: the tasks of the jobs that end report
 *       SUCCEEDED, then jobs are submitted, then ticks until a pass leaves nothing to decide.
 *   <li>The tasks of each job placed report STARTED at that same time.
 * </ol>
 */
public final class Simulation {
  /** Sees each command with its events, in order. */
  @FunctionalInterface
  public interface Log {
    /** Called once the events have been applied. */
    void record(LoggedCommand command, List<LoggedEvent> events);
  }

  /** SHA-256 of nothing: a simulated job launches nothing, and no job is submitted twice. */
  private static final String NO_CONTENT_SHA256 =
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

  private final Workload workload;
  private final PoolConfig config;
  private final Log log;
  private final WorkloadPlayer player;
  private final Engine engine;
  private final Map<String, Event.JobPlaced> placements = new HashMap<>();
  private long commandSeq;
  private long nowSeconds;

  /**
   * A simulation that has not begun.
   *
   * @param config see {@link #config}; the clock must be VIRTUAL
   * @param policies what the configuration may name
   * @param log where commands and events go
   */
  public Simulation(Workload workload, PoolConfig config, PolicyCatalog policies, Log log) {
    this.workload = workload;
    this.config = config;
    this.log = log;
    this.player = new WorkloadPlayer(workload);
    this.engine = new Engine(new Pool(), policies);
  }

  /** Runs a workload under a heuristic and keeps nothing but the schedule. */
  public static Map<String, JobRun> run(Workload workload, PoolConfig config) {
    return new Simulation(workload, config, Heuristic::find, (command, events) -> {}).run();
  }

  /**
   * A pool's configuration for simulation: virtual time, starvation guard off.
   *
   * @param policy name of the policy
   * @param agingIntervalMillis waiting time worth one class
   */
  public static PoolConfig config(String policy, Discipline discipline, long agingIntervalMillis) {
    return new PoolConfig(
        ClockMode.VIRTUAL,
        policy,
        discipline,
        agingIntervalMillis,
        PoolConfig.NO_STARVATION_BOUNDS,
        PoolConfig.DEFAULT_DECISION_LIMIT,
        PoolConfig.DEFAULT_NODE_TIMEOUT_MILLIS,
        PoolConfig.DEFAULT_JOB_RETENTION_MILLIS,
        FaultRules.DEFAULT,
        Engine.RULES_VERSION);
  }

  /**
   * Runs all jobs to their end; call it once.
   *
   * @return when each job ran, by job id
   */
  public Map<String, JobRun> run() {
    process(new Command.ConfigurePool(config, ConfigOrigin.DEPLOYMENT));
    for (NodeFacts node : SimulatedCluster.nodes(workload)) {
      process(new Command.ReportNode(node, Inventory.NOTHING));
    }
    while (!player.isDone()) {
      OptionalLong next = player.nextInstantSeconds();
      if (next.isEmpty()) {
        throw new IllegalStateException(
            player.submittedCount()
                - player.startedCount()
                + " jobs wait and nothing can free a GPU for them. Maybe the policy refuses them?");
      }
      nowSeconds = next.getAsLong();
      player
          .completionsAt(nowSeconds)
          .forEach(job -> reportTasks(job.jobId(), TaskState.SUCCEEDED));
      player.submissionsAt(nowSeconds).forEach(job -> process(new Command.SubmitJob(spec(job))));
      tickUntilDecided();
    }
    return player.runs();
  }

  private static JobSpec spec(TraceJob job) {
    Long expectedSeconds = job.expectedDurationSeconds();
    return new JobSpec(
        job.jobId(),
        job.tenant(),
        job.name(),
        job.priorityClass(),
        new Shape(job.gpus(), Shape.ANY_MODEL, PlacementRule.CONSOLIDATED),
        expectedSeconds == null ? null : expectedSeconds * 1_000,
        null,
        0,
        List.of(),
        NO_CONTENT_SHA256,
        NO_CONTENT_SHA256);
  }

  private void tickUntilDecided() {
    boolean decided = false;
    while (!decided) {
      for (LoggedEvent logged : process(new Command.Tick())) {
        if (logged.event() instanceof Event.JobPlaced placed) {
          placements.put(placed.jobId(), placed);
          player.started(placed.jobId(), nowSeconds);
          reportTasks(placed.jobId(), TaskState.STARTED);
        } else if (logged.event() instanceof Event.PassFinished pass) {
          decided = !pass.decisionLimitSpent();
        }
      }
    }
  }

  private void reportTasks(String jobId, TaskState state) {
    Event.JobPlaced placed =
        state == TaskState.STARTED ? placements.get(jobId) : placements.remove(jobId);
    for (TaskPlacement task : placed.tasks()) {
      process(
          new Command.ReportTask(
              jobId, placed.attempt(), placed.epoch(), task.nodeId(), state, 0, ""));
    }
  }

  private List<LoggedEvent> process(Command command) {
    commandSeq++;
    LoggedCommand logged = new LoggedCommand(commandSeq, nowSeconds * 1_000, command);
    List<LoggedEvent> events = engine.process(logged);
    engine.pool().changes().clear();
    for (LoggedEvent event : events) {
      requireNoRefusal(event.event(), command);
    }
    log.record(logged, events);
    return events;
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
