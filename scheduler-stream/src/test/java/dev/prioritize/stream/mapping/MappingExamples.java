package dev.prioritize.stream.mapping;

import dev.prioritize.core.command.Command;
import dev.prioritize.core.event.Event;
import dev.prioritize.core.event.Event.CommandKind;
import dev.prioritize.core.model.AttemptRef;
import dev.prioritize.core.model.BlockReason;
import dev.prioritize.core.model.ClockMode;
import dev.prioritize.core.model.ConfigOrigin;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.EndReason;
import dev.prioritize.core.model.Estimate;
import dev.prioritize.core.model.FaultRules;
import dev.prioritize.core.model.GpuFacts;
import dev.prioritize.core.model.Inventory;
import dev.prioritize.core.model.JobSpec;
import dev.prioritize.core.model.JobState;
import dev.prioritize.core.model.Label;
import dev.prioritize.core.model.LearnedRules;
import dev.prioritize.core.model.NodeFacts;
import dev.prioritize.core.model.Pick;
import dev.prioritize.core.model.PlacementRule;
import dev.prioritize.core.model.PolicyIdentity;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.model.Rejection;
import dev.prioritize.core.model.RejectionCode;
import dev.prioritize.core.model.ReportRefusal;
import dev.prioritize.core.model.ReservationPick;
import dev.prioritize.core.model.Shape;
import dev.prioritize.core.model.ShapeStatus;
import dev.prioritize.core.model.StartReason;
import dev.prioritize.core.model.Substitution;
import dev.prioritize.core.model.TaskPlacement;
import dev.prioritize.core.model.TaskState;
import dev.prioritize.core.state.Attempt;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.NodeFailure;
import dev.prioritize.core.state.NodeStanding;
import dev.prioritize.core.state.TaskRun;
import java.util.List;

/** Core values, each field different from its neighbours, so that a swap is noticed. */
final class MappingExamples {
  static final List<Label> LABELS = List.of(new Label("a", "1"), new Label("b", ""));
  static final Shape SHAPE = new Shape(12, "H200", PlacementRule.SPREAD);
  static final Estimate ESTIMATE =
      new Estimate(5_000, Estimate.Source.TENANT_GPUS, 1_000, 6_000, 9_000);
  static final Rejection REJECTION =
      new Rejection(RejectionCode.EXCEEDS_POOL, "gpus", "12", "ask for at most 8");
  static final List<ShapeStatus> BLOCKED =
      List.of(
          new ShapeStatus(SHAPE, BlockReason.FREE_GPUS_SCATTERED),
          new ShapeStatus(
              new Shape(13, Shape.ANY_MODEL, PlacementRule.CONSOLIDATED),
              BlockReason.WOULD_DELAY_RESERVATION));

  static final JobSpec FULL_SPEC =
      new JobSpec(
          "job-1",
          "team",
          "train",
          PriorityClass.HIGH,
          SHAPE,
          6_000L,
          7_000L,
          3,
          LABELS,
          "1a",
          "2b");
  static final JobSpec BARE_SPEC =
      new JobSpec(
          "job-2",
          "team",
          "",
          PriorityClass.LOW,
          new Shape(1, Shape.ANY_MODEL, PlacementRule.CONSOLIDATED),
          null,
          null,
          0,
          List.of(),
          "3c",
          "4d");

  static final NodeFacts FULL_NODE =
      new NodeFacts(
          "node-1",
          "10.0.0.1",
          LABELS,
          List.of(
              new GpuFacts("GPU-1", 0, "H200", 150_000_000_000L, true),
              new GpuFacts("GPU-2", 1, "H100", 0, false)));
  static final NodeFacts BARE_NODE = new NodeFacts("node-2", "h", List.of(), List.of());

  static final Inventory INVENTORY =
      new Inventory(
          "launcher-1", List.of(new AttemptRef("job-1", 2, 40), new AttemptRef("job-2", 1, 41)));

  static final NodeStanding STANDING =
      new NodeStanding(
          INVENTORY,
          true,
          "a fan is broken",
          7_000,
          8_000,
          true,
          List.of(new NodeFailure("job-1", 6_000), new NodeFailure("job-2", 6_001)),
          3);

  static final PoolConfig CONFIG =
      new PoolConfig(
          ClockMode.VIRTUAL,
          "wsaf",
          Discipline.EASY,
          11,
          List.of(4L, 3L, 2L, 0L),
          12,
          13,
          14,
          new FaultRules(21, 22, 23, 24, 25, 26, 27),
          LearnedRules.DEFAULT,
          15);

  static final Attempt ATTEMPT =
      new Attempt(
          2,
          40,
          100,
          110,
          5_100,
          5_200,
          EndReason.TASK_STOPPED,
          List.of(
              new TaskRun("node-1", List.of("GPU-1", "GPU-2"), TaskState.STARTED, 5_300),
              new TaskRun("node-2", List.of("GPU-9"), TaskState.LOST, TaskRun.NOT_MISSED)));
  static final Attempt BARE_ATTEMPT = new Attempt(1, 39, 90, 0, 5_090, 0, null, List.of());

  static final Job FULL_JOB =
      new Job(
          FULL_SPEC,
          PriorityClass.URGENT,
          80,
          ESTIMATE,
          JobState.STOPPING,
          new Job.Faults(1, 2, List.of("node-7", "node-2")),
          ATTEMPT,
          6_200,
          REJECTION);
  static final Job BARE_JOB =
      new Job(
          BARE_SPEC,
          PriorityClass.LOW,
          81,
          ESTIMATE,
          JobState.PENDING,
          Job.Faults.NONE,
          null,
          0,
          null);

  static final List<Command> COMMANDS =
      List.of(
          new Command.ConfigurePool(CONFIG, ConfigOrigin.DEPLOYMENT),
          new Command.SubmitJob(FULL_SPEC),
          new Command.SubmitJob(BARE_SPEC),
          new Command.CancelJob("job-1"),
          new Command.ChangePriority("job-1", PriorityClass.URGENT),
          new Command.ReportTask("job-1", 2, 40, "node-1", TaskState.FAILED, 137, "killed"),
          new Command.ConfigurePool(CONFIG, ConfigOrigin.REQUEST),
          new Command.ReportNode(FULL_NODE, INVENTORY),
          new Command.ReportNode(BARE_NODE, Inventory.NOTHING),
          new Command.ReportSilence("node-1", true),
          new Command.DrainNode("node-1", "a fan is broken"),
          new Command.UndrainNode("node-1"),
          new Command.RemoveNode("node-1"),
          new Command.LimitTenant("team", PriorityClass.HIGH),
          new Command.LimitTenant("team", null),
          new Command.Resume(),
          new Command.Tick());

  static final List<Event> EVENTS =
      List.of(
          new Event.PoolConfigured(CONFIG, ConfigOrigin.DEPLOYMENT),
          new Event.NodeRegistered(FULL_NODE),
          new Event.NodeRegistered(BARE_NODE),
          new Event.NodeUpdated(FULL_NODE),
          new Event.InventoryReported("node-1", INVENTORY),
          new Event.TaskDisowned("node-1", new AttemptRef("job-1", 1, 39)),
          new Event.NodeSilent("node-1"),
          new Event.NodeReturned("node-1"),
          new Event.NodeDrained("node-1", "a fan is broken"),
          new Event.NodeUndrained("node-1"),
          new Event.NodeCooledDown("node-1", 9_000, EndReason.START_TIMEOUT),
          new Event.NodeFailureCounted("node-1", "job-1"),
          new Event.JobBlamed("job-1"),
          new Event.NodeQuarantined("node-1", 9_000, List.of("job-1", "job-2")),
          new Event.NodeReleased("node-1"),
          new Event.NodeRemoved("node-1"),
          new Event.TenantLimited("team", PriorityClass.HIGH),
          new Event.TenantLimited("team", null),
          new Event.SchedulerResumed(1_234),
          new Event.TaskLost("job-1", 2, "node-1"),
          new Event.JobSubmitted(FULL_SPEC, 80, ESTIMATE),
          new Event.JobSubmitted(BARE_SPEC, 81, ESTIMATE),
          new Event.JobRejected("job-1", REJECTION),
          new Event.PriorityChanged("job-1", PriorityClass.LOW, PriorityClass.HIGH),
          new Event.JobPlaced(
              "job-1",
              2,
              40,
              List.of(
                  new TaskPlacement("node-1", List.of("GPU-1", "GPU-2")),
                  new TaskPlacement("node-2", List.of())),
              new PolicyIdentity("drl", 3, "5e"),
              StartReason.BESIDE_RESERVATION,
              20,
              21,
              5_100,
              new Pick(1.5f, "job-2", -2.25f, 17, -3)),
          new Event.JobPlaced(
              "job-1",
              1,
              41,
              List.of(new TaskPlacement("node-1", List.of("GPU-1"))),
              new PolicyIdentity("wsaf", 1, ""),
              StartReason.NEXT_IN_ORDER,
              20,
              21,
              5_100,
              null),
          new Event.TaskReported("job-1", 2, "node-1", TaskState.SUCCEEDED, 1, "done"),
          new Event.ReportIgnored(
              "job-1", 1, "node-1", TaskState.STOPPED, ReportRefusal.OLDER_ATTEMPT),
          new Event.JobStarted("job-1", 2),
          new Event.JobStopping("job-1", 2, 40, EndReason.CANCELLED, List.of("node-1", "node-2")),
          new Event.JobStopping("job-1", 2, 40, EndReason.TASK_FAILED, List.of()),
          new Event.JobRequeued("job-1", 2, EndReason.TASK_FAILED, 1, 2),
          new Event.JobFinished("job-1", 2, JobState.SUCCEEDED, EndReason.COMPLETED, 6_100),
          new Event.JobForgotten("job-1"),
          new Event.ReservationChanged("job-1", 9_000, true),
          new Event.PassFinished(
              1,
              true,
              2,
              3,
              4,
              BLOCKED,
              new PolicyIdentity("drl", 3, "5e"),
              new ReservationPick("job-1", 1, new Pick(1, "", 0, 1, 9)),
              new Pick(2, "job-3", 1, 4, 10),
              new Substitution(Substitution.Reason.TOO_SLOW, "20 ms", 2)),
          new Event.PassFinished(0, false, 0, 0, 0, List.of(), null, null, null, null),
          new Event.CommandRejected(CommandKind.SUBMIT_JOB, "job-1", REJECTION),
          new Event.CommandIgnored(CommandKind.REPORT_NODE, "node-1"),
          new Event.StateDigest("0123456789abcdef"));

  private MappingExamples() {}
}
