package dev.prioritize.stream.pool;

import dev.prioritize.core.command.Command;
import dev.prioritize.core.command.LoggedCommand;
import dev.prioritize.core.event.Event.JobPlaced;
import dev.prioritize.core.event.Event.JobStopping;
import dev.prioritize.core.event.Event.JobSubmitted;
import dev.prioritize.core.event.Event.TaskDisowned;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.model.ConfigOrigin;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.policy.PolicyCatalog;
import dev.prioritize.core.state.Changes;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.Node;
import dev.prioritize.core.state.Pool;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.DeadLetterReason;
import dev.prioritize.schema.LaunchSpec;
import dev.prioritize.schema.TaskAssignment;
import dev.prioritize.schema.Topic;
import dev.prioritize.stream.DeadLetters;
import dev.prioritize.stream.config.PoolSettingException;
import dev.prioritize.stream.config.PoolSettings;
import dev.prioritize.stream.input.InvalidInputException;
import dev.prioritize.stream.input.PoolInput;
import dev.prioritize.stream.mapping.CommandAttachment;
import dev.prioritize.stream.mapping.CommandMapper;
import dev.prioritize.stream.mapping.EventMapper;
import dev.prioritize.stream.mapping.StatusMapper;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sequences the valid inputs of the task's pools, runs each through the pool's engine and writes
 * command, events, assignments and state, all in the task's transaction.
 *
 * <p>The only writer of its pools. Everything in its fields is built anew by {@link #init}, which
 * Kafka Streams calls again after an aborted transaction.
 */
public final class ScheduleProcessor implements Processor<String, PoolInput, byte[], byte[]> {
  /** The nodes of the topology that the processor is wired to. */
  public record Wiring(
      String store,
      String commands,
      String events,
      String assignments,
      String jobStates,
      String nodeStates,
      String deadLetters) {}

  private static final Logger LOG = LoggerFactory.getLogger(ScheduleProcessor.class);

  private final Wiring wiring;
  private final Map<String, PoolConfig> configuredPools;
  private final Supplier<PolicyCatalog> catalogs;
  private final int partitions;
  private final CommitPacing pacing;

  private final AvroCodec codec = new AvroCodec();
  private final DeadLetters deadLetters = new DeadLetters(codec);
  private ProcessorContext<byte[], byte[]> context;
  private PoolStore store;
  private Map<String, PoolRuntime> pools;
  private PolicyCatalog policies;

  /**
   * A processor for one task.
   *
   * @param configuredPools all pools of the deployment, by name
   * @param catalogs makes the policies of the task, which are closed with it
   * @param partitions of every topic keyed by pool
   * @param pacing of this task's commits
   */
  public ScheduleProcessor(
      Wiring wiring,
      Map<String, PoolConfig> configuredPools,
      Supplier<PolicyCatalog> catalogs,
      int partitions,
      CommitPacing pacing) {
    this.wiring = wiring;
    this.configuredPools = configuredPools;
    this.catalogs = catalogs;
    this.partitions = partitions;
    this.pacing = pacing;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> newContext) {
    close();
    policies = catalogs.get();
    context = newContext;
    store = new PoolStore(newContext.getStateStore(wiring.store()), codec);
    pools = new TreeMap<>();
    Map<String, Pool> stored = store.load();
    stored.forEach((name, pool) -> addPool(name, pool));
    for (String name : configuredPools.keySet()) {
      if (isOfThisTask(name) && !stored.containsKey(name)) {
        addPool(name, new Pool());
      }
    }
    if (!pools.isEmpty()) { // a task that is woken is also committed
      context.schedule(
          Duration.ofMillis(PoolRuntime.TICK_SPACING_MILLIS),
          PunctuationType.WALL_CLOCK_TIME,
          this::onPunctuation);
    }
  }

  @Override
  public void close() {
    if (policies != null) {
      policies.close();
      policies = null;
    }
  }

  private boolean isOfThisTask(String poolName) {
    byte[] key = poolName.getBytes(StandardCharsets.UTF_8);
    return Topic.partitionOf(key, partitions) == context.taskId().partition();
  }

  private void addPool(String name, Pool pool) {
    PoolConfig configured = configuredPools.get(name);
    if (configured == null) {
      LOG.warn("pool {} is no longer configured; it goes on as last configured", name);
    }
    pools.put(name, new PoolRuntime(name, pool, policies, configured));
    LOG.info(
        "pool {}: {} jobs, {} nodes, command {}",
        name,
        pool.jobs().size(),
        pool.ledger().nodes().size(),
        pool.commandSeq());
  }

  @Override
  public void process(Record<String, PoolInput> record) {
    PoolInput input = record.value();
    pacing.input(context.currentSystemTimeMs() - record.timestamp());
    try {
      PoolRuntime pool = pool(input);
      resumeIfTakenOver(pool);
      configureIfChanged(pool);
      finishOwedPasses(pool);
      if (input instanceof PoolInput.Request request) {
        long time = pool.timeOf(request.claimedTimeMillis(), context.currentSystemTimeMs());
        run(pool, time, request.command(), request.attachment());
        tickIfDue(pool, context.currentSystemTimeMs());
      } else if (input instanceof PoolInput.ChangeSettings change) {
        long time = pool.timeOf(change.claimedTimeMillis(), context.currentSystemTimeMs());
        run(pool, time, changedConfig(pool, change), change.attachment());
      } else if (input instanceof PoolInput.DriveSilence silence) {
        requireVirtual(pool);
        long time = pool.timeOf(silence.claimedTimeMillis(), context.currentSystemTimeMs());
        run(pool, time, silence.command(), CommandAttachment.NONE);
      } else if (input instanceof PoolInput.AdvanceClock advance) {
        run(pool, advancedTime(pool, advance), new Command.Tick(), CommandAttachment.NONE);
      }
    } catch (InvalidInputException e) {
      context.forward(
          deadLetters.write(input.origin(), e, context.currentSystemTimeMs()),
          wiring.deadLetters());
    }
    commitIfDue(context.currentSystemTimeMs());
  }

  private PoolRuntime pool(PoolInput input) throws InvalidInputException {
    PoolRuntime pool = pools.get(input.pool());
    if (pool == null) {
      throw new InvalidInputException(
          DeadLetterReason.UNKNOWN_POOL,
          "pool",
          input.pool(),
          "use one of " + String.join(", ", configuredPools.keySet()));
    }
    return pool;
  }

  private static long advancedTime(PoolRuntime pool, PoolInput.AdvanceClock advance)
      throws InvalidInputException {
    requireVirtual(pool);
    if (advance.timeMillis() < pool.pool().nowMillis()) {
      throw new InvalidInputException(
          DeadLetterReason.TIME_BACKWARDS,
          "timeMillis",
          advance.timeMillis(),
          "advance to " + pool.pool().nowMillis() + " or later");
    }
    return advance.timeMillis();
  }

  private static void requireVirtual(PoolRuntime pool) throws InvalidInputException {
    if (!pool.isVirtual()) {
      throw new InvalidInputException(
          DeadLetterReason.CLOCK_NOT_VIRTUAL,
          "pool",
          pool.name(),
          "leave time and silence of this pool alone: it follows the wall clock");
    }
  }

  private static Command changedConfig(PoolRuntime pool, PoolInput.ChangeSettings change)
      throws InvalidInputException {
    try {
      return new Command.ConfigurePool(
          PoolSettings.changed(pool.pool().config(), change.settings()), ConfigOrigin.REQUEST);
    } catch (PoolSettingException e) {
      throw new InvalidInputException(
          DeadLetterReason.INVALID_SETTING, e.setting(), e.value(), e.fix());
    }
  }

  private void onPunctuation(long wallMillis) {
    for (PoolRuntime pool : pools.values()) {
      resumeIfTakenOver(pool);
      configureIfChanged(pool);
      tickIfDue(pool, wallMillis);
    }
    pacing.punctuated();
    commitIfDue(wallMillis);
  }

  private void commitIfDue(long wallMillis) {
    if (pacing.takeDue(wallMillis)) {
      context.commit();
    }
  }

  /** The first command of a new owner of a pool that there was before. */
  private void resumeIfTakenOver(PoolRuntime pool) {
    if (pool.takeResume()) {
      long time = pool.timeOf(0, context.currentSystemTimeMs());
      run(pool, time, new Command.Resume(), CommandAttachment.NONE);
    }
  }

  private void configureIfChanged(PoolRuntime pool) {
    PoolConfig config = pool.takeNewConfig();
    if (config != null) {
      long time = pool.timeOf(0, context.currentSystemTimeMs());
      run(
          pool,
          time,
          new Command.ConfigurePool(config, ConfigOrigin.DEPLOYMENT),
          CommandAttachment.NONE);
    }
  }

  /** In a virtual pool time must not go on before the passes of this time are done. */
  private void finishOwedPasses(PoolRuntime pool) {
    while (pool.isVirtual() && pool.tickDue(context.currentSystemTimeMs())) {
      tickIfDue(pool, context.currentSystemTimeMs());
    }
  }

  private void tickIfDue(PoolRuntime pool, long wallMillis) {
    if (pool.pool().config() != null && pool.tickDue(wallMillis)) {
      run(pool, pool.timeOf(0, wallMillis), new Command.Tick(), CommandAttachment.NONE);
    }
  }

  /** The heart: sequence, decide, record. */
  private void run(PoolRuntime runtime, long time, Command command, CommandAttachment attachment) {
    Pool pool = runtime.pool();
    LoggedCommand logged = new LoggedCommand(pool.commandSeq() + 1, time, command);
    List<LoggedEvent> events = runtime.engine().process(logged);
    runtime.processed(events, context.currentSystemTimeMs());
    pacing.written();

    byte[] poolKey = runtime.name().getBytes(StandardCharsets.UTF_8);
    forward(poolKey, CommandMapper.toAvro(runtime.name(), logged, attachment), wiring.commands());
    for (LoggedEvent event : events) {
      forward(poolKey, EventMapper.toAvro(runtime.name(), event), wiring.events());
      if (event.event() instanceof JobSubmitted submitted) {
        store.saveLaunchSpec(runtime.name(), submitted.spec().jobId(), attachment.launchSpec());
      }
      assign(runtime.name(), pool, event);
    }
    publishStates(runtime.name(), pool);
    store.save(runtime.name(), pool);
    pool.changes().clear();
  }

  private void assign(String poolName, Pool pool, LoggedEvent event) {
    List<TaskAssignment> assignments = List.of();
    if (event.event() instanceof JobPlaced placed) {
      LaunchSpec spec = store.launchSpec(poolName, placed.jobId());
      assignments = AssignmentWriter.starts(poolName, pool, event, placed, spec);
    } else if (event.event() instanceof JobStopping stopping) {
      Job job = pool.job(stopping.jobId());
      assignments = AssignmentWriter.stops(poolName, job, event, stopping);
    } else if (event.event() instanceof TaskDisowned disowned) {
      assignments = List.of(AssignmentWriter.stopOfStray(poolName, event, disowned));
    }
    for (TaskAssignment assignment : assignments) {
      byte[] nodeKey = assignment.getNodeId().getBytes(StandardCharsets.UTF_8);
      forward(nodeKey, assignment, wiring.assignments());
    }
  }

  private void publishStates(String poolName, Pool pool) {
    Changes changes = pool.changes();
    for (String jobId : changes.jobIds()) {
      Job job = pool.job(jobId);
      byte[] status =
          job == null ? null : codec.encode(StatusMapper.jobStatus(poolName, job, pool.eventSeq()));
      forward(key(poolName, jobId), status, wiring.jobStates());
    }
    for (String nodeId : changes.nodeIds()) {
      Node node = pool.ledger().node(nodeId);
      byte[] status =
          node == null
              ? null
              : codec.encode(
                  StatusMapper.nodeStatus(poolName, node, pool.eventSeq(), pool.nowMillis()));
      forward(key(poolName, nodeId), status, wiring.nodeStates());
    }
  }

  private static byte[] key(String poolName, String id) {
    return (poolName + "/" + id).getBytes(StandardCharsets.UTF_8);
  }

  private void forward(byte[] key, SpecificRecord value, String sink) {
    forward(key, codec.encode(value), sink);
  }

  /** Kafka's timestamp is the wall clock's; the scheduler's time stands in the record. */
  private void forward(byte[] key, byte[] value, String sink) {
    context.forward(new Record<>(key, value, context.currentSystemTimeMs()), sink);
  }
}
