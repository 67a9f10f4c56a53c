package dev.prioritize.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.event.Event;
import dev.prioritize.core.event.Event.CommandIgnored;
import dev.prioritize.core.event.Event.CommandKind;
import dev.prioritize.core.event.Event.CommandRejected;
import dev.prioritize.core.event.Event.JobBlamed;
import dev.prioritize.core.event.Event.JobFinished;
import dev.prioritize.core.event.Event.JobForgotten;
import dev.prioritize.core.event.Event.JobPlaced;
import dev.prioritize.core.event.Event.JobRejected;
import dev.prioritize.core.event.Event.JobRequeued;
import dev.prioritize.core.event.Event.NodeDrained;
import dev.prioritize.core.event.Event.NodeFailureCounted;
import dev.prioritize.core.event.Event.NodeRegistered;
import dev.prioritize.core.event.Event.PoolConfigured;
import dev.prioritize.core.event.Event.ReportIgnored;
import dev.prioritize.core.event.Event.ReservationChanged;
import dev.prioritize.core.event.Event.TaskDisowned;
import dev.prioritize.core.event.Event.TaskLost;
import dev.prioritize.core.event.Event.TaskReported;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.model.AttemptRef;
import dev.prioritize.core.model.BlockReason;
import dev.prioritize.core.model.ConfigOrigin;
import dev.prioritize.core.model.EndReason;
import dev.prioritize.core.model.Estimate;
import dev.prioritize.core.model.JobSpec;
import dev.prioritize.core.model.JobState;
import dev.prioritize.core.model.NodeFacts;
import dev.prioritize.core.model.PlacementRule;
import dev.prioritize.core.model.PolicyIdentity;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.model.Rejection;
import dev.prioritize.core.model.RejectionCode;
import dev.prioritize.core.model.ReportRefusal;
import dev.prioritize.core.model.Shape;
import dev.prioritize.core.model.StartReason;
import dev.prioritize.core.model.TaskPlacement;
import dev.prioritize.core.model.TaskState;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.Pool;
import dev.prioritize.stream.config.SchedulerConfig;
import dev.prioritize.stream.query.JobHistory;
import dev.prioritize.stream.query.JobView;
import dev.prioritize.stream.query.NodeView;
import dev.prioritize.stream.query.PoolView;
import dev.prioritize.stream.query.Wait;
import dev.prioritize.stream.query.WithheldNodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Goal: a person understands what the engine has noted. Method: one example of each kind. */
class WordsTest {
  private static final long HOUR = 3_600_000;
  private static final Rejection REJECTION =
      new Rejection(RejectionCode.EXCEEDS_POOL, "gpus", "8", "use at most 4");

  private static JobView view(BlockReason reason, boolean holder) {
    return view(reason, holder, WithheldNodes.NONE);
  }

  private static JobView view(BlockReason reason, boolean holder, WithheldNodes withheld) {
    Shape shape = new Shape(8, "H200", PlacementRule.CONSOLIDATED);
    JobSpec spec =
        new JobSpec(
            "j", "team", "", PriorityClass.HIGH, shape, 2 * HOUR, null, 0, List.of(), "s", "c");
    Job job =
        new Job(
            spec,
            PriorityClass.HIGH,
            0,
            Estimate.single(2 * HOUR, Estimate.Source.SUBMITTER),
            JobState.PENDING,
            Job.Faults.NONE,
            null,
            0,
            null);
    Wait wait = new Wait(reason, 9, 5, 2, 12, 16, withheld, "x", holder, 2 * HOUR, holder);
    return new JobView(job, 3, wait, HOUR, HOUR, 0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NOT_ENOUGH_FREE_GPUS | needs 8, 9 free | of 12 in service 9 are free, on 5 nodes",
        "FREE_GPUS_SCATTERED | needs 8 together, 9 free on 5 nodes | with at most 2 each",
        "WOULD_DELAY_RESERVATION | would delay x | expected to run 2h 00m, on GPUs that job x",
        "BEHIND_BLOCKED_JOB | behind x | Job x is ahead of it",
        "CAPACITY_OUT_OF_SERVICE | needs 8, 12 in service | only 12 of the 16 registered",
        "POOL_INVENTORY_UNKNOWN | needs 8, 16 registered | the pool knows only 16 of them so far",
        "DECISION_LIMIT | next pass | as many jobs as one pass may",
        "HELD_BACK | GPUs kept free | the policy keeps that free",
        "NOT_PICKED | not picked by the policy | the policy picked other jobs",
        " | just arrived | No pass has looked at it yet"
      })
  void shouldTellEachReasonBrieflyAndInFull(BlockReason reason, String brief, String sentence) {
    assertThat(WaitWords.brief(view(reason, false))).isEqualTo(brief);
    assertThat(WaitWords.sentences(view(reason, false)).get(0)).contains(sentence);
  }

  @Test
  void shouldTellOfThePlannedStartOfWhoHasTheReservation() {
    JobView holder = view(BlockReason.NOT_ENOUGH_FREE_GPUS, true);

    assertThat(WaitWords.brief(holder)).isEqualTo("planned to start in 1h 00m");
    assertThat(WaitWords.sentences(holder).get(1)).contains("given by the starvation guard");
  }

  @Test
  void shouldNameTheNodesThatWouldHelp() {
    List<NodeView> both = drainedNodes("a", "b");
    List<NodeView> many = drainedNodes("a", "b", "c", "d", "e", "f");

    assertThat(withheld(BlockReason.NOT_ENOUGH_FREE_GPUS, both.subList(0, 1), true))
        .isEqualTo("It would fit now if node a (drained) were back.");
    assertThat(withheld(BlockReason.FREE_GPUS_SCATTERED, both, true))
        .isEqualTo("It would fit now if any one of the nodes a (drained), b (drained) were back.");
    assertThat(withheld(BlockReason.CAPACITY_OUT_OF_SERVICE, both, false))
        .isEqualTo(
            "Enough would be in service if the nodes a (drained), b (drained) were all back.");
    assertThat(withheld(BlockReason.NOT_ENOUGH_FREE_GPUS, many, false))
        .contains("d (drained) and 2 more were all back");
  }

  private static String withheld(BlockReason reason, List<NodeView> nodes, boolean eachWouldDo) {
    return WaitWords.sentences(view(reason, false, new WithheldNodes(nodes, eachWouldDo))).get(1);
  }

  private static List<NodeView> drainedNodes(String... ids) {
    List<Event> events = new ArrayList<>();
    PoolConfig config = SchedulerConfig.load(null, Map.of(), Map.of()).pools().get("default");
    events.add(new PoolConfigured(config, ConfigOrigin.DEPLOYMENT));
    for (String id : ids) {
      events.add(new NodeRegistered(new NodeFacts(id, "", List.of(), List.of())));
      events.add(new NodeDrained(id, ""));
    }
    Pool pool = new Pool();
    events.forEach(event -> pool.apply(new LoggedEvent(1, pool.eventSeq() + 1, 0, event)));
    return new PoolView("p", pool, 0).nodes();
  }

  @Test
  void shouldCountTheWaitForALaterAttemptFromTheOneBefore() {
    JobPlaced placed =
        new JobPlaced(
            "j",
            2,
            7,
            List.of(new TaskPlacement("n", List.of("g"))),
            new PolicyIdentity("aged", 1, ""),
            StartReason.NEXT_IN_ORDER,
            9 * HOUR,
            10 * HOUR,
            0,
            null);

    assertThat(words(placed, 1).why())
        .isEqualTo(
            "its turn in the policy's order; waited 1h 00m since attempt 1, aged priority 10.00");
  }

  @Test
  void shouldTellWhoAskedIfThatIsKnown() {
    LoggedEvent cancelled =
        new LoggedEvent(
            1, 1, 0, new JobFinished("j", 0, JobState.CANCELLED, EndReason.CANCELLED, 0));

    JobHistory.Entry entry = new JobHistory.Entry(cancelled, cancelled, 1, 0, "ann");
    assertThat(HistoryWords.of(entry, "j", HOUR))
        .isEqualTo(new HistoryWords("CANCELLED", "on request of ann", "cancelled"));
  }

  private static HistoryWords words(Event event, int count) {
    LoggedEvent logged = new LoggedEvent(1, 1, 0, event);
    return HistoryWords.of(new JobHistory.Entry(logged, logged, count, HOUR, ""), "j", HOUR);
  }

  private static void assertWords(Event event, String what, String by, String why) {
    assertThat(words(event, 1)).isEqualTo(new HistoryWords(what, by, why));
  }

  @Test
  void shouldTellWhatHappenedByWhomAndWhy() {
    assertWords(new JobRejected("j", REJECTION), "REJECTED", "", "gpus = 8: use at most 4");
    assertWords(
        new TaskReported("j", 1, "n", TaskState.FAILED, 137, "loading\nCUDA out of memory\n"),
        "task FAILED on n",
        "launcher",
        "exit code 137: CUDA out of memory");
    assertWords(
        new JobRequeued("j", 1, EndReason.TASK_FAILED, 2, 1),
        "attempt 1 over, waits again",
        "",
        "task failed; failures so far 2, node faults 1");
    assertWords(new TaskLost("j", 1, "n"), "task on n lost", "", "its node does not run it");
    assertWords(
        new TaskDisowned("n", new AttemptRef("j", 1, 7)),
        "stray task of attempt 1 told to stop",
        "",
        "node n should not run it");
    assertWords(new NodeFailureCounted("n", "j"), "failure counts against node n", "", "");
    assertWords(
        new JobBlamed("j"),
        "failures count against the job, not its nodes",
        "",
        "it failed on several");
    assertWords(
        new JobFinished("j", 2, JobState.FAILED, EndReason.TASK_FAILED, HOUR),
        "FAILED after 1h 00m",
        "",
        "task failed");
    assertWords(
        new ReportIgnored("j", 1, "n", TaskState.STARTED, ReportRefusal.OLDER_ATTEMPT),
        "report STARTED of attempt 1 ignored",
        "launcher on n",
        "older attempt");
    assertWords(
        new CommandRejected(CommandKind.CANCEL_JOB, "j", REJECTION),
        "cancel job refused",
        "on request",
        "gpus = 8: use at most 4");
    assertWords(
        new CommandIgnored(CommandKind.SUBMIT_JOB, "j"),
        "submit job changed nothing",
        "on request",
        "it was so already");
    assertWords(new JobForgotten("j"), "job forgotten", "", "");
    assertWords(new ReservationChanged("k", 5, false), "reservation given up", "", "job k has it");
    assertThat(words(new TaskReported("j", 1, "n", TaskState.STARTED, 0, ""), 3).what())
        .isEqualTo("3 tasks STARTED");
    assertThat(words(new ReservationChanged("j", 5, true), 3))
        .returns("starvation guard", HistoryWords::by)
        .returns("planned anew 2 times", HistoryWords::why);
  }
}
