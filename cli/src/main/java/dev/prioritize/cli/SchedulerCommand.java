package dev.prioritize.cli;

import dev.prioritize.cli.broker.ClientListener;
import dev.prioritize.cli.broker.DataDirectory;
import dev.prioritize.cli.broker.EmbeddedBroker;
import dev.prioritize.schema.Topic;
import dev.prioritize.stream.SchedulerApp;
import dev.prioritize.stream.Topics;
import dev.prioritize.stream.config.SchedulerConfig;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.errors.StreamsException;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./prioritize scheduler}: serves until it is told to stop. */
@Command(
    name = "scheduler",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Runs the scheduler, on a Kafka cluster or with a Kafka of its own.",
    description = {
      "Serves the configured pools until SIGTERM or Ctrl-C. Several may run on one cluster: they"
          + " share the pools and take over from each other. Without configuration it serves the"
          + " pool \"default\" on the wall clock.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./prioritize scheduler --embedded --data-dir ~/prioritize-data",
      "  ./prioritize scheduler --bootstrap-servers kafka-1:9092 --config scheduler.properties",
      "  ./prioritize scheduler --set pools=research,prod --set 'pool.*.policy=wsaf'"
    })
final class SchedulerCommand implements Callable<Integer> {
  private static final Duration POLL = Duration.ofMillis(100);

  /** A start that takes longer is explained. */
  private static final Duration SLOW_START = Duration.ofSeconds(8);

  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions cluster;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Set a key of the configuration; may be repeated, goes before file and env.")
  private Map<String, String> settings = new HashMap<>();

  @ArgGroup(
      exclusive = false,
      heading = "%nWith a Kafka of its own, for a team's cluster on one machine:%n")
  private EmbeddedOptions embedded;

  @Override
  public Integer call() throws InterruptedException {
    StopSignal stop = StopSignal.install();
    int exitCode = ExitCodes.FAILED;
    try {
      exitCode = embedded == null ? serveCluster(stop) : serveEmbedded(stop);
      if (exitCode == ExitCodes.OK) {
        say("stopped cleanly");
      }
      return exitCode;
    } finally {
      stop.release(exitCode);
    }
  }

  private int serveCluster(StopSignal stop) throws InterruptedException {
    SchedulerConfig config = cluster.load(settings);
    say(config.describe());
    try (Admin admin = KafkaConnection.open(config)) {
      RequiredTopics.check(admin, config.bootstrapServers(), List.of(Topic.values()));
      ensureTopics(admin, config);
    }
    return serve(config, stop);
  }

  private int serveEmbedded(StopSignal stop) throws InterruptedException {
    if (cluster.namesBootstrapServers() || settings.containsKey(ClusterOptions.BOOTSTRAP_SERVERS)) {
      throw usage("--embedded brings its own Kafka: leave out --embedded or the bootstrap servers");
    }
    ClientListener listener = listener();
    cluster.load(settings); // refused before anything is written
    DataDirectory data = DataDirectory.forScheduler(embedded.dataDir());
    try (EmbeddedBroker broker = EmbeddedBroker.start(data, listener)) {
      Map<String, String> options = new HashMap<>(settings);
      options.put(ClusterOptions.BOOTSTRAP_SERVERS, broker.bootstrapServers());
      options.putIfAbsent("state.dir", data.path().resolve("streams").toString());
      options.put("topics.replication.factor", "1");
      SchedulerConfig config = cluster.load(options);
      say(config.describe());
      try (Admin admin = KafkaConnection.open(config)) {
        ensureTopics(admin, config);
      }
      return serve(config, stop);
    }
  }

  private ClientListener listener() {
    try {
      return embedded.listener();
    } catch (IllegalArgumentException e) {
      throw usage(e.getMessage() + " (--bind, --advertise, --port)");
    }
  }

  /** Checks their partitions too. */
  private static void ensureTopics(Admin admin, SchedulerConfig config) {
    Topics.ensure(admin, config.topicsPartitions(), config.topicsReplicationFactor());
  }

  private int serve(SchedulerConfig config, StopSignal stop) throws InterruptedException {
    SchedulerApp app = start(config);
    try (app) {
      awaitReady(app, stop);
      if (!app.hasFailed() && !stop.isRequested()) {
        say(readyLine(config));
      }
      Liveness liveness = new Liveness(app, config);
      while (!app.hasFailed() && !stop.await(POLL)) {
        liveness.check();
      }
    }
    if (app.hasFailed()) {
      app.failure().ifPresent(this::complain);
      return ExitCodes.FAILED;
    }
    if (!app.hasStopped()) {
      complain("stopped without Kafka, which did not answer; what was not committed is done again");
      return ExitCodes.FAILED;
    }
    return ExitCodes.OK;
  }

  private static SchedulerApp start(SchedulerConfig config) {
    try {
      return SchedulerApp.start(config);
    } catch (StreamsException e) {
      if (e.getMessage().contains("state directory")) {
        throw new CommandFailure(
            "the state folder "
                + config.stateDir()
                + " cannot be used: if another scheduler of this machine has it, give this one"
                + " another with --set state.dir=DIR; else see to its permissions",
            e);
      }
      throw e;
    }
  }

  private void awaitReady(SchedulerApp app, StopSignal stop) throws InterruptedException {
    long noticeNanos = System.nanoTime() + SLOW_START.toNanos();
    boolean noticeDue = true;
    while (!app.awaitRunning(POLL) && !app.hasFailed() && !stop.await(POLL)) {
      if (noticeDue && System.nanoTime() - noticeNanos > 0) {
        say("still starting: state is being read again, or one that was killed is waited for");
        noticeDue = false;
      }
    }
  }

  private static String readyLine(SchedulerConfig config) {
    String pool = config.pools().keySet().iterator().next();
    return "ready: pools "
        + String.join(", ", config.pools().keySet())
        + " on "
        + config.bootstrapServers()
        + "; submit with ./prioritize submit --bootstrap-servers "
        + config.bootstrapServers()
        + (config.pools().containsKey(SubmitCommand.DEFAULT_POOL) ? "" : " --pool " + pool)
        + " --gpus 1 -- PROGRAM";
  }

  private void say(String text) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(text);
    out.flush();
  }

  private void complain(String text) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(text);
    err.flush();
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
