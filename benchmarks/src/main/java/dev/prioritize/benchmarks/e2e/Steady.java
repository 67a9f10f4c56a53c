package dev.prioritize.benchmarks.e2e;

import dev.prioritize.cli.KafkaClients;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How long a submission takes to become an assignment on a cluster at work. */
@Command(
    name = "scripts/bench steady",
    mixinStandardHelpOptions = true,
    description = {
      "On each node of 8 GPUs a job holds 7; jobs of 50 sizes wait that do not fit; one-GPU jobs come"
          + " at a fixed rate, fit, and end after 2 s. From the time a submission was due to its"
          + " assignment at a read-committed consumer. Broker, scheduler and clients are three"
          + " processes on this machine; a fourth passes records through Kafka Streams, one in, one"
          + " out, exactly once, at the same rate, before and after: the least that can be had here.",
    })
public final class Steady implements Callable<Integer> {
  private static final int WARM_UP_SECONDS = 30;
  private static final int SLOW_SECONDS = 30;
  private static final Duration SHORT_JOB = Duration.ofSeconds(2);
  private static final String SHORT = "short-";

  private static final double P50_GOAL_MILLIS = 40;
  private static final double P99_GOAL_MILLIS = 120;
  private static final double SLOW_P50_GOAL_MILLIS = 60;
  private static final double RATIO_GOAL = 1.5;

  @Mixin private E2eOptions options;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "200",
      description = "Submissions a second. Default: 200.")
  private int rate;

  @Option(names = "--seconds", paramLabel = "N", defaultValue = "60", description = "Default: 60.")
  private int seconds;

  @Option(
      names = "--pending",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Jobs that wait and do not fit. Default: 10000.")
  private int pending;

  private final BusyCluster busy = new BusyCluster();

  /** Runs it and ends the process. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Steady()).execute(args));
  }

  @Override
  public Integer call() throws InterruptedException {
    String machine = Machine.describe();
    Report.progress("starting broker, scheduler and pass-through …");
    try (BenchCluster cluster = BenchCluster.start(E2eOptions.prioritize(), options.keep());
        Admin admin = KafkaClients.admin(cluster.bootstrapServers());
        PassThrough passThrough = PassThrough.start(cluster, admin);
        Outbox outbox = new Outbox(cluster.bootstrapServers());
        LauncherThread launchers =
            new LauncherThread(
                cluster.bootstrapServers(),
                options.nodes(),
                BusyCluster.GPUS_PER_NODE,
                SHORT,
                SHORT_JOB)) {
      busy.fill(cluster, outbox, launchers, options.nodes(), pending);
      Report.progress("warming up …");
      passThrough.measure(new Latencies(rate, WARM_UP_SECONDS));
      submit("warm-up", new Latencies(rate, WARM_UP_SECONDS), outbox, launchers);

      Report.progress("pass-through, %d a second …".formatted(rate));
      Latencies floor = new Latencies(rate, seconds / 2);
      passThrough.measure(floor);
      Report.progress("%d submissions a second for %d s …".formatted(rate, seconds));
      Latencies steady = new Latencies(rate, seconds);
      long cpuBefore = cluster.schedulerCpu().toMillis();
      submit("steady", steady, outbox, launchers);
      long cpuMillis = cluster.schedulerCpu().toMillis() - cpuBefore;
      Report.progress("pass-through, %d a second …".formatted(rate));
      Latencies floorAfter = new Latencies(rate, seconds / 2);
      passThrough.measure(floorAfter);
      Report.progress("one submission a second for %d s …".formatted(SLOW_SECONDS));
      Latencies slow = new Latencies(1, SLOW_SECONDS);
      submit("slow", slow, outbox, launchers);
      print(machine, steady, slow, floor, floorAfter, cpuMillis);
    }
    return 0;
  }

  private void submit(String name, Latencies series, Outbox outbox, LauncherThread launchers)
      throws InterruptedException {
    String prefix = SHORT + name + "-";
    int before = launchers.starts();
    launchers.measure(prefix, series);
    series.send(index -> busy.submit(outbox, prefix + index, 1, SHORT_JOB));
    BusyCluster.awaitStarts(launchers, before + series.count());
  }

  private void print(
      String machine,
      Latencies steady,
      Latencies slow,
      Latencies floor,
      Latencies floorAfter,
      long cpuMillis) {
    Report.line(String.valueOf(machine));
    Report.line(
        "%,d nodes of %d GPUs, %,d jobs pending in %d shapes"
            .formatted(
                options.nodes(), BusyCluster.GPUS_PER_NODE, pending, BusyCluster.PENDING_SHAPES));
    Report.line("");
    Report.line("| in ms | count | p50 | p90 | p99 | max |");
    Report.line("| --- | --- | --- | --- | --- | --- |");
    row("submission to assignment, %d/s".formatted(rate), steady);
    row("submission to assignment, 1/s", slow);
    row("pass-through, %d/s, before".formatted(rate), floor);
    row("pass-through, %d/s, after".formatted(rate), floorAfter);
    double floorP50 = (floor.millis(50) + floorAfter.millis(50)) / 2;
    double ratio = steady.millis(50) / floorP50;
    double cpuPerThousand = cpuMillis * 1_000.0 / steady.count();
    Report.line("");
    goal("p50", steady.millis(50), P50_GOAL_MILLIS, "ms");
    goal("p99", steady.millis(99), P99_GOAL_MILLIS, "ms");
    goal("p50 at 1/s", slow.millis(50), SLOW_P50_GOAL_MILLIS, "ms");
    goal("median over that of the pass-through", ratio, RATIO_GOAL, "");
    Report.line(
        "scheduler: %.0f ms of CPU per 1,000 jobs from start to end".formatted(cpuPerThousand));
    if (options.json()) {
      Report.line(
          ("{\"benchmark\":\"steady\",\"p50_ms\":%.1f,\"p99_ms\":%.1f,\"max_ms\":%.1f,"
                  + "\"p50_ms_at_1_per_s\":%.1f,\"pass_through_p50_ms\":%.1f,\"ratio\":%.2f,"
                  + "\"rate_per_s\":%d,\"seconds\":%d,\"pending\":%d,\"nodes\":%d,"
                  + "\"scheduler_cpu_ms_per_1000\":%.0f}")
              .formatted(
                  steady.millis(50),
                  steady.millis(99),
                  steady.millis(100),
                  slow.millis(50),
                  floorP50,
                  ratio,
                  rate,
                  seconds,
                  pending,
                  options.nodes(),
                  cpuPerThousand));
    }
  }

  private static void row(String name, Latencies series) {
    Report.line(
        "| %s | %,d | %.1f | %.1f | %.1f | %.1f |"
            .formatted(
                name,
                series.seenCount(),
                series.millis(50),
                series.millis(90),
                series.millis(99),
                series.millis(100)));
  }

  private static void goal(String name, double value, double most, String unit) {
    Report.line(
        "%s: %.2f %s, at most %.1f wanted: %s"
            .formatted(name, value, unit, most, Report.verdict(value <= most)));
  }
}
