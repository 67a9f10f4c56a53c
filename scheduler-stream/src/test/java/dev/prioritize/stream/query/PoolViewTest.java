package dev.prioritize.stream.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.prioritize.core.command.Command;
import dev.prioritize.core.command.LoggedCommand;
import dev.prioritize.core.engine.Engine;
import dev.prioritize.core.event.Event.JobPlaced;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.model.BlockReason;
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
import dev.prioritize.core.state.Pool;
import dev.prioritize.stream.query.NodeView.Obstacle;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Goal: what people are told of a pool is what its engine goes by. Method: an engine is run, and
 * its pool is asked.
 */
class PoolViewTest {
  private static final long HOUR = 3_600_000;
  private static final long START = 1_700_000_000_000L;

  private final Engine engine = new Engine(new Pool(), Heuristic::of);
  private final List<LoggedEvent> events = new ArrayList<>();
  private long nowMillis = START;

  private void configure(ClockMode clock, Discipline discipline) {
    run(
        new Command.ConfigurePool(
            new PoolConfig(
                clock,
                "aged",
                discipline,
                HOUR,
                List.of(0L, 4 * HOUR, 2 * HOUR, HOUR),
                100,
                HOUR,
                100 * HOUR,
                FaultRules.DEFAULT,
                LearnedRules.DEFAULT,
                Engine.RULES_VERSION),
            ConfigOrigin.DEPLOYMENT));
  }

  private void run(Command command) {
    events.addAll(
        engine.process(new LoggedCommand(engine.pool().commandSeq() + 1, nowMillis, command)));
  }

  private void node(String nodeId, int gpus) {
    List<GpuFacts> list =
        IntStream.range(0, gpus)
            .mapToObj(i -> new GpuFacts(nodeId + "-gpu" + i, i, "H200", 0, true))
            .toList();
    run(
        new Command.ReportNode(
            new NodeFacts(nodeId, nodeId + ".example", List.of(), list), Inventory.NOTHING));
  }

  private void submit(String id, PriorityClass priorityClass, int gpus, long hours) {
    Shape shape = new Shape(gpus, Shape.ANY_MODEL, PlacementRule.CONSOLIDATED);
    run(
        new Command.SubmitJob(
            new JobSpec(
                id, "team", "", priorityClass, shape, hours * HOUR, null, 0, List.of(), "s", id)));
  }

  private void tick() {
    run(new Command.Tick());
  }

  private void report(String jobId, String nodeId, TaskState state) {
    long epoch = engine.pool().job(jobId).attempt().epoch();
    run(new Command.ReportTask(jobId, 1, epoch, nodeId, state, 0, ""));
  }

  private PoolView view() {
    return new PoolView("p", engine.pool(), nowMillis);
  }

  @Test
  void shouldRankJobsAsThePassWalksThemAndListTheRestByTime() {
    configure(ClockMode.WALL, Discipline.EASY);
    node("n", 2);
    submit("first", PriorityClass.LOW, 1, 1);
    submit("second", PriorityClass.LOW, 1, 1);
    tick();
    report("first", "n", TaskState.STARTED);
    report("second", "n", TaskState.SUCCEEDED);
    submit("normal", PriorityClass.NORMAL, 2, 1);
    nowMillis += 2 * HOUR;
    submit("high", PriorityClass.HIGH, 2, 1);
    submit("urgent", PriorityClass.URGENT, 2, 1);
    tick();

    assertThat(view().jobs())
        .extracting(v -> v.job().id(), JobView::rank)
        .containsExactly(
            tuple("normal", 1),
            tuple("urgent", 2),
            tuple("high", 3),
            tuple("first", 0),
            tuple("second", 0));
    assertThat(view().job("normal").agedPriority()).isEqualTo(4.0);
    assertThat(view().job("nobody")).isNull();
    assertThat(view().pendingJobs()).isEqualTo(3);
    assertThat(view().endedJobs()).isEqualTo(1);
    assertThat(view().oldestWaitMillis(PriorityClass.NORMAL)).isEqualTo(2 * HOUR);
    assertThat(view().oldestWaitMillis(PriorityClass.LOW)).isEqualTo(-1);
  }

  @Test
  void shouldTellWhoHasTheReservationAndWhoWouldDelayIt() {
    configure(ClockMode.WALL, Discipline.EASY);
    node("a", 4);
    node("b", 2);
    submit("big", PriorityClass.HIGH, 4, 1);
    submit("wide", PriorityClass.NORMAL, 6, 1);
    submit("slow", PriorityClass.LOW, 1, 5);
    tick();

    Wait wide = view().job("wide").waiting();
    assertThat(wide.reason()).isEqualTo(BlockReason.NOT_ENOUGH_FREE_GPUS);
    assertThat(wide.holdsReservation()).isTrue();
    assertThat(wide.plannedStartMillis()).isEqualTo(START + HOUR);
    assertThat(wide)
        .returns(2, Wait::free)
        .returns(1, Wait::nodesWithFree)
        .returns(2, Wait::mostFreeOnOneNode)
        .returns(6, Wait::inService)
        .returns("", Wait::aheadJobId);
    assertThat(view().job("slow").waiting())
        .returns(BlockReason.WOULD_DELAY_RESERVATION, Wait::reason)
        .returns("wide", Wait::aheadJobId)
        .returns(false, Wait::holdsReservation);
    assertThat(view().job("big").waiting()).isNull();
    assertThat(view().job("big").isOn("a")).isTrue();
  }

  @Test
  void shouldTellWhoIsAheadUnderStrict() {
    configure(ClockMode.WALL, Discipline.STRICT);
    node("a", 2);
    submit("runs", PriorityClass.URGENT, 1, 1);
    submit("head", PriorityClass.HIGH, 2, 1);
    submit("behind", PriorityClass.LOW, 1, 1);
    tick();

    assertThat(view().job("behind").waiting())
        .returns(BlockReason.BEHIND_BLOCKED_JOB, Wait::reason)
        .returns("head", Wait::aheadJobId);
    assertThat(view().job("head").guardAtMillis()).as("no guard under strict").isZero();
  }

  @Test
  void shouldTellWhenTheGuardStepsInAndThatNoPassHasSeenAJob() {
    configure(ClockMode.WALL, Discipline.EASY);
    submit("guarded", PriorityClass.NORMAL, 1, 1);
    submit("unguarded", PriorityClass.LOW, 1, 1);

    assertThat(view().job("guarded").guardAtMillis()).isEqualTo(START + 4 * HOUR);
    assertThat(view().job("unguarded").guardAtMillis()).isZero();
    assertThat(view().job("guarded").waiting().reason()).isNull();
  }

  @Test
  void shouldGoByThePoolsTimeOnlyWhereItIsVirtual() {
    configure(ClockMode.VIRTUAL, Discipline.EASY);
    submit("waits", PriorityClass.NORMAL, 1, 1);

    PoolView later = new PoolView("p", engine.pool(), START + 9 * HOUR);
    assertThat(later.nowMillis()).isEqualTo(START);
    assertThat(later.silenceMillis()).isZero();
    assertThat(later.job("waits").inStateMillis()).isZero();
  }

  @Test
  void shouldCountTheGpusOfANodeWithThoseOutOfService() {
    configure(ClockMode.WALL, Discipline.EASY);
    run(
        new Command.ReportNode(
            new NodeFacts(
                "n",
                "n.example",
                List.of(),
                List.of(
                    new GpuFacts("g0", 0, "H200", 0, true),
                    new GpuFacts("g1", 1, "H100", 0, true),
                    new GpuFacts("g2", 2, "H200", 0, false))),
            Inventory.NOTHING));
    submit("holder", PriorityClass.NORMAL, 1, 1);
    tick();

    NodeView node = view().node("n");
    assertThat(node).returns(3, NodeView::gpus).returns(2, NodeView::inService);
    assertThat(node.free()).isEqualTo(1);
    assertThat(node.gpusByHolder()).containsEntry("holder", 1).hasSize(1);
    assertThat(node.models()).containsExactly("H100", "H200");
    assertThat(node.obstacles()).isEmpty();
    assertThat(view().nodes()).extracting(NodeView::id).containsExactly("n");
    assertThat(view().node("m")).isNull();
  }

  @Test
  void shouldTellWhatKeepsWorkFromANode() {
    configure(ClockMode.WALL, Discipline.EASY);
    node("n", 2);
    run(new Command.DrainNode("n", "fans"));
    run(new Command.ReportSilence("n", true));

    NodeView node = view().node("n");
    assertThat(node.obstacles()).containsExactly(Obstacle.SILENT, Obstacle.DRAINED);
    assertThat(node).returns(0, NodeView::inService).returns(0, NodeView::free);
    assertThat(view().capacity().totalCapacity()).isZero();
  }

  @Test
  void shouldTellWithWhichNodesAJobWouldFit() {
    configure(ClockMode.WALL, Discipline.SKIP);
    node("a", 4);
    node("b", 4);
    node("c", 4);
    node("d", 2);
    run(new Command.DrainNode("b", "fans"));
    run(new Command.ReportSilence("c", true));
    run(new Command.DrainNode("d", "fans"));
    submit("holder", PriorityClass.URGENT, 3, 1);
    submit("either", PriorityClass.LOW, 4, 1);
    submit("both", PriorityClass.LOW, 8, 1);
    submit("all", PriorityClass.LOW, 14, 1);
    tick();

    assertThat(withheld("either").eachWouldDo()).isTrue();
    assertThat(withheld("either").nodes()).extracting(NodeView::id).containsExactly("b", "c");
    assertThat(view().job("either").waiting().reason()).isEqualTo(BlockReason.NOT_ENOUGH_FREE_GPUS);
    assertThat(withheld("both").eachWouldDo()).as("each makes the pool large enough").isTrue();
    assertThat(withheld("both").nodes()).extracting(NodeView::id).containsExactly("b", "c");
    assertThat(withheld("all").eachWouldDo()).isFalse();
    assertThat(withheld("all").nodes()).extracting(NodeView::id).containsExactly("b", "c", "d");
  }

  @Test
  void shouldNameNoNodeThatWouldNotHelp() {
    configure(ClockMode.WALL, Discipline.SKIP);
    node("a", 4);
    node("b", 1);
    run(new Command.DrainNode("b", "fans"));
    submit("holder", PriorityClass.URGENT, 4, 1);
    submit("waits", PriorityClass.LOW, 4, 1);
    tick();

    assertThat(withheld("waits")).isEqualTo(WithheldNodes.NONE);
  }

  private WithheldNodes withheld(String jobId) {
    return view().job(jobId).waiting().withheld();
  }

  @Test
  void shouldCountTheWaitForASecondAttemptFromTheRequeue() {
    configure(ClockMode.WALL, Discipline.EASY);
    node("a", 1);
    submit("job", PriorityClass.LOW, 1, 1);
    nowMillis += HOUR;
    tick();
    report("job", "a", TaskState.STARTED);
    nowMillis += 5 * HOUR;
    report("job", "a", TaskState.REFUSED);
    run(new Command.UndrainNode("a"));
    nowMillis += 2 * HOUR;
    tick();

    assertThat(history("job").entries())
        .filteredOn(entry -> entry.last().event() instanceof JobPlaced)
        .extracting(JobHistory.Entry::waitedMillis)
        .containsExactly(HOUR, 2 * HOUR);
  }

  @Test
  void shouldTellWhoAskedOnceTheCommandsSay() {
    configure(ClockMode.WALL, Discipline.EASY);
    submit("job", PriorityClass.LOW, 1, 1);
    run(new Command.ChangePriority("job", PriorityClass.HIGH));
    long changed = engine.pool().commandSeq();
    run(new Command.CancelJob("job"));
    long cancelled = engine.pool().commandSeq();

    JobHistory history = history("job");
    assertThat(history.requested())
        .extracting(LoggedEvent::commandSeq)
        .containsExactly(changed, cancelled);
    history.addRequester(cancelled, "ann");

    assertThat(history.entries())
        .extracting(JobHistory.Entry::requestedBy)
        .containsExactly("", "", "ann");
  }

  private JobHistory history(String jobId) {
    JobHistory history = new JobHistory(jobId);
    events.forEach(history::add);
    return history;
  }

  @Test
  void shouldPickAJobsHistoryAndTakeWhatIsAlikeTogether() {
    configure(ClockMode.WALL, Discipline.EASY);
    node("a", 1);
    node("b", 1);
    submit("other", PriorityClass.URGENT, 2, 1);
    submit("gang", PriorityClass.NORMAL, 2, 1);
    tick();
    report("other", "a", TaskState.STARTED);
    report("other", "b", TaskState.STARTED);
    nowMillis += 2 * HOUR;
    tick();
    nowMillis += HOUR;
    tick();
    report("other", "a", TaskState.SUCCEEDED);
    report("other", "b", TaskState.SUCCEEDED);
    tick();
    report("gang", "a", TaskState.STARTED);
    report("gang", "b", TaskState.STARTED);

    JobHistory history = history("gang");

    assertThat(history.entries())
        .extracting(e -> e.last().event().getClass().getSimpleName(), JobHistory.Entry::count)
        .containsExactly(
            tuple("JobSubmitted", 1),
            tuple("ReservationChanged", 3),
            tuple("JobPlaced", 1),
            tuple("ReservationChanged", 1),
            tuple("TaskReported", 2),
            tuple("JobStarted", 1));
    assertThat(history.hasReservation()).isFalse();
  }

  @Test
  void shouldFindTheNameThatWasMeant() {
    List<String> known = List.of("default", "research", "lab");

    assertThat(NearestName.of("defualt", known)).isEqualTo("default");
    assertThat(NearestName.of("lob", known)).isEqualTo("lab");
    assertThat(NearestName.of("production", known)).isNull();
    assertThat(NearestName.of("x", List.of())).isNull();
  }
}
