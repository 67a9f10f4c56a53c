package dev.prioritize.cli;

import dev.prioritize.cli.SubmitAnswer.Outcome;
import dev.prioritize.cli.SubmitAnswer.Trace;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.CommandIgnoredEvent;
import dev.prioritize.schema.CommandKindValue;
import dev.prioritize.schema.CommandRejectedEvent;
import dev.prioritize.schema.DeadLetter;
import dev.prioritize.schema.JobPlacedEvent;
import dev.prioritize.schema.JobRejectedEvent;
import dev.prioritize.schema.JobSubmission;
import dev.prioritize.schema.JobSubmittedEvent;
import dev.prioritize.stream.mapping.SubmissionMapper;
import org.apache.avro.specific.SpecificRecord;

/** What answers one submission: its acceptance, and what the pass made of the job at once. */
final class SubmitAnswers implements Exchange.Answers<SubmitAnswer> {
  private final JobSubmission submission;
  private final String contentSha256;

  SubmitAnswers(JobSubmission submission) {
    this.submission = submission;
    this.contentSha256 = new SubmissionMapper(new AvroCodec()).toSpec(submission).contentSha256();
  }

  @Override
  public SubmitAnswer refused(DeadLetter letter) {
    return SubmitAnswer.refused(letter);
  }

  @Override
  public SubmitAnswer read(SpecificRecord record, SubmitAnswer former) {
    if (record instanceof JobSubmittedEvent event && isOurs(event)) {
      return SubmitAnswer.of(Outcome.PENDING);
    } else if (former == null) {
      return withoutJob(record);
    } else if (former.outcome() == Outcome.PENDING) {
      return whatFollowed(record, former);
    }
    return former;
  }

  private SubmitAnswer withoutJob(SpecificRecord record) {
    if (record instanceof CommandIgnoredEvent event
        && event.getCommand() == CommandKindValue.SUBMIT_JOB
        && isOurs(event.getPool(), event.getTarget())) {
      return SubmitAnswer.of(Outcome.REPEATED);
    } else if (record instanceof CommandRejectedEvent event
        && event.getCommand() == CommandKindValue.SUBMIT_JOB
        && isOurs(event.getPool(), event.getTarget())) {
      return SubmitAnswer.refused(event.getRejection(), Trace.NONE);
    }
    return null;
  }

  private SubmitAnswer whatFollowed(SpecificRecord record, SubmitAnswer former) {
    if (record instanceof JobPlacedEvent event && isOurs(event.getPool(), event.getJobId())) {
      return SubmitAnswer.of(Outcome.STARTING);
    } else if (record instanceof JobRejectedEvent event
        && isOurs(event.getPool(), event.getJobId())) {
      return SubmitAnswer.refused(event.getRejection(), Trace.JOB);
    }
    return former;
  }

  /** Somebody else may submit another job under the same id at the same time. */
  private boolean isOurs(JobSubmittedEvent event) {
    return isOurs(event.getPool(), event.getSpec().getJobId())
        && event.getSpec().getContentSha256().equals(contentSha256);
  }

  private boolean isOurs(String pool, String jobId) {
    return pool.equals(submission.getPool()) && jobId.equals(submission.getJobId());
  }
}
