package dev.prioritize.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.command.Command;
import dev.prioritize.core.command.LoggedCommand;
import dev.prioritize.core.engine.Engine;
import dev.prioritize.core.event.Event;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.model.ClockMode;
import dev.prioritize.core.model.ConfigOrigin;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.FaultRules;
import dev.prioritize.core.model.GpuFacts;
import dev.prioritize.core.model.Inventory;
import dev.prioritize.core.model.JobSpec;
import dev.prioritize.core.model.LearnedRules;
import dev.prioritize.core.model.NodeFacts;
import dev.prioritize.core.model.PlacementRule;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.model.Shape;
import dev.prioritize.core.model.TaskState;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.Pool;
import dev.prioritize.core.state.PoolInvariants;
import dev.prioritize.core.state.TaskRun;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A pool under test, told in seconds and job names. After every command it checks the invariants,
 * and that the events alone, and the stored rows alone, give the same state.
 */
public final class Scenario {
  public static final long SECOND = 1_000;
  public static final String MODEL = "A100";

  private final Engine engine = new Engine(new Pool(), Heuristic::of);
  private final Pool folded = new Pool();
  private final List<LoggedCommand> commands = new ArrayList<>();
  private final List<LoggedEvent> events = new ArrayList<>();
  private long nowMillis;

  public static Scenario of(Heuristic policy, Discipline discipline) {
    return new Scenario(config(policy, discipline));
  }

  public Scenario(PoolConfig config) {
    run(new Command.ConfigurePool(config, ConfigOrigin.DEPLOYMENT));
  }

  /** Aging of an hour, no starvation guard. */
  public static PoolConfig config(Heuristic policy, Discipline discipline) {
    return new PoolConfig(
        ClockMode.VIRTUAL,
        policy.identity().name(),
        discipline,
        3_600 * SECOND,
        PoolConfig.NO_STARVATION_BOUNDS,
        PoolConfig.DEFAULT_DECISION_LIMIT,
        PoolConfig.DEFAULT_NODE_TIMEOUT_MILLIS,
        PoolConfig.DEFAULT_JOB_RETENTION_MILLIS,
        FaultRules.DEFAULT,
        LearnedRules.DEFAULT,
        Engine.RULES_VERSION);
  }

  public Scenario node(String nodeId, int gpus) {
    return node(nodeId, gpus, MODEL);
  }

  public Scenario node(String nodeId, int gpus, String model) {
    run(new Command.ReportNode(facts(nodeId, gpus, model), Inventory.NOTHING));
    return this;
  }

  public static NodeFacts facts(String nodeId, int gpus, String model) {
    List<GpuFacts> list = new ArrayList<>();
    for (int i = 0; i < gpus; i++) {
      list.add(new GpuFacts(nodeId + "-gpu" + i, i, model, 80L << 30, true));
    }
    return new NodeFacts(nodeId, nodeId + ".example", List.of(), list);
  }

  public Scenario at(long seconds) {
    nowMillis = seconds * SECOND;
    return this;
  }

  public JobBuilder job(String id) {
    return new JobBuilder(id);
  }

  public Scenario tick() {
    run(new Command.Tick());
    return this;
  }

  /** All tasks of the running job report this. */
  public Scenario report(String jobId, TaskState state) {
    for (TaskRun task : engine.pool().job(jobId).attempt().tasks()) {
      report(jobId, task.nodeId(), state);
    }
    return this;
  }

  public Scenario report(String jobId, String nodeId, TaskState state) {
    Job job = engine.pool().job(jobId);
    run(new Command.ReportTask(jobId, job.attempts(), job.attempt().epoch(), nodeId, state, 0, ""));
    return this;
  }

  /** The job ran and ends now. */
  public Scenario ends(String jobId) {
    report(jobId, TaskState.STARTED);
    return report(jobId, TaskState.SUCCEEDED);
  }

  public List<LoggedEvent> run(Command command) {
    LoggedCommand logged = new LoggedCommand(engine.pool().commandSeq() + 1, nowMillis, command);
    List<LoggedEvent> emitted = engine.process(logged);
    commands.add(logged);
    events.addAll(emitted);
    emitted.forEach(folded::apply);
    assertThat(emitted).as("every command yields an event").isNotEmpty();
    assertThat(PoolInvariants.violations(engine.pool())).as("after %s", logged).isEmpty();
    assertThat(folded.snapshot()).as("fold of the events").isEqualTo(engine.pool().snapshot());
    assertThat(Pool.restore(engine.pool().snapshot()).snapshot())
        .as("restored from rows")
        .isEqualTo(engine.pool().snapshot());
    return emitted;
  }

  public Pool pool() {
    return engine.pool();
  }

  public List<LoggedCommand> commands() {
    return commands;
  }

  public List<LoggedEvent> events() {
    return events;
  }

  public <E extends Event> Stream<E> events(Class<E> type) {
    return events.stream().map(LoggedEvent::event).filter(type::isInstance).map(type::cast);
  }

  public <E extends Event> E last(Class<E> type) {
    return events(type).reduce((first, second) -> second).orElseThrow();
  }

  /** Jobs in the order in which they were placed. */
  public List<String> placed() {
    return events(Event.JobPlaced.class).map(Event.JobPlaced::jobId).toList();
  }

  /** Where the job's attempt is, such as {@code n0×8 n1×3}. */
  public String placementOf(String jobId) {
    StringBuilder text = new StringBuilder();
    for (TaskRun task : engine.pool().job(jobId).attempt().tasks()) {
      text.append(text.isEmpty() ? "" : " ")
          .append(task.nodeId())
          .append('×')
          .append(task.gpuUuids().size());
    }
    return text.toString();
  }

  /** A job of one GPU, class NORMAL, an hour long, unless told otherwise. */
  public final class JobBuilder {
    private final String id;
    private String tenant = "team";
    private String name = "";
    private PriorityClass priorityClass = PriorityClass.NORMAL;
    private int gpus = 1;
    private String model = Shape.ANY_MODEL;
    private PlacementRule placement = PlacementRule.CONSOLIDATED;
    private Long expectedMillis = 3_600 * SECOND;
    private Long limitMillis;
    private int retries;
    private String content = "";

    private JobBuilder(String id) {
      this.id = id;
    }

    public JobBuilder tenant(String value) {
      tenant = value;
      return this;
    }

    public JobBuilder name(String value) {
      name = value;
      return this;
    }

    public JobBuilder of(PriorityClass value) {
      priorityClass = value;
      return this;
    }

    public JobBuilder gpus(int value) {
      gpus = value;
      return this;
    }

    public JobBuilder model(String value) {
      model = value;
      return this;
    }

    public JobBuilder spread() {
      placement = PlacementRule.SPREAD;
      return this;
    }

    public JobBuilder seconds(long value) {
      expectedMillis = value * SECOND;
      return this;
    }

    public JobBuilder unknownDuration() {
      expectedMillis = null;
      return this;
    }

    public JobBuilder limitSeconds(long value) {
      limitMillis = value * SECOND;
      return this;
    }

    public JobBuilder retries(int value) {
      retries = value;
      return this;
    }

    public JobBuilder content(String value) {
      content = value;
      return this;
    }

    public Scenario submit() {
      run(
          new Command.SubmitJob(
              new JobSpec(
                  id,
                  tenant,
                  name,
                  priorityClass,
                  new Shape(gpus, model, placement),
                  expectedMillis,
                  limitMillis,
                  retries,
                  List.of(),
                  "spec",
                  content.isEmpty() ? "content of " + id : content)));
      return Scenario.this;
    }
  }
}
