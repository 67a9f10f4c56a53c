package dev.prioritize.stream.input;

import dev.prioritize.core.command.Command;
import dev.prioritize.core.model.Limits;
import dev.prioritize.core.model.NodeFacts;
import dev.prioritize.schema.ClockAdvance;
import dev.prioritize.schema.DeadLetterReason;
import dev.prioritize.schema.JobCancellation;
import dev.prioritize.schema.JobSubmission;
import dev.prioritize.schema.LabelValue;
import dev.prioritize.schema.LaunchSpec;
import dev.prioritize.schema.NodeChange;
import dev.prioritize.schema.NodeDrain;
import dev.prioritize.schema.NodeRemoval;
import dev.prioritize.schema.NodeSilence;
import dev.prioritize.schema.NodeUndrain;
import dev.prioritize.schema.PoolChange;
import dev.prioritize.schema.PoolSetting;
import dev.prioritize.schema.PriorityChange;
import dev.prioritize.schema.TaskReport;
import dev.prioritize.schema.TenantLimit;
import dev.prioritize.stream.mapping.CommandAttachment;
import dev.prioritize.stream.mapping.SubmissionMapper;
import dev.prioritize.stream.mapping.ValueMapper;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/** Checks what the record alone shows, and makes of it what the engine understands. */
public final class PoolInputValidator {
  /** Longest command line, path or image name; the launch spec as a whole has its own limit. */
  private static final int MAX_LAUNCH_TEXT_CHARS = Limits.MAX_LAUNCH_SPEC_BYTES;

  private static final int MAX_MESSAGE_CHARS = 4_096;

  /** Settings changed by one request; a pool has fewer. */
  private static final int MAX_SETTINGS = 100;

  private final SubmissionMapper submissions;

  /** A validator for one thread. */
  public PoolInputValidator(SubmissionMapper submissions) {
    this.submissions = submissions;
  }

  /**
   * The input that the record stands for.
   *
   * @throws InvalidInputException at the first field at fault
   */
  public PoolInput validate(InputOrigin origin, SpecificRecord record)
      throws InvalidInputException {
    if (record instanceof JobSubmission submission) {
      return submission(origin, submission);
    } else if (record instanceof JobCancellation cancellation) {
      return cancellation(origin, cancellation);
    } else if (record instanceof PriorityChange change) {
      return priorityChange(origin, change);
    } else if (record instanceof TaskReport report) {
      return taskReport(origin, report);
    } else if (record instanceof NodeChange change) {
      return nodeChange(origin, change);
    } else if (record instanceof NodeDrain drain) {
      return nodeDrain(origin, drain);
    } else if (record instanceof NodeUndrain undrain) {
      return nodeUndrain(origin, undrain);
    } else if (record instanceof NodeRemoval removal) {
      return nodeRemoval(origin, removal);
    } else if (record instanceof TenantLimit limit) {
      return tenantLimit(origin, limit);
    } else if (record instanceof PoolChange change) {
      return poolChange(origin, change);
    } else if (record instanceof NodeSilence silence) {
      return nodeSilence(origin, silence);
    } else if (record instanceof ClockAdvance advance) {
      return clockAdvance(origin, advance);
    }
    throw new IllegalArgumentException("no rule for " + record.getSchema().getFullName());
  }

  private static String pool(InputOrigin origin, String pool) throws InvalidInputException {
    Checks.id("pool", pool);
    RecordReader.requireKey(origin, "pool", pool);
    return pool;
  }

  private PoolInput submission(InputOrigin origin, JobSubmission submission)
      throws InvalidInputException {
    String pool = pool(origin, submission.getPool());
    Checks.id("jobId", submission.getJobId());
    Checks.id("tenant", submission.getTenant());
    Checks.text("name", submission.getName());
    Checks.known("priorityClass", submission.getPriorityClass());
    Checks.range("gpus", submission.getGpus(), 1, Limits.MAX_GPUS_PER_JOB);
    if (submission.getGpuModel() != null) {
      Checks.nonEmptyText("gpuModel", submission.getGpuModel());
    }
    Checks.known("placement", submission.getPlacement());
    Checks.optionalDuration("expectedDurationMillis", submission.getExpectedDurationMillis());
    Checks.optionalDuration("timeLimitMillis", submission.getTimeLimitMillis());
    Checks.range("maxRetries", submission.getMaxRetries(), 0, Limits.MAX_RETRIES);
    Checks.labels("labels", submission.getLabels());
    Checks.time("submittedAtMillis", submission.getSubmittedAtMillis());
    launchSpec(submission.getLaunchSpec());
    return new PoolInput.Request(
        pool,
        origin,
        submission.getSubmittedAtMillis(),
        new Command.SubmitJob(submissions.toSpec(submission)),
        new CommandAttachment(
            submissions.sorted(submission.getLaunchSpec()), "", submission.getSubmittedAtMillis()));
  }

  private void launchSpec(LaunchSpec spec) throws InvalidInputException {
    int bytes = submissions.encodedBytes(spec);
    if (bytes > Limits.MAX_LAUNCH_SPEC_BYTES) {
      throw new InvalidInputException(
          DeadLetterReason.TOO_LONG,
          "launchSpec",
          bytes + " bytes",
          "keep it within "
              + Limits.MAX_LAUNCH_SPEC_BYTES
              + " bytes: put the rest into a file and name the file");
    }
    List<String> argv = spec.getArgv();
    if (argv.isEmpty() || argv.get(0).isBlank()) {
      throw new InvalidInputException(
          DeadLetterReason.MISSING_FIELD,
          "launchSpec.argv",
          argv,
          "give the program and its arguments");
    }
    for (String argument : argv) {
      requireNoNul("launchSpec.argv", argument);
    }
    Set<String> names = new HashSet<>();
    for (LabelValue variable : spec.getEnv()) {
      Checks.nonEmptyText("launchSpec.env.key", variable.getKey());
      if (!names.add(variable.getKey())) {
        throw new InvalidInputException(
            DeadLetterReason.DUPLICATE,
            "launchSpec.env.key",
            variable.getKey(),
            "give each variable once");
      }
      requireNoNul("launchSpec.env.value", variable.getValue());
    }
    if (spec.getWorkingDirectory() != null) {
      Checks.text("launchSpec.workingDirectory", spec.getWorkingDirectory(), MAX_LAUNCH_TEXT_CHARS);
    }
    if (spec.getImage() != null) {
      Checks.text("launchSpec.image", spec.getImage(), MAX_LAUNCH_TEXT_CHARS);
    }
  }

  private static void requireNoNul(String field, String value) throws InvalidInputException {
    if (value.indexOf('\0') >= 0) {
      throw new InvalidInputException(
          DeadLetterReason.OUT_OF_RANGE, field, value.replace('\0', '?'), "leave out NUL");
    }
  }

  private static PoolInput cancellation(InputOrigin origin, JobCancellation cancellation)
      throws InvalidInputException {
    String pool = pool(origin, cancellation.getPool());
    return new PoolInput.Request(
        pool,
        origin,
        Checks.time("requestedAtMillis", cancellation.getRequestedAtMillis()),
        new Command.CancelJob(Checks.id("jobId", cancellation.getJobId())),
        new CommandAttachment(
            null,
            Checks.text("requestedBy", cancellation.getRequestedBy()),
            cancellation.getRequestedAtMillis()));
  }

  private static PoolInput priorityChange(InputOrigin origin, PriorityChange change)
      throws InvalidInputException {
    String pool = pool(origin, change.getPool());
    Checks.id("jobId", change.getJobId());
    Checks.known("priorityClass", change.getPriorityClass());
    return new PoolInput.Request(
        pool,
        origin,
        Checks.time("requestedAtMillis", change.getRequestedAtMillis()),
        new Command.ChangePriority(
            change.getJobId(), ValueMapper.toCore(change.getPriorityClass())),
        new CommandAttachment(
            null,
            Checks.text("requestedBy", change.getRequestedBy()),
            change.getRequestedAtMillis()));
  }

  private static PoolInput taskReport(InputOrigin origin, TaskReport report)
      throws InvalidInputException {
    String pool = pool(origin, report.getPool());
    Checks.id("jobId", report.getJobId());
    Checks.id("nodeId", report.getNodeId());
    Checks.range("attempt", report.getAttempt(), 1, Integer.MAX_VALUE);
    Checks.range("epoch", report.getEpoch(), 1, Long.MAX_VALUE, "");
    Checks.known("state", report.getState());
    return new PoolInput.Request(
        pool,
        origin,
        Checks.time("reportedAtMillis", report.getReportedAtMillis()),
        new Command.ReportTask(
            report.getJobId(),
            report.getAttempt(),
            report.getEpoch(),
            report.getNodeId(),
            ValueMapper.toCore(report.getState()),
            report.getExitCode(),
            shortened(report.getMessage())),
        new CommandAttachment(null, "", report.getReportedAtMillis()));
  }

  /** The last lines of a task's error output tell most; a long message refuses no report. */
  private static String shortened(String message) {
    return message.length() <= MAX_MESSAGE_CHARS
        ? message
        : message.substring(message.length() - MAX_MESSAGE_CHARS);
  }

  private static PoolInput nodeChange(InputOrigin origin, NodeChange change)
      throws InvalidInputException {
    String pool = pool(origin, change.getPool());
    NodeFacts facts = NodeFactsValidator.validate(change.getFacts());
    return new PoolInput.Request(
        pool,
        origin,
        Checks.time("observedAtMillis", change.getObservedAtMillis()),
        change.getSilent()
            ? new Command.ReportSilence(facts.nodeId(), true)
            : new Command.ReportNode(facts, NodeFactsValidator.inventory(change.getInventory())),
        new CommandAttachment(null, "", change.getObservedAtMillis()));
  }

  private static PoolInput nodeDrain(InputOrigin origin, NodeDrain drain)
      throws InvalidInputException {
    Command command =
        new Command.DrainNode(
            Checks.id("nodeId", drain.getNodeId()), Checks.text("reason", drain.getReason()));
    return adminRequest(
        origin, drain.getPool(), command, drain.getRequestedBy(), drain.getRequestedAtMillis());
  }

  private static PoolInput nodeUndrain(InputOrigin origin, NodeUndrain undrain)
      throws InvalidInputException {
    Command command = new Command.UndrainNode(Checks.id("nodeId", undrain.getNodeId()));
    return adminRequest(
        origin,
        undrain.getPool(),
        command,
        undrain.getRequestedBy(),
        undrain.getRequestedAtMillis());
  }

  private static PoolInput nodeRemoval(InputOrigin origin, NodeRemoval removal)
      throws InvalidInputException {
    Command command = new Command.RemoveNode(Checks.id("nodeId", removal.getNodeId()));
    return adminRequest(
        origin,
        removal.getPool(),
        command,
        removal.getRequestedBy(),
        removal.getRequestedAtMillis());
  }

  private static PoolInput tenantLimit(InputOrigin origin, TenantLimit limit)
      throws InvalidInputException {
    Checks.id("tenant", limit.getTenant());
    if (limit.getLargestClass() != null) {
      Checks.known("largestClass", limit.getLargestClass());
    }
    Command command =
        new Command.LimitTenant(
            limit.getTenant(), ValueMapper.toCoreOrNull(limit.getLargestClass()));
    return adminRequest(
        origin, limit.getPool(), command, limit.getRequestedBy(), limit.getRequestedAtMillis());
  }

  private static PoolInput adminRequest(
      InputOrigin origin, String pool, Command command, String requestedBy, long requestedAtMillis)
      throws InvalidInputException {
    return new PoolInput.Request(
        pool(origin, pool),
        origin,
        Checks.time("requestedAtMillis", requestedAtMillis),
        command,
        new CommandAttachment(null, Checks.text("requestedBy", requestedBy), requestedAtMillis));
  }

  private static PoolInput poolChange(InputOrigin origin, PoolChange change)
      throws InvalidInputException {
    String pool = pool(origin, change.getPool());
    Checks.range("settings.length", change.getSettings().size(), 1, MAX_SETTINGS);
    SortedMap<String, String> settings = new TreeMap<>();
    for (PoolSetting setting : change.getSettings()) {
      Checks.nonEmptyText("settings.key", setting.getKey());
      Checks.nonEmptyText("settings.value", setting.getValue());
      if (settings.put(setting.getKey(), setting.getValue()) != null) {
        throw new InvalidInputException(
            DeadLetterReason.DUPLICATE, "settings.key", setting.getKey(), "give each key once");
      }
    }
    return new PoolInput.ChangeSettings(
        pool,
        origin,
        Checks.time("requestedAtMillis", change.getRequestedAtMillis()),
        settings,
        new CommandAttachment(
            null,
            Checks.text("requestedBy", change.getRequestedBy()),
            change.getRequestedAtMillis()));
  }

  private static PoolInput nodeSilence(InputOrigin origin, NodeSilence silence)
      throws InvalidInputException {
    return new PoolInput.DriveSilence(
        pool(origin, silence.getPool()),
        origin,
        Checks.time("atMillis", silence.getAtMillis()),
        new Command.ReportSilence(Checks.id("nodeId", silence.getNodeId()), silence.getSilent()));
  }

  private static PoolInput clockAdvance(InputOrigin origin, ClockAdvance advance)
      throws InvalidInputException {
    String pool = pool(origin, advance.getPool());
    return new PoolInput.AdvanceClock(
        pool, origin, Checks.time("timeMillis", advance.getTimeMillis()));
  }
}
