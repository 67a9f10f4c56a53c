package dev.prioritize.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.prioritize.cli.CliRun;
import dev.prioritize.cli.ExitCodes;
import dev.prioritize.cli.SchedulerProcess;
import dev.prioritize.cli.TestNodes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Goal: an operator can practise on a scheduler that runs. Method: a scheduler in a JVM of its own,
 * simulated nodes, and the commands as they are typed.
 */
@Timeout(240)
final class SimulateNodesCommandTest {
  @TempDir private static Path folder;
  private static SchedulerProcess scheduler;

  @BeforeAll
  static void startScheduler() throws IOException {
    scheduler =
        SchedulerProcess.start(
            folder.resolve("data"),
            folder,
            "--set",
            "pools=default,owned",
            "--set",
            "pool.*.node.timeout=10s");
  }

  @AfterAll
  static void stopScheduler() {
    scheduler.close();
  }

  @Test
  void shouldRunJobsOnNodesThatFallSilentWhenItIsStopped() throws Exception {
    StringWriter out = new StringWriter();
    CompletableFuture<Integer> exitCode = new CompletableFuture<>();
    Thread nodes =
        new Thread(
            () ->
                exitCode.complete(
                    new CommandLine(new SimulateNodesCommand())
                        .setOut(new PrintWriter(out))
                        .execute(
                            "--nodes",
                            "2",
                            "--gpus-per-node",
                            "4",
                            "--bootstrap-servers",
                            scheduler.bootstrapServers())));
    nodes.start();
    await(() -> run("nodes").out().contains("2 nodes, 8 GPUs, 8 in service, 8 free"));
    await(() -> out.toString().contains("ready"));
    assertThat(out.toString())
        .startsWith("ready: 2 nodes of 4 GPUs in pool default, sim-default-0000 to");

    ok("submit", "--id", "short", "--gpus", "8", "--", "sleep", "1");
    await(() -> state("short").equals("SUCCEEDED"));
    ok("submit", "--id", "long", "--gpus", "4", "--", "sleep", "1h");
    await(() -> state("long").equals("RUNNING"));
    ok("cancel", "long");
    await(() -> state("long").equals("CANCELLED"));

    nodes.interrupt();
    assertThat(exitCode.get(20, TimeUnit.SECONDS)).isEqualTo(ExitCodes.OK);
    await(() -> run("nodes").out().contains("8 GPUs, 0 in service"));
    assertThat(ok("nodes").out()).containsPattern("sim-default-0001 +silent +0 of 4 +0 +SIM-80GB");
  }

  @Test
  void shouldRefuseAPoolWithNodesOfItsOwn() {
    try (TestNodes nodes = new TestNodes(scheduler.bootstrapServers())) {
      nodes.register("owned", "gpu-1", 2);
    }
    await(() -> run("nodes", "--pool", "owned").out().contains("gpu-1"));

    CliRun run = run("simulate-nodes", "--pool", "owned");

    assertThat(run.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err()).contains("pool owned has nodes of its own, such as gpu-1");
    assertThat(run("simulate-nodes", "--pool", "nope").err()).contains("no pool is called nope");
  }

  private static String state(String jobId) throws IOException {
    JsonNode job = new ObjectMapper().readTree(ok("job", jobId, "--json").out());
    return job.path("state").asText();
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().atMost(Duration.ofSeconds(90)).until(condition);
  }

  private static CliRun ok(String command, String... arguments) {
    CliRun run = run(command, arguments);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }

  private static CliRun run(String command, String... arguments) {
    return CliRun.of(
        Stream.concat(
                Stream.of(command, "--bootstrap-servers", scheduler.bootstrapServers()),
                Stream.of(arguments))
            .toArray(String[]::new));
  }
}
