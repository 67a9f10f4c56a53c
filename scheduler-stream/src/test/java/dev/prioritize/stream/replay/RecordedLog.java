package dev.prioritize.stream.replay;

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
import dev.prioritize.core.state.Pool;
import dev.prioritize.core.state.TaskRun;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.LaunchSpec;
import dev.prioritize.stream.mapping.CommandAttachment;
import dev.prioritize.stream.mapping.CommandMapper;
import dev.prioritize.stream.mapping.EventMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/** A log as the scheduler writes it, to be altered. */
final class RecordedLog {
  static final String POOL = "p";

  private static final LaunchSpec SPEC = new LaunchSpec(List.of("train"), List.of(), "/", null);

  /** A record of the log; a command or an event. */
  static final class Entry {
    private final boolean isCommand;
    private final byte[] bytes;

    Entry(boolean isCommand, byte[] bytes) {
      this.isCommand = isCommand;
      this.bytes = bytes;
    }

    boolean isCommand() {
      return isCommand;
    }

    byte[] bytes() {
      return bytes;
    }
  }

  private final AvroCodec codec = new AvroCodec();
  private final Engine engine = new Engine(new Pool(), Heuristic::of);
  private final List<Entry> entries = new ArrayList<>();
  private long nowMillis = 1_000;

  /** Two nodes; a gang of both, a waiting job, one that fails and is tried again, a cancel. */
  static RecordedLog ofAnEventfulMinute() {
    RecordedLog log = new RecordedLog();
    log.run(new Command.ConfigurePool(config(2_000), ConfigOrigin.DEPLOYMENT));
    for (String node : List.of("n0", "n1")) {
      log.run(new Command.ReportNode(node(node), Inventory.NOTHING));
    }
    log.submit("gang", 8, 0);
    log.submit("waits", 3, 0);
    log.tick();
    log.reportAll("gang", TaskState.STARTED);
    log.reportAll("gang", TaskState.SUCCEEDED);
    log.submit("fails", 2, 1);
    log.tick();
    log.reportAll("fails", TaskState.STARTED);
    log.reportAll("fails", TaskState.FAILED);
    log.tick();
    log.run(new Command.ChangePriority("waits", PriorityClass.URGENT));
    log.run(new Command.CancelJob("waits"));
    log.reportAll("waits", TaskState.STOPPED);
    log.run(new Command.ConfigurePool(config(1_000), ConfigOrigin.DEPLOYMENT));
    log.tick();
    return log;
  }

  private static PoolConfig config(int decisionLimit) {
    return new PoolConfig(
        ClockMode.WALL,
        "aged",
        Discipline.EASY,
        PoolConfig.DEFAULT_AGING_INTERVAL_MILLIS,
        PoolConfig.DEFAULT_STARVATION_BOUNDS_MILLIS,
        decisionLimit,
        PoolConfig.DEFAULT_NODE_TIMEOUT_MILLIS,
        PoolConfig.DEFAULT_JOB_RETENTION_MILLIS,
        FaultRules.DEFAULT,
        LearnedRules.DEFAULT,
        Engine.RULES_VERSION);
  }

  private static NodeFacts node(String id) {
    List<GpuFacts> gpus = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      gpus.add(new GpuFacts(id + "-gpu" + i, i, "A100", 80L << 30, true));
    }
    return new NodeFacts(id, id + ".example", List.of(), gpus);
  }

  private void submit(String id, int gpus, int retries) {
    run(
        new Command.SubmitJob(
            new JobSpec(
                id,
                "team",
                "",
                PriorityClass.NORMAL,
                new Shape(gpus, Shape.ANY_MODEL, PlacementRule.CONSOLIDATED),
                60_000L,
                null,
                retries,
                List.of(),
                "spec",
                "content of " + id)));
  }

  private void reportAll(String jobId, TaskState state) {
    var attempt = engine.pool().job(jobId).attempt();
    for (TaskRun task : attempt.tasks()) {
      run(
          new Command.ReportTask(
              jobId, attempt.number(), attempt.epoch(), task.nodeId(), state, 0, ""));
    }
  }

  private void tick() {
    run(new Command.Tick());
  }

  /** Ticks until the log has so many commands. */
  RecordedLog ticksTo(long commandSeq) {
    while (engine.pool().commandSeq() < commandSeq) {
      tick();
    }
    return this;
  }

  private void run(Command command) {
    nowMillis += 7;
    LoggedCommand logged = new LoggedCommand(engine.pool().commandSeq() + 1, nowMillis, command);
    List<LoggedEvent> events = engine.process(logged);
    CommandAttachment attachment = new CommandAttachment(SPEC, "ann", 1L);
    entries.add(new Entry(true, codec.encode(CommandMapper.toAvro(POOL, logged, attachment))));
    for (LoggedEvent event : events) {
      entries.add(new Entry(false, codec.encode(EventMapper.toAvro(POOL, event))));
    }
  }

  /** Live: to be altered. */
  List<Entry> entries() {
    return entries;
  }

  long commands() {
    return entries.stream().filter(Entry::isCommand).count();
  }

  long events() {
    return entries.size() - commands();
  }

  /** Where the first record of this type stands. */
  int indexOf(Class<? extends SpecificRecord> type) {
    for (int i = 0; i < entries.size(); i++) {
      if (type.isInstance(record(i))) {
        return i;
      }
    }
    throw new IllegalArgumentException("no " + type.getSimpleName() + " in the log");
  }

  SpecificRecord record(int index) {
    return codec.decode(entries.get(index).bytes());
  }

  /** Changes the first record of this type. */
  <T extends SpecificRecord> RecordedLog alter(Class<T> type, Consumer<T> change) {
    int index = indexOf(type);
    T record = type.cast(record(index));
    change.accept(record);
    entries.set(index, new Entry(entries.get(index).isCommand(), codec.encode(record)));
    return this;
  }

  void pushTo(LogSink sink) {
    for (Entry entry : entries) {
      if (entry.isCommand()) {
        sink.command(entry.bytes());
      } else {
        sink.event(entry.bytes());
      }
    }
  }

  ReplayReport verify() {
    LogVerifier verifier = new LogVerifier(POOL);
    pushTo(verifier);
    return verifier.finish();
  }
}
