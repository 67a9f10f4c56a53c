package dev.prioritize.cli.operate;

import dev.prioritize.cli.Exchange;
import dev.prioritize.cli.operate.Answer.Outcome;
import dev.prioritize.core.event.Event;
import dev.prioritize.core.event.Event.CommandIgnored;
import dev.prioritize.core.event.Event.CommandKind;
import dev.prioritize.core.event.Event.CommandRejected;
import dev.prioritize.core.event.Event.JobFinished;
import dev.prioritize.core.event.Event.JobStopping;
import dev.prioritize.core.event.Event.NodeDrained;
import dev.prioritize.core.event.Event.NodeRemoved;
import dev.prioritize.core.event.Event.NodeUndrained;
import dev.prioritize.core.event.Event.PoolConfigured;
import dev.prioritize.core.event.Event.PriorityChanged;
import dev.prioritize.core.event.Event.TenantLimited;
import dev.prioritize.core.model.EndReason;
import dev.prioritize.core.model.JobState;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.schema.DeadLetter;
import dev.prioritize.stream.config.PoolSettingException;
import dev.prioritize.stream.config.PoolSettings;
import dev.prioritize.stream.mapping.DecisionMapper;
import dev.prioritize.stream.mapping.EventMapper;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;

/** What answers a request: the event that it leads to, or a refusal. */
final class RequestAnswers implements Exchange.Answers<Answer> {
  /** What the engine calls the pool in answers about its configuration. */
  private static final String POOL_TARGET = "pool";

  private final String pool;
  private final String target;
  private final CommandKind command;
  private final Function<Event, Outcome> effect;

  private RequestAnswers(
      String pool, String target, CommandKind command, Function<Event, Outcome> effect) {
    this.pool = pool;
    this.target = target;
    this.command = command;
    this.effect = effect;
  }

  /** A job that waited has ended at once; one with GPUs is being stopped. */
  static RequestAnswers ofCancel(String pool, String jobId) {
    return new RequestAnswers(
        pool,
        jobId,
        CommandKind.CANCEL_JOB,
        event -> {
          if (event instanceof JobFinished e
              && e.jobId().equals(jobId)
              && e.state() == JobState.CANCELLED) {
            return Outcome.CANCELLED;
          }
          boolean stopping =
              event instanceof JobStopping e
                  && e.jobId().equals(jobId)
                  && e.reason() == EndReason.CANCELLED;
          return stopping ? Outcome.STOPPING : null;
        });
  }

  static RequestAnswers ofPriorityChange(String pool, String jobId, PriorityClass to) {
    return new RequestAnswers(
        pool,
        jobId,
        CommandKind.CHANGE_PRIORITY,
        event ->
            event instanceof PriorityChanged e && e.jobId().equals(jobId) && e.to() == to
                ? Outcome.CHANGED
                : null);
  }

  static RequestAnswers ofDrain(String pool, String nodeId, String reason) {
    NodeDrained drained = new NodeDrained(nodeId, reason);
    return ofEvent(pool, nodeId, CommandKind.DRAIN_NODE, drained::equals);
  }

  static RequestAnswers ofUndrain(String pool, String nodeId) {
    NodeUndrained undrained = new NodeUndrained(nodeId);
    return ofEvent(pool, nodeId, CommandKind.UNDRAIN_NODE, undrained::equals);
  }

  static RequestAnswers ofRemoval(String pool, String nodeId) {
    NodeRemoved removed = new NodeRemoved(nodeId);
    return ofEvent(pool, nodeId, CommandKind.REMOVE_NODE, removed::equals);
  }

  /** {@code largest}: null for no limit. */
  static RequestAnswers ofTenantLimit(String pool, String tenant, PriorityClass largest) {
    TenantLimited limited = new TenantLimited(tenant, largest);
    return ofEvent(pool, tenant, CommandKind.LIMIT_TENANT, limited::equals);
  }

  /** A configuration in which all of the settings stand, whoever asked for it. */
  static RequestAnswers ofPoolChange(String pool, Map<String, String> settings) {
    return ofEvent(
        pool,
        POOL_TARGET,
        CommandKind.CONFIGURE_POOL,
        event -> event instanceof PoolConfigured e && holds(settings, e.config()));
  }

  private static boolean holds(Map<String, String> settings, PoolConfig config) {
    try {
      return PoolSettings.changed(config, settings).equals(config);
    } catch (PoolSettingException e) {
      return false; // the scheduler refuses it too
    }
  }

  private static RequestAnswers ofEvent(
      String pool, String target, CommandKind command, Predicate<Event> changed) {
    return new RequestAnswers(
        pool, target, command, event -> changed.test(event) ? Outcome.CHANGED : null);
  }

  @Override
  public Answer refused(DeadLetter letter) {
    return Answer.refused(letter);
  }

  @Override
  public Answer read(SpecificRecord record, Answer former) {
    Event event;
    try {
      if (!EventMapper.poolOf(record).equals(pool)) {
        return former;
      }
      event = EventMapper.toCore(record).event();
    } catch (IllegalArgumentException e) {
      return former; // of a newer version, so no answer to this one
    }
    Outcome outcome = effect.apply(event);
    if (outcome != null) {
      return Answer.of(outcome);
    }
    return former == null ? withoutEffect(event) : former;
  }

  private Answer withoutEffect(Event event) {
    if (event instanceof CommandIgnored e && e.command() == command && e.target().equals(target)) {
      return Answer.of(Outcome.UNCHANGED);
    }
    if (event instanceof CommandRejected e && e.command() == command && e.target().equals(target)) {
      return Answer.refused(DecisionMapper.toAvro(e.rejection()));
    }
    return null;
  }
}
