package dev.prioritize.benchmarks.e2e;

import dev.prioritize.cli.KafkaClients;
import dev.prioritize.stream.replay.KafkaLog;
import dev.prioritize.stream.replay.LogVerifier;
import dev.prioritize.stream.replay.ReplayReport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How many assignments a second when very many jobs come at once onto an empty cluster. */
@Command(
    name = "scripts/bench burst",
    mixinStandardHelpOptions = true,
    description = {
      "One job for each of very many GPUs, submitted as fast as they can be sent; from the first"
          + " submission to the last assignment that a read-committed consumer sees. Broker,"
          + " scheduler and clients are three processes on this machine. Every node sends telemetry"
          + " and heartbeat each 10 s meanwhile. Tasks report once the last assignment was seen,"
          + " and end, so that the next burst finds all GPUs free.",
    })
public final class Burst implements Callable<Integer> {
  private static final double REQUIRED_PER_SECOND = 3_000;
  private static final double AIMED_PER_SECOND = 5_000;

  @Mixin private E2eOptions options;

  @Option(names = "--jobs", paramLabel = "N", defaultValue = "8000", description = "Default: 8000.")
  private int jobs;

  @Option(
      names = "--warm-ups",
      paramLabel = "N",
      defaultValue = "2",
      description = "Bursts before those that count; the first is the cold one. Default: 2.")
  private int warmUps;

  @Option(names = "--bursts", paramLabel = "N", defaultValue = "5", description = "Default: 5.")
  private int bursts;

  /** Runs it and ends the process. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Burst()).execute(args));
  }

  @Override
  public Integer call() throws InterruptedException {
    String machine = Machine.describe();
    Report.progress("starting broker and scheduler …");
    try (BenchCluster cluster = BenchCluster.start(E2eOptions.prioritize(), options.keep())) {
      List<BurstLoad.Result> results = new ArrayList<>();
      try (BurstLoad load = new BurstLoad(cluster, options.nodes(), jobs)) {
        while (results.size() < warmUps + bursts) {
          BurstLoad.Result result = load.burst();
          results.add(result);
          Report.progress(
              "burst %d: %,.0f assignments/s".formatted(results.size(), result.perSecond()));
        }
      }
      cluster.stopSchedulers();
      Report.progress("replaying the log …");
      ReplayReport replayed = replay(cluster.bootstrapServers());
      print(machine, results, replayed);
    }
    return 0;
  }

  private static ReplayReport replay(String bootstrapServers) {
    LogVerifier verifier = new LogVerifier(BenchCluster.POOL);
    try (Consumer<byte[], byte[]> consumer = KafkaClients.readCommittedConsumer(bootstrapServers)) {
      new KafkaLog(consumer, BenchCluster.POOL).copyTo(verifier);
    }
    ReplayReport report = verifier.finish();
    if (report.verdict() != ReplayReport.Verdict.IDENTICAL) {
      throw new IllegalStateException("the log does not replay identical: " + report);
    }
    return report;
  }

  private void print(String machine, List<BurstLoad.Result> results, ReplayReport replayed) {
    Report.line(String.valueOf(machine));
    Report.line("");
    Report.line("| burst | seconds | assignments/s | scheduler, ms of CPU per 1,000 | broker |");
    Report.line("| --- | --- | --- | --- | --- |");
    for (int index = 0; index < results.size(); index++) {
      BurstLoad.Result result = results.get(index);
      Report.line(
          "| %s | %.2f | %,.0f | %.0f | %.0f |"
              .formatted(
                  name(index),
                  result.seconds(),
                  result.perSecond(),
                  result.schedulerMillis(),
                  result.brokerMillis()));
    }
    List<BurstLoad.Result> counted = results.subList(warmUps, results.size());
    double[] rates = counted.stream().mapToDouble(BurstLoad.Result::perSecond).sorted().toArray();
    double median = rates[rates.length / 2];
    double least = rates[0];
    double most = rates[rates.length - 1];
    Report.line("");
    Report.line(
        "median of %d: %,.0f assignments/s (%,.0f to %,.0f); cold: %,.0f"
            .formatted(rates.length, median, least, most, results.get(0).perSecond()));
    Report.line(
        "required: %,.0f, %s; aimed at: %,.0f, %s"
            .formatted(
                REQUIRED_PER_SECOND,
                Report.verdict(median >= REQUIRED_PER_SECOND),
                AIMED_PER_SECOND,
                Report.verdict(median >= AIMED_PER_SECOND)));
    Report.line(
        "the log replays identical: %,d commands, %,d events"
            .formatted(replayed.commands(), replayed.events()));
    if (options.json()) {
      Report.line(
          ("{\"benchmark\":\"burst\",\"assignments_per_s\":%.0f,\"min\":%.0f,\"max\":%.0f,"
                  + "\"cold_assignments_per_s\":%.0f,\"jobs\":%d,\"nodes\":%d,\"bursts\":%d,"
                  + "\"scheduler_cpu_ms_per_1000\":%.0f,\"broker_cpu_ms_per_1000\":%.0f,"
                  + "\"replay\":\"identical\"}")
              .formatted(
                  median,
                  least,
                  most,
                  results.get(0).perSecond(),
                  jobs,
                  options.nodes(),
                  rates.length,
                  counted.stream()
                      .mapToDouble(BurstLoad.Result::schedulerMillis)
                      .average()
                      .orElse(0),
                  counted.stream()
                      .mapToDouble(BurstLoad.Result::brokerMillis)
                      .average()
                      .orElse(0)));
    }
  }

  private String name(int index) {
    if (index == 0 && warmUps > 0) {
      return "1, cold";
    }
    return (index + 1) + (index < warmUps ? ", warm-up" : "");
  }
}
