package dev.prioritize.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.cli.FaultyRun;
import dev.prioritize.cli.Progress;
import dev.prioritize.cli.broker.DataDirectory;
import dev.prioritize.simulator.FaultPlan;
import dev.prioritize.simulator.NodeFault;
import dev.prioritize.simulator.ScheduleReport;
import dev.prioritize.simulator.Workload;
import dev.prioritize.simulator.WorkloadGenerator;
import dev.prioritize.stream.replay.LogVerifier;
import dev.prioritize.stream.replay.ReplayReport;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Goal: whatever nodes do, every job comes to an end, the log proves it, and the seed repeats it.
 * Method: small generated workloads on a real broker; to repeat one by hand: {@code ./prioritize
 * demo --nodes 3 --gpus-per-node 4 --jobs 40 --seed 7 --faults SEED}.
 */
class FaultyDemoTest {
  private static final int JOBS = 40;
  private static final Workload WORKLOAD = WorkloadGenerator.generate(3, 4, JOBS, 7);

  private final Progress progress = new Progress(new PrintWriter(new StringWriter()), false, JOBS);

  @Test
  void shouldEndEveryJobAndGiveTheSameScheduleForTheSameSeed() throws InterruptedException {
    List<String> digests = new ArrayList<>();
    Set<NodeFault> injected = new HashSet<>();

    for (long faultSeed : new long[] {1, 1, 2}) {
      FaultyRun run = play(faultSeed, digests);
      injected.addAll(run.injected().keySet());
      int ended = run.ends().values().stream().mapToInt(Integer::intValue).sum();
      assertThat(ended).as("fault seed %d", faultSeed).isEqualTo(JOBS);
    }

    assertThat(digests.get(0)).isEqualTo(digests.get(1)).isNotEqualTo(digests.get(2));
    assertThat(injected).hasSizeGreaterThan(4);
  }

  private FaultyRun play(long faultSeed, List<String> digests) throws InterruptedException {
    try (DemoCluster cluster =
        DemoCluster.start(DataDirectory.temporary(), Map.of("policy", "aged"), progress)) {
      FaultyRun run = cluster.playWithFaults(WORKLOAD, new FaultPlan(faultSeed), progress);
      digests.add(
          ScheduleReport.of(WORKLOAD, cluster.config().pools().get(DemoCluster.POOL), run.runs())
              .digest());
      LogVerifier verifier = new LogVerifier(DemoCluster.POOL);
      cluster.copyLogTo(verifier);
      assertThat(verifier.finish().verdict()).isEqualTo(ReplayReport.Verdict.IDENTICAL);
      return run;
    }
  }
}
