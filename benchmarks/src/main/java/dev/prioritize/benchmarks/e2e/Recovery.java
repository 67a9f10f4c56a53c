package dev.prioritize.benchmarks.e2e;

import dev.prioritize.cli.KafkaClients;
import dev.prioritize.schema.NodeRegisteredEvent;
import dev.prioritize.schema.PassFinishedEvent;
import dev.prioritize.schema.SchedulerResumedEvent;
import dev.prioritize.schema.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.TopicPartition;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How long a pool stands still when its scheduler is killed. */
@Command(
    name = "scripts/bench recovery",
    mixinStandardHelpOptions = true,
    description = {
      "Seconds from kill -9 of a scheduler to the first pass of the next one that a read-committed"
          + " consumer sees. restart: it is started again at once, on what it has left. takeover: it"
          + " is not, and another one that runs takes the pool. Broker, schedulers and clients are"
          + " processes on this machine; the start script and the JVM's start are in the figure.",
    })
public final class Recovery implements Callable<Integer> {
  private static final double GOAL_SECONDS = 5;
  private static final Duration JOB = Duration.ofSeconds(2);
  private static final String OTHER = "other";
  private static final String GROUP = "prioritize";

  /** Between two kills: what a pool of this size writes when it is taken up is then committed. */
  private static final long SETTLE_MILLIS = 4_000;

  @Mixin private E2eOptions options;

  @Option(names = "--runs", paramLabel = "N", defaultValue = "5", description = "Default: 5.")
  private int runs;

  @Option(
      names = "--pending",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Jobs that wait and do not fit. Default: 1000.")
  private int pending;

  /** Runs it and ends the process. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Recovery()).execute(args));
  }

  @Override
  public Integer call() throws InterruptedException, ExecutionException {
    String machine = Machine.describe();
    List<Double> restarts = new ArrayList<>();
    List<Double> takeovers = new ArrayList<>();
    Report.progress("starting broker and scheduler …");
    try (BenchCluster cluster = BenchCluster.start(E2eOptions.prioritize(), options.keep());
        Outbox outbox = new Outbox(cluster.bootstrapServers());
        Admin admin = KafkaClients.admin(cluster.bootstrapServers());
        EventCounts events = new EventCounts(cluster.bootstrapServers());
        LauncherThread launchers =
            new LauncherThread(
                cluster.bootstrapServers(),
                options.nodes(),
                BusyCluster.GPUS_PER_NODE,
                "short-",
                JOB)) {
      new BusyCluster().fill(cluster, outbox, launchers, options.nodes(), pending);
      events.await(NodeRegisteredEvent.class, options.nodes(), launchers::check);
      for (int run = 0; run < runs; run++) {
        events.catchUp();
        long began = System.nanoTime();
        cluster.killScheduler(BenchCluster.SCHEDULER);
        cluster.startScheduler(BenchCluster.SCHEDULER);
        restarts.add(secondsToPass(events, began));
        cluster.awaitReady(BenchCluster.SCHEDULER);
        Report.progress("restart %d: %.2f s".formatted(run + 1, restarts.get(run)));
        Thread.sleep(SETTLE_MILLIS);
      }
      for (int run = 0; run < runs; run++) {
        String owner = startOther(cluster, admin);
        events.catchUp();
        long began = System.nanoTime();
        cluster.killScheduler(owner);
        takeovers.add(secondsToPass(events, began));
        Report.progress("takeover %d: %.2f s".formatted(run + 1, takeovers.get(run)));
      }
    }
    print(machine, restarts, takeovers);
    return 0;
  }

  private static double secondsToPass(EventCounts events, long beganNanos) {
    events.awaitPair(SchedulerResumedEvent.class, PassFinishedEvent.class);
    return (System.nanoTime() - beganNanos) / 1e9;
  }

  /** Starts whichever scheduler does not run, and tells who has the pool once both do. */
  private static String startOther(BenchCluster cluster, Admin admin)
      throws InterruptedException, ExecutionException {
    for (String name : List.of(BenchCluster.SCHEDULER, OTHER)) {
      if (!cluster.runs(name)) {
        cluster.startScheduler(name);
        cluster.awaitReady(name);
      }
    }
    Thread.sleep(SETTLE_MILLIS); // the sharing out is over
    byte[] pool = BenchCluster.POOL.getBytes(StandardCharsets.UTF_8);
    TopicPartition input =
        new TopicPartition(
            Topic.JOB_SUBMISSIONS.topicName(), Topic.partitionOf(pool, BenchCluster.PARTITIONS));
    for (MemberDescription member :
        admin.describeConsumerGroups(List.of(GROUP)).all().get().get(GROUP).members()) {
      if (member.assignment().topicPartitions().contains(input)) {
        String instance = member.groupInstanceId().orElseThrow();
        return instance.startsWith(OTHER) ? OTHER : BenchCluster.SCHEDULER;
      }
    }
    throw new IllegalStateException("no scheduler has the pool");
  }

  private void print(String machine, List<Double> restarts, List<Double> takeovers) {
    Report.line(machine);
    Report.line(
        "%,d nodes of %d GPUs, as many jobs run, %,d wait"
            .formatted(options.nodes(), BusyCluster.GPUS_PER_NODE, pending));
    Report.line("");
    Report.line("| kill -9 to the next pass | seconds | median |");
    Report.line("| --- | --- | --- |");
    row("restart", restarts);
    row("takeover by another instance", takeovers);
    Report.line("");
    Report.line(
        "restart: %.2f s, at most %.1f wanted: %s"
            .formatted(
                median(restarts), GOAL_SECONDS, Report.verdict(median(restarts) <= GOAL_SECONDS)));
    if (options.json()) {
      Report.line(
          ("{\"benchmark\":\"recovery\",\"restart_s\":%.2f,\"takeover_s\":%.2f,\"nodes\":%d,"
                  + "\"pending\":%d,\"runs\":%d}")
              .formatted(median(restarts), median(takeovers), options.nodes(), pending, runs));
    }
  }

  private static void row(String what, List<Double> seconds) {
    String all = seconds.stream().map(s -> "%.2f".formatted(s)).collect(Collectors.joining(", "));
    Report.line(String.format(Locale.ROOT, "| %s | %s | %.2f |", what, all, median(seconds)));
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int size = sorted.size();
    return (sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2;
  }
}
