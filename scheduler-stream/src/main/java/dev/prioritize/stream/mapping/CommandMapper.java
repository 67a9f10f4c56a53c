package dev.prioritize.stream.mapping;

import dev.prioritize.core.command.Command;
import dev.prioritize.core.command.Command.CancelJob;
import dev.prioritize.core.command.Command.ChangePriority;
import dev.prioritize.core.command.Command.ConfigurePool;
import dev.prioritize.core.command.Command.DrainNode;
import dev.prioritize.core.command.Command.LimitTenant;
import dev.prioritize.core.command.Command.RemoveNode;
import dev.prioritize.core.command.Command.ReportNode;
import dev.prioritize.core.command.Command.ReportSilence;
import dev.prioritize.core.command.Command.ReportTask;
import dev.prioritize.core.command.Command.Resume;
import dev.prioritize.core.command.Command.SubmitJob;
import dev.prioritize.core.command.Command.Tick;
import dev.prioritize.core.command.Command.UndrainNode;
import dev.prioritize.core.command.LoggedCommand;
import dev.prioritize.schema.CancelJobCommand;
import dev.prioritize.schema.ChangePriorityCommand;
import dev.prioritize.schema.ConfigurePoolCommand;
import dev.prioritize.schema.DrainNodeCommand;
import dev.prioritize.schema.LimitTenantCommand;
import dev.prioritize.schema.RemoveNodeCommand;
import dev.prioritize.schema.ReportNodeCommand;
import dev.prioritize.schema.ReportSilenceCommand;
import dev.prioritize.schema.ReportTaskCommand;
import dev.prioritize.schema.ResumeCommand;
import dev.prioritize.schema.SubmitJobCommand;
import dev.prioritize.schema.TickCommand;
import dev.prioritize.schema.UndrainNodeCommand;
import java.util.Objects;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;

/**
 * Commands of the log. What the engine has no use for goes out with them and is dropped inwards.
 */
public final class CommandMapper {
  private static final RecordTable<Command> TO_CORE =
      new RecordTable<Command>()
          .add(ConfigurePoolCommand.class, CommandMapper::configurePool)
          .add(SubmitJobCommand.class, CommandMapper::submitJob)
          .add(CancelJobCommand.class, CommandMapper::cancelJob)
          .add(ChangePriorityCommand.class, CommandMapper::changePriority)
          .add(ReportTaskCommand.class, CommandMapper::reportTask)
          .add(ReportNodeCommand.class, CommandMapper::reportNode)
          .add(ReportSilenceCommand.class, CommandMapper::reportSilence)
          .add(DrainNodeCommand.class, CommandMapper::drainNode)
          .add(UndrainNodeCommand.class, CommandMapper::undrainNode)
          .add(RemoveNodeCommand.class, CommandMapper::removeNode)
          .add(LimitTenantCommand.class, CommandMapper::limitTenant)
          .add(ResumeCommand.class, CommandMapper::resume)
          .add(TickCommand.class, CommandMapper::tick);

  private CommandMapper() {}

  /**
   * The record for the log.
   *
   * @param pool the pool
   * @param logged the command in its place
   * @param attachment with the launch spec if the command is a submission
   */
  public static SpecificRecord toAvro(
      String pool, LoggedCommand logged, CommandAttachment attachment) {
    return logged.command().accept(new Outwards(pool, logged, attachment));
  }

  /**
   * The command that a record of {@code scheduler-commands} holds.
   *
   * @throws IllegalArgumentException if it is no command
   */
  public static LoggedCommand toCore(SpecificRecord record) {
    Command command = TO_CORE.apply(record);
    return new LoggedCommand(
        RecordTable.longOf(record, "commandSeq"),
        RecordTable.longOf(record, "timeMillis"),
        command);
  }

  /** The pool that a record of {@code scheduler-commands} belongs to. */
  public static String poolOf(SpecificRecord record) {
    return TO_CORE.poolOf(record);
  }

  static Set<String> typeNames() {
    return TO_CORE.typeNames();
  }

  private static Command configurePool(ConfigurePoolCommand record) {
    return new ConfigurePool(
        DecisionMapper.toCore(record.getConfig()), DecisionMapper.toCore(record.getOrigin()));
  }

  private static Command submitJob(SubmitJobCommand record) {
    return new SubmitJob(ValueMapper.toCore(record.getSpec()));
  }

  private static Command cancelJob(CancelJobCommand record) {
    return new CancelJob(record.getJobId());
  }

  private static Command changePriority(ChangePriorityCommand record) {
    return new ChangePriority(record.getJobId(), ValueMapper.toCore(record.getPriorityClass()));
  }

  private static Command reportTask(ReportTaskCommand record) {
    return new ReportTask(
        record.getJobId(),
        record.getAttempt(),
        record.getEpoch(),
        record.getNodeId(),
        ValueMapper.toCore(record.getState()),
        record.getExitCode(),
        record.getMessage());
  }

  private static Command reportNode(ReportNodeCommand record) {
    return new ReportNode(
        ValueMapper.toCore(record.getFacts()), ValueMapper.toCore(record.getInventory()));
  }

  private static Command reportSilence(ReportSilenceCommand record) {
    return new ReportSilence(record.getNodeId(), record.getSilent());
  }

  private static Command drainNode(DrainNodeCommand record) {
    return new DrainNode(record.getNodeId(), record.getReason());
  }

  private static Command undrainNode(UndrainNodeCommand record) {
    return new UndrainNode(record.getNodeId());
  }

  private static Command removeNode(RemoveNodeCommand record) {
    return new RemoveNode(record.getNodeId());
  }

  private static Command limitTenant(LimitTenantCommand record) {
    return new LimitTenant(record.getTenant(), ValueMapper.toCoreOrNull(record.getLargestClass()));
  }

  private static Command resume(ResumeCommand record) {
    return new Resume();
  }

  private static Command tick(TickCommand record) {
    return new Tick();
  }

  private record Outwards(String pool, LoggedCommand logged, CommandAttachment attachment)
      implements Command.Visitor<SpecificRecord> {

    @Override
    public SpecificRecord configurePool(ConfigurePool command) {
      return new ConfigurePoolCommand(
          pool,
          logged.commandSeq(),
          logged.timeMillis(),
          DecisionMapper.toAvro(command.config()),
          DecisionMapper.toAvro(command.origin()),
          attachment.requestedBy(),
          attachment.requestedAtMillis());
    }

    @Override
    public SpecificRecord submitJob(SubmitJob command) {
      return new SubmitJobCommand(
          pool,
          logged.commandSeq(),
          logged.timeMillis(),
          ValueMapper.toAvro(command.spec()),
          Objects.requireNonNull(attachment.launchSpec(), "a submission needs its launch spec"),
          attachment.requestedAtMillis());
    }

    @Override
    public SpecificRecord cancelJob(CancelJob command) {
      return new CancelJobCommand(
          pool,
          logged.commandSeq(),
          logged.timeMillis(),
          command.jobId(),
          attachment.requestedBy(),
          attachment.requestedAtMillis());
    }

    @Override
    public SpecificRecord changePriority(ChangePriority command) {
      return new ChangePriorityCommand(
          pool,
          logged.commandSeq(),
          logged.timeMillis(),
          command.jobId(),
          ValueMapper.toAvro(command.priorityClass()),
          attachment.requestedBy(),
          attachment.requestedAtMillis());
    }

    @Override
    public SpecificRecord reportTask(ReportTask command) {
      return new ReportTaskCommand(
          pool,
          logged.commandSeq(),
          logged.timeMillis(),
          command.jobId(),
          command.attempt(),
          command.epoch(),
          command.nodeId(),
          ValueMapper.toAvro(command.state()),
          command.exitCode(),
          command.message(),
          attachment.requestedAtMillis());
    }

    @Override
    public SpecificRecord reportNode(ReportNode command) {
      return new ReportNodeCommand(
          pool,
          logged.commandSeq(),
          logged.timeMillis(),
          ValueMapper.toAvro(command.facts()),
          ValueMapper.toAvro(command.inventory()),
          attachment.requestedAtMillis());
    }

    @Override
    public SpecificRecord reportSilence(ReportSilence command) {
      return new ReportSilenceCommand(
          pool,
          logged.commandSeq(),
          logged.timeMillis(),
          command.nodeId(),
          command.silent(),
          attachment.requestedAtMillis());
    }

    @Override
    public SpecificRecord drainNode(DrainNode command) {
      return new DrainNodeCommand(
          pool,
          logged.commandSeq(),
          logged.timeMillis(),
          command.nodeId(),
          command.reason(),
          attachment.requestedBy(),
          attachment.requestedAtMillis());
    }

    @Override
    public SpecificRecord undrainNode(UndrainNode command) {
      return new UndrainNodeCommand(
          pool,
          logged.commandSeq(),
          logged.timeMillis(),
          command.nodeId(),
          attachment.requestedBy(),
          attachment.requestedAtMillis());
    }

    @Override
    public SpecificRecord removeNode(RemoveNode command) {
      return new RemoveNodeCommand(
          pool,
          logged.commandSeq(),
          logged.timeMillis(),
          command.nodeId(),
          attachment.requestedBy(),
          attachment.requestedAtMillis());
    }

    @Override
    public SpecificRecord limitTenant(LimitTenant command) {
      return new LimitTenantCommand(
          pool,
          logged.commandSeq(),
          logged.timeMillis(),
          command.tenant(),
          ValueMapper.toAvroOrNull(command.largest()),
          attachment.requestedBy(),
          attachment.requestedAtMillis());
    }

    @Override
    public SpecificRecord resume(Resume command) {
      return new ResumeCommand(pool, logged.commandSeq(), logged.timeMillis());
    }

    @Override
    public SpecificRecord tick(Tick command) {
      return new TickCommand(pool, logged.commandSeq(), logged.timeMillis());
    }
  }
}
