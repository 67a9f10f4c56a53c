package dev.prioritize.crashtest;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.prioritize.cli.nodes.AvroNodes;
import dev.prioritize.cli.nodes.NodeOutput;
import dev.prioritize.cli.nodes.WallClockNodes;
import dev.prioritize.schema.TaskAssignment;
import dev.prioritize.simulator.FaultPlan;
import dev.prioritize.simulator.FaultTimes;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code scripts/crash-test}. */
@Command(
    name = "crash-test",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Kills scheduler and broker while nodes misbehave, and audits what is left.",
    description = {
      "Runs jobs of 0.2 to 3 s on simulated nodes. Scheduler and broker are processes of their own."
          + " In the end every job must have one end, no GPU two holders, no event be lost or"
          + " doubled, the state equal the fold of the events, and replay give the same events.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:all holds", "1:something does not; the logs are kept", "2:wrong usage"},
    footer = {
      "",
      "Examples:",
      "  scripts/crash-test",
      "  scripts/crash-test --seed 7 --jobs 100 --kills 4 --pauses 1 --broker-kills 1"
    })
public final class CrashTest implements Callable<Integer> {
  private static final int GPUS_PER_NODE = 8;

  /** Some within the pool's deadlines, some beyond. */
  private static final FaultTimes FAULT_TIMES =
      new FaultTimes(TestCluster.NODE_TIMEOUT.toMillis(), 5_000, 9_000, 7_000, 8_000, 1);

  @Option(names = "--seed", paramLabel = "N", description = "Repeats a run. Default: a new one.")
  private Long seed;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      defaultValue = "500",
      description = "Jobs to run. Default: 500.")
  private int jobs;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "16",
      description = "Nodes of 8 GPUs. Default: 16.")
  private int nodeCount;

  @Option(
      names = "--kills",
      paramLabel = "N",
      defaultValue = "20",
      description = "How often the scheduler is killed. Default: 20.")
  private int kills;

  @Option(
      names = "--pauses",
      paramLabel = "N",
      defaultValue = "3",
      description = "How often it is stopped beyond its transaction timeout. Default: 3.")
  private int pauses;

  @Option(
      names = "--broker-kills",
      paramLabel = "N",
      defaultValue = "3",
      description = "How often the broker is killed. Default: 3.")
  private int brokerKills;

  @Option(names = "--json", description = "One line for machines instead of text.")
  private boolean json;

  private final PrintStream out = System.out;
  private final PrintStream err = System.err;

  /** Ends the process with the exit code. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new CrashTest()).execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    hideWhatIsExpected();
    if (seed == null) {
      seed = new SplittableRandom().nextLong(Integer.MAX_VALUE);
    }
    Path root = Path.of(System.getProperty("prioritize.root"));
    Path folder = Files.createTempDirectory("prioritize-crash-test-");
    err.println("seed " + seed + "; again: " + againLine());
    boolean ok = false;
    try {
      Report report = run(new TestCluster(root, folder));
      out.println(json ? report.toJson() : report.toText());
      ok = report.isGood();
    } catch (IllegalStateException e) {
      err.println("crash-test: " + e.getMessage());
    } finally {
      if (ok) {
        delete(folder);
      } else {
        err.println("Logs and data are kept in " + folder + "; again: " + againLine());
      }
    }
    return ok ? 0 : 1;
  }

  /** That the broker is away. */
  private static void hideWhatIsExpected() {
    if (LoggerFactory.getLogger("org.apache.kafka") instanceof Logger logger) {
      logger.setLevel(Level.ERROR);
    }
  }

  private String againLine() {
    return "scripts/crash-test --seed %d --jobs %d --nodes %d --kills %d --pauses %d --broker-kills %d"
        .formatted(seed, jobs, nodeCount, kills, pauses, brokerKills);
  }

  private Report run(TestCluster cluster) throws InterruptedException {
    long startNanos = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed);
    List<Chaos.Moment> moments = Chaos.plan(kills, pauses, brokerKills, jobs, random.split());
    cluster.start();
    WallClockNodes nodes =
        new WallClockNodes(cluster.bootstrapServers(), Map.of(), TestCluster.POOL, this::nodes);
    nodes.start();
    Load load = new Load(cluster.bootstrapServers(), random.split());
    try (EventTail tail = new EventTail(cluster.bootstrapServers())) {
      CrashRun run = new CrashRun(cluster, nodes, load, tail, moments, jobs, err);
      run.run();
      load.close();
      nodes.close();
      boolean stopped = cluster.stopScheduler();
      Audit audit = new Audit(cluster);
      return new Report(
          seed,
          jobs,
          Duration.ofNanos(System.nanoTime() - startNanos),
          run.blows(),
          cluster.ownEnds(),
          nodes.injected(),
          nodes.overtaken(),
          stopped,
          audit.run(load.jobIds()),
          audit.events());
    } finally {
      cluster.stopBroker();
    }
  }

  private AvroNodes nodes(NodeOutput output) {
    return new AvroNodes(
        TestCluster.POOL,
        AvroNodes.PREFIX,
        nodeCount,
        GPUS_PER_NODE,
        new FaultPlan(seed),
        FAULT_TIMES,
        CrashTest::taskMillis,
        output);
  }

  /** A job's duration is its program's second word. */
  private static long taskMillis(TaskAssignment start) {
    return Long.parseLong(start.getLaunchSpec().getArgv().get(1));
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
