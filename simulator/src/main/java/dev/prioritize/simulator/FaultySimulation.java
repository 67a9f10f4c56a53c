package dev.prioritize.simulator;

import dev.prioritize.core.command.Command;
import dev.prioritize.core.command.LoggedCommand;
import dev.prioritize.core.engine.Engine;
import dev.prioritize.core.event.Event;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.model.ConfigOrigin;
import dev.prioritize.core.model.GpuFacts;
import dev.prioritize.core.model.Inventory;
import dev.prioritize.core.model.NodeFacts;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.TaskPlacement;
import dev.prioritize.core.model.TaskState;
import dev.prioritize.core.policy.PolicyCatalog;
import dev.prioritize.core.state.Pool;
import dev.prioritize.core.state.PoolInvariants;
import dev.prioritize.simulator.Schedule.End;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs a workload through the engine in this process, on nodes that misbehave as a plan says and
 * for owners who cancel. After every command the invariants of the pool are checked. What the
 * telemetry filter and the launchers would put on the topics comes here as commands:
 *
 * <ol>
 *   <li>At each instant the nodes do what is due; their reports, silences and changes go in.
 *   <li>Then submissions and cancels, then ticks until a pass leaves nothing to decide.
 *   <li>What the events tell the nodes is obeyed, and their answers go in; again, until none comes.
 * </ol>
 */
public final class FaultySimulation {
  private static final long SECOND = 1_000;
  private static final long MINUTE = 60 * SECOND;
  private static final int MAX_RETRIES = 2;

  /** Without a job that ends; a few deadlines each would be many. */
  private static final int MOST_INSTANTS_IN_VAIN = 20_000;

  /** The run has come to the command after which it is to end. */
  private static final class Reached extends RuntimeException {}

  private record Told(NodeFacts facts, Inventory inventory) {}

  private final PoolConfig config;
  private final WorkloadPlayer player;
  private final Simulation.Log log;
  private final String commandLine;
  private final long untilCommand;
  private final EngineDriver engine;
  private final FaultyNodes nodes;
  private final Map<String, NodeFacts> facts = new LinkedHashMap<>();
  private final Map<String, Told> told = new HashMap<>();
  private final Map<String, TraceJob> live = new HashMap<>();
  private final TreeMap<String, Integer> requeues = new TreeMap<>();
  private List<FaultyNodes.Order> orders = new ArrayList<>();
  private List<Command> answers = new ArrayList<>();
  private long nowMillis;

  /**
   * A simulation that has not begun.
   *
   * @param workload as made; the plan adds its cancels
   * @param log where commands and events go
   * @param commandLine what repeats the run, for the message of a violation
   * @param untilCommand the run ends after this command; Long.MAX_VALUE for all
   */
  public FaultySimulation(
      Workload workload,
      PoolConfig config,
      PolicyCatalog policies,
      FaultPlan plan,
      Simulation.Log log,
      String commandLine,
      long untilCommand) {
    this.config = config;
    this.player = new WorkloadPlayer(plan.withCancels(workload));
    this.log = log;
    this.commandLine = commandLine;
    this.untilCommand = untilCommand;
    this.engine = new EngineDriver(new Engine(new Pool(), policies), this::check);
    Map<String, List<String>> gpusByNode = new TreeMap<>();
    for (NodeFacts node : SimulatedCluster.nodes(workload)) {
      facts.put(node.nodeId(), node);
      gpusByNode.put(node.nodeId(), node.gpus().stream().map(GpuFacts::uuid).toList());
    }
    FaultTimes times =
        new FaultTimes(
            config.nodeTimeoutMillis(), 10 * MINUTE, 10 * MINUTE, 10 * MINUTE, 30 * MINUTE, SECOND);
    this.nodes = new FaultyNodes(gpusByNode, plan, times, new Answers());
  }

  private final class Answers implements FaultyNodes.Output {
    @Override
    public void report(Command.ReportTask report, long atMillis) {
      answers.add(report);
    }

    @Override
    public void silence(String nodeId, boolean silent, long atMillis) {
      answers.add(new Command.ReportSilence(nodeId, silent));
    }
  }

  private void check(LoggedCommand command, List<LoggedEvent> events) {
    log.record(command, events);
    List<String> violations = PoolInvariants.violations(engine.pool());
    if (!violations.isEmpty()) {
      throw new InvariantViolation(
          command.commandSeq(),
          "after command %d, %s: %s (%d in all); repeat it with: %s --until-command %d"
              .formatted(
                  command.commandSeq(),
                  command.command(),
                  violations.get(0),
                  violations.size(),
                  commandLine,
                  command.commandSeq()));
    }
    if (command.commandSeq() >= untilCommand) {
      throw new Reached();
    }
  }

  /** The engine's state; live, and not to be changed. */
  public Pool pool() {
    return engine.pool();
  }

  /** How far the run has come. */
  public WorkloadPlayer player() {
    return player;
  }

  /** How many faults of each kind have come about. */
  public Map<NodeFault, Integer> injected() {
    return nodes.injected();
  }

  /** How often jobs went back to the queue, by reason. */
  public Map<String, Integer> requeues() {
    return requeues;
  }

  /**
   * Runs until all jobs have ended, or to the command given; call it once.
   *
   * @return when each job's last attempt ran
   * @throws InvariantViolation if the state does not hold together
   * @throws IllegalStateException if time goes on and no job ends
   */
  public Schedule run() {
    try {
      engine.process(0, new Command.ConfigurePool(config, ConfigOrigin.DEPLOYMENT));
      int inVain = 0;
      while (!player.isDone()) {
        int endedBefore = player.endedCount();
        playInstant();
        inVain = player.endedCount() > endedBefore ? 0 : inVain + 1;
        if (inVain > MOST_INSTANTS_IN_VAIN) {
          throw new IllegalStateException(
              "no job has ended for " + inVain + " instants; " + endedBefore + " have before");
        }
        nowMillis = nextInstantMillis();
      }
    } catch (Reached e) {
      // as asked for
    }
    return player.schedule();
  }

  private long nextInstantMillis() {
    long next = nodes.nextActionMillis();
    if (player.nextInstantSeconds().isPresent()) {
      next = Math.min(next, player.nextInstantSeconds().getAsLong() * SECOND);
    }
    long deadline = EngineDeadline.nextMillis(engine.pool());
    if (deadline != Long.MAX_VALUE) {
      next = Math.min(next, Math.max(deadline, nowMillis + SECOND));
    }
    if (next == Long.MAX_VALUE && !player.isDone()) {
      throw new IllegalStateException("jobs wait and nothing more can happen");
    }
    return next;
  }

  private void playInstant() {
    nodes.advanceTo(nowMillis);
    answer();
    long seconds = nowMillis / SECOND;
    if (player.nextInstantSeconds().orElse(-1) == seconds && nowMillis % SECOND == 0) {
      for (TraceJob job : player.submissionsAt(seconds)) {
        live.put(job.jobId(), job);
        process(new Command.SubmitJob(JobSpecs.of(job, MAX_RETRIES)));
      }
      for (TraceJob job : player.cancellationsAt(seconds)) {
        process(new Command.CancelJob(job.jobId()));
      }
    }
    boolean answered = true;
    while (answered) {
      engine.tickUntilDecided(nowMillis, this::follow);
      List<FaultyNodes.Order> due = orders;
      orders = new ArrayList<>();
      due.forEach(nodes::take);
      answered = answer();
    }
  }

  /** What the nodes have to tell goes in: true if there was anything. */
  private boolean answer() {
    for (FaultyNode node : nodes.nodes()) {
      if (node.isUp()) {
        Told now = new Told(factsOf(node), node.inventory());
        if (!now.equals(told.put(node.id(), now))) {
          answers.add(new Command.ReportNode(now.facts(), now.inventory()));
        }
      }
    }
    List<Command> due = answers;
    answers = new ArrayList<>();
    due.forEach(this::process);
    return !due.isEmpty();
  }

  private NodeFacts factsOf(FaultyNode node) {
    NodeFacts healthy = facts.get(node.id());
    if (node.brokenGpus().isEmpty()) {
      return healthy;
    }
    List<GpuFacts> gpus = new ArrayList<>();
    for (GpuFacts gpu : healthy.gpus()) {
      boolean inService = !node.brokenGpus().contains(gpu.uuid());
      gpus.add(new GpuFacts(gpu.uuid(), gpu.index(), gpu.model(), gpu.memoryBytes(), inService));
    }
    return new NodeFacts(healthy.nodeId(), healthy.host(), healthy.labels(), gpus);
  }

  private void process(Command command) {
    engine.process(nowMillis, command).forEach(logged -> follow(logged.event()));
  }

  private void follow(Event event) {
    if (event instanceof Event.JobPlaced placed) {
      player.placed(placed.jobId(), nowMillis / SECOND);
      TraceJob job = live.get(placed.jobId());
      for (TaskPlacement task : placed.tasks()) {
        orders.add(
            new FaultyNodes.Start(
                task.nodeId(),
                placed.jobId(),
                placed.attempt(),
                placed.epoch(),
                task.gpuUuids(),
                job.durationSeconds() * SECOND,
                job.fails() ? TaskState.FAILED : TaskState.SUCCEEDED));
      }
    } else if (event instanceof Event.JobStopping stopping) {
      for (String nodeId : stopping.nodeIds()) {
        orders.add(new FaultyNodes.Stop(nodeId, stopping.jobId(), stopping.epoch()));
      }
    } else if (event instanceof Event.TaskDisowned disowned) {
      orders.add(
          new FaultyNodes.Stop(
              disowned.nodeId(), disowned.attempt().jobId(), disowned.attempt().epoch()));
    } else if (event instanceof Event.JobRequeued requeued) {
      requeues.merge(requeued.reason().name(), 1, Integer::sum);
      player.requeued(requeued.jobId());
    } else if (event instanceof Event.JobFinished finished) {
      live.remove(finished.jobId());
      player.ended(finished.jobId(), nowMillis / SECOND, End.valueOf(finished.state().name()));
    }
  }
}
