package dev.prioritize.cli;

import dev.prioritize.core.policy.PolicyCatalog;
import dev.prioritize.stream.config.SchedulerConfig;
import dev.prioritize.stream.replay.LogException;
import dev.prioritize.stream.replay.LogFileReader;
import dev.prioritize.stream.replay.LogVerifier;
import dev.prioritize.stream.replay.PolicyAgreement;
import dev.prioritize.stream.replay.PolicyVerification;
import dev.prioritize.stream.replay.ReplayReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./prioritize replay}. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    exitCodeOnExecutionException = ExitCodes.NO_VERDICT,
    header = "Decides everything again that stands in a pool's log, and compares.",
    description = {
      "Folds the events and compares with the state digests; runs the engine over the commands and"
          + " compares every event byte for byte; names the first difference. What a learned policy"
          + " picked is taken from the log. Nothing is written.",
      "",
      "Exit codes: 0 nothing differs, 1 the log differs, 2 no verdict (wrong command line, log"
          + " cannot be read), 5 nothing differs but the log's start is missing.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./prioritize replay prioritize-default.avro",
      "  ./prioritize replay prioritize-default.avro --verify-policy",
      "  ./prioritize replay --pool default --bootstrap-servers kafka-1:9092"
    })
final class ReplayCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions cluster;

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = "A log that ./prioritize export, or demo --export, has written.")
  private Path file;

  @Option(
      names = "--pool",
      paramLabel = "POOL",
      description = "Replay the log of this pool as it stands in Kafka.")
  private String pool;

  @Option(
      names = "--verify-policy",
      description =
          "Also ask the models of the learned policy again, and tell how often they pick the same:"
              + " the ones that the log names, in model.dir of the configuration. Those that are"
              + " not here are named and not judged. Does not change the exit code.")
  private boolean verifyPolicy;

  @Mixin private ModelOptions models;

  @Option(names = "--json", description = "Print one line of JSON.")
  private boolean json;

  private final List<String> notes = new ArrayList<>();

  @Override
  public Integer call() {
    if ((file == null) == (pool == null)) {
      throw new ParameterException(
          spec.commandLine(), "name either a FILE or a --pool in Kafka to replay");
    }
    if (file != null && cluster.namesBootstrapServers()) {
      throw new ParameterException(
          spec.commandLine(), "--bootstrap-servers has no meaning with a FILE: leave it out");
    }
    long startNanos = System.nanoTime();
    ReplayReport report;
    PolicyAgreement agreement = null;
    if (verifyPolicy) {
      try (PolicyCatalog recorded = models.recordedModels(cluster.load(Map.of()).modelDir())) {
        PolicyVerification verification = new PolicyVerification(recorded);
        report = replay(poolName -> new LogVerifier(poolName, verification));
        agreement = verification.agreement();
      }
    } else {
      report = replay(LogVerifier::new);
    }
    Duration took = Duration.ofNanos(System.nanoTime() - startNanos);
    ReplayText text = new ReplayText(pool, report, agreement, notes, took);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(text.json());
    } else {
      text.lines().forEach(out::println);
    }
    out.flush();
    return text.exitCode();
  }

  private ReplayReport replay(Function<String, LogVerifier> newVerifier) {
    try (ProgressLine progress = ProgressLine.on(spec.commandLine().getErr())) {
      LogVerifier verifier =
          file == null ? fromKafka(newVerifier, progress) : fromFile(newVerifier, progress);
      return verifier.finish();
    }
  }

  private LogVerifier fromKafka(Function<String, LogVerifier> newVerifier, ProgressLine progress) {
    SchedulerConfig config = cluster.load(Map.of());
    LogVerifier verifier = newVerifier.apply(pool);
    PoolLogSource.copy(config, pool, verifier, progress);
    return verifier;
  }

  private LogVerifier fromFile(Function<String, LogVerifier> newVerifier, ProgressLine progress) {
    try (LogFileReader reader = new LogFileReader(file)) {
      pool = reader.pool();
      LogVerifier verifier = newVerifier.apply(pool);
      try {
        notes.addAll(reader.copyTo(new ProgressSink(verifier, progress)));
      } catch (LogException e) {
        if (!verifier.isDone()) {
          throw e;
        }
        notes.add(e.getMessage()); // what was found before the damage stands
      }
      return verifier;
    }
  }
}
