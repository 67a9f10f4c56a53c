package dev.prioritize.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.cli.Progress;
import dev.prioritize.cli.broker.DataDirectory;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.simulator.JobRun;
import dev.prioritize.simulator.ScheduleReport;
import dev.prioritize.simulator.Simulation;
import dev.prioritize.simulator.Workload;
import dev.prioritize.simulator.WorkloadGenerator;
import dev.prioritize.stream.replay.LogVerifier;
import dev.prioritize.stream.replay.ReplayReport;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Goal: the whole of it, on a real broker, decides what the engine alone decides, and its log
 * proves it. Method: generated workloads under two policies.
 */
class DemoClusterTest {
  static final int JOBS = 40;

  private final Progress progress = new Progress(new PrintWriter(new StringWriter()), false, JOBS);

  @Test
  void shouldGiveTheScheduleOfTheEngineAloneAndALogThatReplaysByteForByte()
      throws InterruptedException {
    try (DemoCluster cluster =
        DemoCluster.start(
            DataDirectory.temporary(), Map.of("policy", "wsaf", "discipline", "easy"), progress)) {
      assertDecidesLikeTheEngineAlone(cluster, progress);
    }
  }

  @Test
  void shouldGiveTheSameScheduleEachTime() throws InterruptedException {
    Workload workload = WorkloadGenerator.generate(2, 4, JOBS, 3);
    List<String> digests = new ArrayList<>();

    for (int run = 0; run < 2; run++) {
      try (DemoCluster cluster =
          DemoCluster.start(
              DataDirectory.temporary(),
              Map.of("policy", "aged", "discipline", "easy"),
              progress)) {
        PoolConfig config = cluster.config().pools().get(DemoCluster.POOL);
        digests.add(ScheduleReport.of(workload, config, cluster.play(workload, progress)).digest());
      }
    }

    assertThat(digests.get(0)).isEqualTo(digests.get(1));
  }

  /** Plays a workload on a fresh cluster; then compares its schedule, and replays its log. */
  static void assertDecidesLikeTheEngineAlone(DemoCluster cluster, Progress progress) {
    Workload workload = WorkloadGenerator.generate(3, 4, JOBS, 7);

    Map<String, JobRun> runs = cluster.play(workload, progress);

    PoolConfig config = cluster.config().pools().get(DemoCluster.POOL);
    ScheduleReport throughKafka = ScheduleReport.of(workload, config, runs);
    ScheduleReport inProcess =
        ScheduleReport.of(workload, config, Simulation.run(workload, config));
    assertThat(throughKafka).isEqualTo(inProcess);
    assertThat(throughKafka.unfinished()).isZero();
    assertReplays(cluster);
  }

  private static void assertReplays(DemoCluster cluster) {
    LogVerifier verifier = new LogVerifier(DemoCluster.POOL);
    cluster.copyLogTo(verifier);

    ReplayReport report = verifier.finish();
    assertThat(report.difference()).isNull();
    assertThat(report.verdict()).isEqualTo(ReplayReport.Verdict.IDENTICAL);
    assertThat(report.events()).isGreaterThan(5 * JOBS);
  }
}
