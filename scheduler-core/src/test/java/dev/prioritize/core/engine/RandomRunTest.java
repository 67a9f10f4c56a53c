package dev.prioritize.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.Scenario;
import dev.prioritize.core.command.Command;
import dev.prioritize.core.command.LoggedCommand;
import dev.prioritize.core.event.Event;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.model.AttemptRef;
import dev.prioritize.core.model.ConfigOrigin;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.FaultRules;
import dev.prioritize.core.model.GpuFacts;
import dev.prioritize.core.model.Inventory;
import dev.prioritize.core.model.JobState;
import dev.prioritize.core.model.LearnedRules;
import dev.prioritize.core.model.NodeFacts;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.model.TaskState;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.Node;
import dev.prioritize.core.state.Pool;
import dev.prioritize.core.state.TaskRun;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Goal: whatever comes, in whatever order, the state stays whole. Method: seeded random commands,
 * odd ones included; {@link Scenario} checks invariants, fold and stored rows after every one. Then
 * no more faults: every job must end. A failure names its seed; repeat it with {@code
 * -Dprioritize.seed=SEED}.
 */
class RandomRunTest {
  private static final int SEEDS = 60;
  private static final int STEPS = 150;
  private static final int MAX_SECONDS_TO_DRAIN = 200_000;

  private SplittableRandom random;
  private Scenario scenario;
  private long nowSeconds;
  private int submitted;

  static IntStream seeds() {
    Integer one = Integer.getInteger("prioritize.seed");
    return one == null ? IntStream.range(0, SEEDS) : IntStream.of(one);
  }

  @ParameterizedTest(name = "-Dprioritize.seed={0}")
  @MethodSource("seeds")
  void shouldStayWholeAndEndEveryJob(int seed) {
    random = new SplittableRandom(seed);
    scenario = new Scenario(randomConfig());
    int nodes = 1 + random.nextInt(5);
    for (int i = 0; i < nodes; i++) {
      scenario.node("n" + i, 1 + random.nextInt(8), random.nextBoolean() ? "A100" : "H100");
    }
    for (int step = 0; step < STEPS; step++) {
      step();
    }
    assertReplays();
    heal();
    drain();
  }

  private PoolConfig randomConfig() {
    PoolConfig base = Scenario.config(pick(Heuristic.values()), pick(Discipline.values()));
    boolean guarded = random.nextBoolean();
    return new PoolConfig(
        base.clock(),
        base.policy(),
        base.discipline(),
        base.agingIntervalMillis(),
        guarded ? List.of(400_000L, 300_000L, 200_000L, 100_000L) : base.starvationBoundsMillis(),
        1 + random.nextInt(5),
        base.nodeTimeoutMillis(),
        100_000_000,
        new FaultRules(
            1_000L * (1 + random.nextInt(300)),
            1_000L * (1 + random.nextInt(100)),
            1_000L * (1 + random.nextInt(100)),
            random.nextInt(4),
            random.nextInt(3),
            1_000L * (1 + random.nextInt(1_000)),
            1_000L * (1 + random.nextInt(200))),
        LearnedRules.DEFAULT,
        base.rulesVersion());
  }

  private <T> T pick(T[] values) {
    return values[random.nextInt(values.length)];
  }

  private void step() {
    switch (random.nextInt(15)) {
      case 0, 1, 2 -> submit();
      case 3, 4 -> report();
      case 5 -> scenario.run(new Command.CancelJob(anyJobId()));
      case 6 -> scenario.run(new Command.ChangePriority(anyJobId(), pick(PriorityClass.values())));
      case 7 -> changeNode();
      case 8 -> scenario.run(new Command.ConfigurePool(randomConfig(), ConfigOrigin.DEPLOYMENT));
      case 9 ->
          scenario.run(
              new Command.ReportTask(
                  anyJobId(),
                  1 + random.nextInt(3),
                  1 + random.nextInt(20),
                  "n" + random.nextInt(6),
                  pick(new TaskState[] {TaskState.STARTED, TaskState.FAILED, TaskState.STOPPED}),
                  1,
                  "out of nowhere"));
      case 10 -> operate();
      case 11 -> tellInventory();
      default -> tick();
    }
  }

  /** What operators and drivers do to nodes and tenants. */
  private void operate() {
    String nodeId = "n" + random.nextInt(6);
    scenario.run(
        switch (random.nextInt(8)) {
          case 0, 1 -> new Command.ReportSilence(nodeId, random.nextBoolean());
          case 2 -> new Command.DrainNode(nodeId, random.nextBoolean() ? "" : "a reason");
          case 3, 4 -> new Command.UndrainNode(nodeId);
          case 5 -> new Command.RemoveNode(nodeId);
          case 6 ->
              new Command.LimitTenant(
                  "tenant-" + random.nextInt(3),
                  random.nextBoolean() ? null : pick(PriorityClass.values()));
          default -> new Command.Resume();
        });
  }

  /** A node lists some of what it holds, and perhaps something that it should not run. */
  private void tellInventory() {
    List<Node> nodes = scenario.pool().ledger().nodes();
    if (nodes.isEmpty()) {
      return;
    }
    Node node = nodes.get(random.nextInt(nodes.size()));
    List<AttemptRef> attempts = new ArrayList<>();
    for (String jobId : node.holders()) {
      if (random.nextInt(4) > 0) {
        attempts.add(scenario.pool().job(jobId).attempt().ref(jobId));
      }
    }
    if (random.nextInt(5) == 0) {
      attempts.add(new AttemptRef("job-stray", 1, 1));
    }
    scenario.run(
        new Command.ReportNode(
            node.facts(), new Inventory("launcher-" + random.nextInt(2), attempts)));
  }

  private void tick() {
    nowSeconds += random.nextInt(60);
    scenario.at(nowSeconds).tick();
    assertNothingStartedDelaysTheReservation();
  }

  /**
   * Planned anew with all that the pass has started, the holder's start is no later than announced.
   */
  private void assertNothingStartedDelaysTheReservation() {
    Event.ReservationChanged announced = scenario.pool().reservation();
    if (announced.jobId().isEmpty()
        || scenario.last(Event.PassFinished.class).decisionLimitSpent()) {
      return;
    }
    scenario.tick();
    Event.ReservationChanged again = scenario.pool().reservation();
    assertThat(again.jobId()).isEqualTo(announced.jobId());
    assertThat(again.plannedStartMillis()).isLessThanOrEqualTo(announced.plannedStartMillis());
  }

  private String anyJobId() {
    return "job-" + random.nextInt(submitted + 2);
  }

  private void submit() {
    Scenario.JobBuilder job =
        scenario
            .job("job-" + (random.nextInt(10) == 0 ? random.nextInt(submitted + 1) : submitted++))
            .of(pick(PriorityClass.values()))
            .gpus(1 + random.nextInt(random.nextInt(5) == 0 ? 40 : 8))
            .seconds(1 + random.nextInt(500))
            .tenant("tenant-" + random.nextInt(3))
            .retries(random.nextInt(3));
    if (random.nextInt(4) == 0) {
      job.model(random.nextBoolean() ? "A100" : "H100");
    }
    if (random.nextInt(4) == 0) {
      job.spread();
    }
    if (random.nextInt(4) == 0) {
      job.unknownDuration();
    }
    job.submit();
  }

  private void report() {
    List<Job> holding = holding();
    if (holding.isEmpty()) {
      return;
    }
    Job job = holding.get(random.nextInt(holding.size()));
    List<TaskRun> tasks = job.attempt().tasks();
    TaskRun task = tasks.get(random.nextInt(tasks.size()));
    TaskState state =
        job.state() == JobState.STOPPING
            ? TaskState.STOPPED
            : pick(
                new TaskState[] {
                  TaskState.STARTED,
                  TaskState.STARTED,
                  TaskState.SUCCEEDED,
                  TaskState.FAILED,
                  TaskState.REFUSED
                });
    scenario.report(job.id(), task.nodeId(), state);
  }

  private List<Job> holding() {
    List<Job> holding = new ArrayList<>();
    for (Job job : scenario.pool().snapshot().jobs()) {
      if (job.state().holdsGpus()) {
        holding.add(job);
      }
    }
    return holding;
  }

  /** GPUs fall out of service, vanish, return, or turn up on another node. */
  private void changeNode() {
    String nodeId = "n" + random.nextInt(6);
    NodeFacts facts = Scenario.facts(nodeId, 8, "A100");
    List<GpuFacts> gpus = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      if (random.nextInt(5) > 0) {
        String owner = random.nextInt(20) == 0 ? "n" + random.nextInt(5) : facts.nodeId();
        gpus.add(new GpuFacts(owner + "-gpu" + i, i, "A100", 0, random.nextInt(6) > 0));
      }
    }
    scenario.run(
        new Command.ReportNode(
            new NodeFacts(facts.nodeId(), facts.host(), List.of(), gpus), Inventory.NOTHING));
  }

  /** The same commands through a fresh engine give the same events. */
  private void assertReplays() {
    Engine again = new Engine(new Pool(), Heuristic::of);
    List<LoggedEvent> events = new ArrayList<>();
    for (LoggedCommand command : scenario.commands()) {
      events.addAll(again.process(command));
    }
    assertThat(events).isEqualTo(scenario.events());
  }

  private void heal() {
    scenario.run(
        new Command.ConfigurePool(
            Scenario.config(Heuristic.AGED, Discipline.EASY), ConfigOrigin.DEPLOYMENT));
    for (Node node : List.copyOf(scenario.pool().ledger().nodes())) {
      scenario.node(node.id(), 8);
      scenario.run(new Command.UndrainNode(node.id()));
    }
    for (int i = 0; i < 6; i++) {
      scenario.node("healthy-" + i, 8, i % 2 == 0 ? "A100" : "H100");
    }
  }

  /** Liveness: tasks end well from now on, so every job must end. */
  private void drain() {
    while (scenario.pool().queue().size() + scenario.pool().running().size() > 0) {
      assertThat(nowSeconds)
          .as("still %s waiting", scenario.pool().queue().size())
          .isLessThan(MAX_SECONDS_TO_DRAIN);
      nowSeconds += 100;
      scenario.at(nowSeconds).tick();
      for (Job job : holding()) {
        for (TaskRun task : job.attempt().tasks()) {
          boolean stopping = job.state() == JobState.STOPPING;
          scenario.report(
              job.id(), task.nodeId(), stopping ? TaskState.STOPPED : TaskState.STARTED);
          if (!stopping) {
            scenario.report(job.id(), task.nodeId(), TaskState.SUCCEEDED);
          }
        }
      }
    }
  }
}
