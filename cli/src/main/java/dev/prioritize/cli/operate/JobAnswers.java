package dev.prioritize.cli.operate;

import dev.prioritize.cli.Exchange;
import dev.prioritize.cli.operate.Answer.Outcome;
import dev.prioritize.core.event.Event;
import dev.prioritize.core.event.Event.CommandIgnored;
import dev.prioritize.core.event.Event.CommandKind;
import dev.prioritize.core.event.Event.CommandRejected;
import dev.prioritize.core.event.Event.JobFinished;
import dev.prioritize.core.event.Event.JobStopping;
import dev.prioritize.core.event.Event.PriorityChanged;
import dev.prioritize.core.model.EndReason;
import dev.prioritize.core.model.JobState;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.schema.DeadLetter;
import dev.prioritize.stream.mapping.DecisionMapper;
import dev.prioritize.stream.mapping.EventMapper;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/** What answers a request about a job. */
final class JobAnswers implements Exchange.Answers<Answer> {
  private final String pool;
  private final String jobId;
  private final CommandKind command;
  private final Function<Event, Outcome> effect;

  private JobAnswers(
      String pool, String jobId, CommandKind command, Function<Event, Outcome> effect) {
    this.pool = pool;
    this.jobId = jobId;
    this.command = command;
    this.effect = effect;
  }

  /** A job that waited has ended at once; one with GPUs is being stopped. */
  static JobAnswers ofCancel(String pool, String jobId) {
    return new JobAnswers(
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

  static JobAnswers ofPriorityChange(String pool, String jobId, PriorityClass to) {
    return new JobAnswers(
        pool,
        jobId,
        CommandKind.CHANGE_PRIORITY,
        event ->
            event instanceof PriorityChanged e && e.jobId().equals(jobId) && e.to() == to
                ? Outcome.CHANGED
                : null);
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
    if (event instanceof CommandIgnored e && e.command() == command && e.target().equals(jobId)) {
      return Answer.of(Outcome.UNCHANGED);
    }
    if (event instanceof CommandRejected e && e.command() == command && e.target().equals(jobId)) {
      return Answer.refused(DecisionMapper.toAvro(e.rejection()));
    }
    return null;
  }
}
