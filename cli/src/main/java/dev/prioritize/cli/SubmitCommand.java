package dev.prioritize.cli;

import dev.prioritize.cli.SubmitAnswer.Outcome;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.schema.JobSubmission;
import dev.prioritize.schema.LabelValue;
import dev.prioritize.schema.LaunchSpec;
import dev.prioritize.schema.PlacementRuleValue;
import dev.prioritize.schema.Topic;
import dev.prioritize.stream.config.SchedulerConfig;
import dev.prioritize.stream.mapping.ValueMapper;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code ./prioritize submit}. Checks nothing but types: what a valid job is, the scheduler says,
 * here as to every other client.
 */
@Command(
    name = SubmitCommand.NAME,
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Submits a job and tells what the scheduler says to it.",
    description = {
      "Sending the same job again under the same --id is harmless. Exit codes: 0 accepted or known"
          + " already, 1 failed, 2 wrong command line, 3 refused by the scheduler, 4 no answer.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./prioritize submit -- python train.py",
      "  ./prioritize submit --gpus 8 --class HIGH --expected 2h --env EPOCHS=90 -- torchrun t.py"
    })
final class SubmitCommand implements Callable<Integer> {
  static final String NAME = "submit";
  static final String DEFAULT_POOL = "default";

  private static final List<Topic> TOPICS =
      List.of(Topic.JOB_SUBMISSIONS, Topic.SCHEDULER_EVENTS, Topic.DEAD_LETTERS);

  /** Nobody waits longer, and it can be counted in nanoseconds. */
  private static final Duration LONGEST_WAIT = Duration.ofDays(365);

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "PROGRAM",
      description = "The program to run on each node and its arguments, best after --.")
  private List<String> argv;

  @Option(
      names = "--gpus",
      paramLabel = "N",
      defaultValue = "1",
      description = "GPUs that it needs at once. Default: 1.")
  private int gpus;

  @Option(
      names = "--gpu-model",
      paramLabel = "MODEL",
      description = "Only GPUs of this model, as telemetry names it. Default: any.")
  private String gpuModel;

  @Option(
      names = "--spread",
      description = "Take GPUs of any nodes if they are not free on few. Default: wait for few.")
  private boolean spread;

  @Option(
      names = "--class",
      paramLabel = "CLASS",
      defaultValue = "NORMAL",
      description = "How urgent: ${COMPLETION-CANDIDATES}. Default: NORMAL.")
  private PriorityClass priorityClass;

  @Option(
      names = "--expected",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "How long it will run, such as 2h. Default: estimated from earlier jobs.")
  private Duration expected;

  @Option(
      names = "--time-limit",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "Longest run, such as 1d; then it is stopped. Default: none.")
  private Duration timeLimit;

  @Option(
      names = "--retries",
      paramLabel = "N",
      defaultValue = "0",
      description = "How often a failed run is tried again. Default: 0.")
  private int retries;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "",
      description = "What you call this kind of job; equal names are taken to run equally long.")
  private String name;

  @Option(
      names = "--id",
      paramLabel = "ID",
      description = "The job's id, unique in its pool. Default: a new one.")
  private String id;

  @Option(
      names = "--tenant",
      paramLabel = "TENANT",
      description = "Who pays. Default: your user name.")
  private String tenant;

  @Option(
      names = "--pool",
      paramLabel = "POOL",
      defaultValue = DEFAULT_POOL,
      description = "The pool that is to run it. Default: default.")
  private String pool;

  @Option(
      names = "--label",
      paramLabel = "KEY=VALUE",
      description = "A label of your own; may be repeated.")
  private Map<String, String> labels = new TreeMap<>();

  @Option(
      names = "--env",
      paramLabel = "KEY=VALUE",
      description = "An environment variable; may be repeated. No secrets: it is logged for good.")
  private Map<String, String> env = new TreeMap<>();

  @Option(
      names = "--workdir",
      paramLabel = "DIR",
      description = "Folder on the node to start in. Default: the launcher's.")
  private String workdir;

  @Option(
      names = "--image",
      paramLabel = "IMAGE",
      description = "Container image to run it in. Default: none.")
  private String image;

  @Mixin private ClusterOptions cluster;

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      defaultValue = "10s",
      description = "How long to wait for the scheduler's answer. Default: 10s.")
  private Duration wait;

  @Option(names = "--no-wait", description = "Send it and do not wait for the answer.")
  private boolean noWait;

  @Option(names = "--json", description = "Print the answer as one line of JSON.")
  private boolean json;

  @Override
  public Integer call() {
    SchedulerConfig config = cluster.load(Map.of());
    try (Admin admin = KafkaConnection.open(config)) {
      RequiredTopics.check(admin, config.bootstrapServers(), TOPICS);
    }
    JobSubmission submission = submission();
    Duration timeout = noWait ? Duration.ZERO : min(wait, LONGEST_WAIT);
    try (Producer<byte[], byte[]> producer =
            KafkaClients.producer(config.bootstrapServers(), config.kafka());
        Consumer<byte[], byte[]> consumer =
            KafkaClients.readCommittedConsumer(config.bootstrapServers(), config.kafka())) {
      Exchange<SubmitAnswer> exchange =
          new Exchange<>(
              producer,
              consumer,
              new Patience(spec.commandLine().getErr()),
              Topic.JOB_SUBMISSIONS,
              pool);
      SubmitAnswer answer = exchange.ask(submission, new SubmitAnswers(submission), timeout);
      if (answer == null) {
        answer = SubmitAnswer.of(noWait ? Outcome.SENT : Outcome.NO_ANSWER);
      }
      print(new SubmitReport(submission, answer, exchange.position(), timeout));
      return answer.exitCode();
    }
  }

  private JobSubmission submission() {
    return JobSubmission.newBuilder()
        .setPool(pool)
        .setJobId(id == null ? SubmitNames.jobId(name, argv.get(0)) : id)
        .setTenant(tenant == null ? SubmitNames.tenant(System.getProperty("user.name")) : tenant)
        .setName(name)
        .setPriorityClass(ValueMapper.toAvro(priorityClass))
        .setGpus(gpus)
        .setGpuModel(gpuModel)
        .setPlacement(spread ? PlacementRuleValue.SPREAD : PlacementRuleValue.CONSOLIDATED)
        .setExpectedDurationMillis(millis(expected))
        .setTimeLimitMillis(millis(timeLimit))
        .setMaxRetries(retries)
        .setLaunchSpec(new LaunchSpec(argv, sorted(env), workdir, image))
        .setLabels(sorted(labels))
        .setSubmittedAtMillis(System.currentTimeMillis())
        .build();
  }

  private static Long millis(Duration duration) {
    return duration == null ? null : duration.toMillis();
  }

  private static List<LabelValue> sorted(Map<String, String> values) {
    return new TreeMap<>(values)
        .entrySet().stream().map(e -> new LabelValue(e.getKey(), e.getValue())).toList();
  }

  /** Good news on stdout, bad news on stderr; JSON always on stdout. */
  private void print(SubmitReport report) {
    boolean good = report.answer().exitCode() == ExitCodes.OK;
    PrintWriter out = good || json ? spec.commandLine().getOut() : spec.commandLine().getErr();
    if (json) {
      out.println(report.json());
    } else {
      report.lines().forEach(out::println);
    }
    out.flush();
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }
}
