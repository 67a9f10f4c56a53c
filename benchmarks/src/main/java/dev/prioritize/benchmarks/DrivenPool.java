package dev.prioritize.benchmarks;

import dev.prioritize.core.command.Command;
import dev.prioritize.core.command.LoggedCommand;
import dev.prioritize.core.engine.Engine;
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
import dev.prioritize.core.state.TaskRun;
import java.util.ArrayList;
import java.util.List;

/** A pool brought into a situation by commands, as in production: policy aged, discipline easy. */
final class DrivenPool {
  static final String MODEL = "A100";
  static final int GPUS_PER_NODE = 8;
  static final long HOUR_MILLIS = 3_600_000;
  private static final List<PriorityClass> BELOW_URGENT =
      List.of(PriorityClass.LOW, PriorityClass.NORMAL, PriorityClass.HIGH);

  private static final long RETENTION_MILLIS = 1;
  private static final long GPU_MEMORY_BYTES = 80L << 30;

  private final Engine engine = new Engine(new Pool(), Heuristic::of);
  private long nowMillis;

  /**
   * A pool of equal nodes and no job.
   *
   * @param decisionLimit starts in one pass
   */
  DrivenPool(int nodes, int decisionLimit) {
    run(
        new Command.ConfigurePool(
            new PoolConfig(
                ClockMode.VIRTUAL,
                Heuristic.AGED.identity().name(),
                Discipline.EASY,
                PoolConfig.DEFAULT_AGING_INTERVAL_MILLIS,
                PoolConfig.DEFAULT_STARVATION_BOUNDS_MILLIS,
                decisionLimit,
                PoolConfig.DEFAULT_NODE_TIMEOUT_MILLIS,
                RETENTION_MILLIS,
                FaultRules.DEFAULT,
                LearnedRules.DEFAULT,
                Engine.RULES_VERSION),
            ConfigOrigin.DEPLOYMENT));
    for (int node = 0; node < nodes; node++) {
      run(new Command.ReportNode(facts(node), Inventory.NOTHING));
    }
  }

  private static NodeFacts facts(int node) {
    String nodeId = "node-" + node;
    List<GpuFacts> gpus = new ArrayList<>(GPUS_PER_NODE);
    for (int i = 0; i < GPUS_PER_NODE; i++) {
      // As long as the UUIDs of real GPUs.
      String uuid = "GPU-%08d-0000-0000-0000-%012d".formatted(node, i);
      gpus.add(new GpuFacts(uuid, i, MODEL, GPU_MEMORY_BYTES, true));
    }
    return new NodeFacts(nodeId, nodeId + ".example", List.of(), gpus);
  }

  Pool pool() {
    return engine.pool();
  }

  void advanceMillis(long millis) {
    nowMillis += millis;
  }

  void submit(String jobId, int gpus, String model, PriorityClass priorityClass, long millis) {
    run(
        new Command.SubmitJob(
            new JobSpec(
                jobId,
                "tenant-" + jobId.length(),
                "",
                priorityClass,
                new Shape(gpus, model, PlacementRule.CONSOLIDATED),
                millis,
                null,
                0,
                List.of(),
                "%064x".formatted(jobId.hashCode()),
                "%064x".formatted(jobId.hashCode() + 1))));
  }

  /** Submits the i-th of many jobs; its class varies, and is never URGENT. */
  void submitOneOfMany(int i, int gpus, String model, long millis) {
    submit("job-" + i, gpus, model, BELOW_URGENT.get(i % BELOW_URGENT.size()), millis);
  }

  /** Submits and starts a job of class NORMAL. */
  void start(String jobId, int gpus, long millis) {
    submit(jobId, gpus, Shape.ANY_MODEL, PriorityClass.NORMAL, millis);
    tick();
    report(jobId, TaskState.STARTED);
  }

  /** Ends a job that was placed, with success. */
  void end(String jobId) {
    report(jobId, TaskState.STARTED);
    report(jobId, TaskState.SUCCEEDED);
  }

  private void report(String jobId, TaskState state) {
    Job job = pool().job(jobId);
    for (TaskRun task : job.attempt().tasks()) {
      run(
          new Command.ReportTask(
              jobId, job.attempts(), job.attempt().epoch(), task.nodeId(), state, 0, ""));
    }
  }

  /** One pass. */
  List<LoggedEvent> tick() {
    return run(new Command.Tick());
  }

  private List<LoggedEvent> run(Command command) {
    List<LoggedEvent> events =
        engine.process(new LoggedCommand(pool().commandSeq() + 1, nowMillis, command));
    pool().changes().clear();
    return events;
  }
}
