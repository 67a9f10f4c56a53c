package dev.prioritize.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.prioritize.cli.CliRun;
import dev.prioritize.cli.ExitCodes;
import dev.prioritize.cli.SchedulerProcess;
import dev.prioritize.cli.TestNodes;
import dev.prioritize.schema.ReportedTaskState;
import dev.prioritize.schema.Topic;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Goal: an operator sees what is so, learns why, and can change it. Method: one scheduler in a JVM
 * of its own, nodes in name only, and the commands as they are typed.
 *
 * <p>In pool {@code default} {@code big} runs on node-a (4 GPUs), {@code wide} (6 GPUs) has the
 * reservation, {@code slow} (1 GPU for 5 h) would delay it, {@code quick} (1 GPU for 10 min) was
 * backfilled onto node-b (2 GPUs). Pool {@code lab} is for what tests change; in pool {@code
 * ghosts} a node is silent after a second.
 */
@Timeout(180)
final class OperateCommandsTest {
  private static final String POOL = "default";
  private static final String LAB = "lab";
  private static final String GHOSTS = "ghosts";
  private static final String USER = Pattern.quote(System.getProperty("user.name"));

  @TempDir private static Path folder;
  private static SchedulerProcess scheduler;
  private static TestNodes nodes;

  @BeforeAll
  static void startSchedulerAndFillPool() throws IOException {
    scheduler =
        SchedulerProcess.start(
            folder.resolve("data"),
            folder,
            "--set",
            "pools=default,lab,ghosts",
            "--set",
            "pool.*.node.timeout=1h",
            "--set",
            "pool.ghosts.node.timeout=1s");
    nodes = new TestNodes(scheduler.bootstrapServers());
    nodes.register(POOL, "node-a", 4);
    nodes.register(POOL, "node-b", 2);
    nodes.register(LAB, "lab-1", 1);
    nodes.register(GHOSTS, "ghost-1", 1);
    await(() -> run("nodes", "--json").out().contains("node-b"));
    await(() -> run("nodes", "--pool", LAB, "--json").out().contains("lab-1"));
    submit("big", "--gpus", "4", "--class", "HIGH", "--expected", "1h", "--tenant", "vision");
    await(() -> state(POOL, "big").equals("STARTING"));
    nodes.report(POOL, "big", 1, "node-a", ReportedTaskState.STARTED);
    await(() -> state(POOL, "big").equals("RUNNING"));
    submit("wide", "--gpus", "6", "--expected", "2h", "--name", "resnet50");
    submit("slow", "--class", "LOW", "--expected", "5h", "--tenant", "vision");
    submit("quick", "--expected", "10m");
    await(() -> state(POOL, "quick").equals("STARTING"));
  }

  @AfterAll
  static void stopScheduler() {
    nodes.close();
    scheduler.close();
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().atMost(Duration.ofSeconds(30)).until(condition);
  }

  private static CliRun run(String command, String... arguments) {
    return CliRun.of(
        Stream.concat(
                Stream.of(command, "--bootstrap-servers", scheduler.bootstrapServers()),
                Stream.of(arguments))
            .toArray(String[]::new));
  }

  private static CliRun ok(String command, String... arguments) {
    CliRun run = run(command, arguments);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }

  private static JsonNode json(String command, String... arguments) {
    String[] withJson =
        Stream.concat(Stream.of(arguments), Stream.of("--json")).toArray(String[]::new);
    CliRun run = run(command, withJson);
    assertThat(run.out()).as(run.err()).hasLineCount(1);
    try {
      return new ObjectMapper().readTree(run.out());
    } catch (IOException e) {
      throw new AssertionError(run.out(), e);
    }
  }

  private static void submit(String id, String... options) {
    String[] arguments =
        Stream.of(Stream.of("--id", id), Stream.of(options), Stream.of("--", "train"))
            .flatMap(part -> part)
            .toArray(String[]::new);
    ok("submit", arguments);
  }

  private static String state(String pool, String jobId) {
    return json("job", jobId, "--pool", pool, "--history", "0").path("state").asText();
  }

  private static List<String> ids(JsonNode jobs) {
    return jobs.findValuesAsText("jobId");
  }

  @Test
  void shouldListJobsByRankWithWhyAndWhere() {
    CliRun run = ok("jobs");

    assertThat(run.out())
        .containsPattern("RANK +JOB +TENANT +CLASS +GPUS +STATE +FOR +PRIORITY +WHY OR WHERE\n")
        .containsPattern("1 +wide .* NORMAL +6 +PENDING .* 2\\.00 +planned to start in \\d+")
        .containsPattern("2 +slow +vision +LOW +1 +PENDING .* 1\\.00 +would delay wide\n")
        .containsPattern("- +big +vision +HIGH +4 +RUNNING .* - +on node-a\n")
        .containsPattern("- +quick .* STARTING .* on node-b\n")
        .endsWith("pool default: 2 pending, 2 with GPUs, 0 ended; 1 of 6 GPUs free\n");
  }

  @Test
  void shouldFilterJobs() {
    assertThat(ids(json("jobs", "--state", "pending"))).containsExactly("wide", "slow");
    assertThat(ids(json("jobs", "--tenant", "vision"))).containsExactly("slow", "big");
    assertThat(ids(json("jobs", "--class", "low,high"))).containsExactly("slow", "big");
    assertThat(ids(json("jobs", "--name", "res*50"))).containsExactly("wide");
    assertThat(ids(json("jobs", "--node", "node-b"))).containsExactly("quick");
    assertThat(ids(json("jobs", "--limit", "1"))).containsExactly("wide");
    assertThat(ok("jobs", "--limit", "1").out()).contains("1 of 4 jobs found are listed");
  }

  @Test
  void shouldTellWhyJobWaitsInWordsAndFigures() {
    assertThat(ok("job", "wide").out())
        .startsWith("job wide in pool default: PENDING, rank 1 of 2\n")
        .contains("It needs 6 GPUs at once; of 6 in service 1 is free, on 1 node.")
        .contains("It has the reservation")
        .containsPattern("planned start +\\S+ \\S+ \\(in \\d+")
        .containsPattern("starvation guard +if it still waits .* \\(in 3d 23h\\)");
    assertThat(ok("job", "slow").out())
        .contains("The 1 GPU that it needs is free")
        .contains("job wide needs before.")
        .contains("That job has the reservation and is planned to start at ");
    JsonNode wide = json("job", "wide");
    assertThat(wide.path("rank").asInt()).isEqualTo(1);
    assertThat(wide.path("agedPriority").asDouble()).isBetween(2.0, 2.01);
    assertThat(wide.at("/waiting/reason").asText()).isEqualTo("NOT_ENOUGH_FREE_GPUS");
    assertThat(wide.at("/waiting/holdsReservation").asBoolean()).isTrue();
  }

  @Test
  void shouldTellWhatHappenedWhoDecidedAndWhy() {
    assertThat(ok("job", "quick").out())
        .containsPattern("submitted: NORMAL, 1 GPU +tenant \\S+ +expected to run 10m 00s")
        .containsPattern(
            "attempt 1 placed on node-b \\(1\\) +aged v1 +backfill: it ends before the"
                + " reservation's planned start; waited 0s, aged priority 2.00");
    assertThat(ok("job", "big").out())
        .containsPattern("attempt 1 placed on node-a \\(4\\) +aged v1 +its turn")
        .containsPattern("task STARTED on node-a +launcher")
        .contains("all tasks run");
    assertThat(json("job", "wide").path("history").findValuesAsText("event"))
        .containsExactly("JobSubmitted", "ReservationChanged");
    assertThat(ok("job", "big", "--history", "1").out())
        .contains("history, the last 1 (3 before it: --history all)");
  }

  @Test
  void shouldTellOfTheNameThatWasMeant() {
    assertFailure(run("job", "wyde"), "pool default has no job wyde: did you mean wide?");
    assertFailure(run("job", "nothing-like-it"), "./prioritize jobs --all lists them");
    assertFailure(run("nodes", "node-z"), "has no node node-z: did you mean node-a?");
    assertFailure(run("jobs", "--pool", "lob"), "no pool is called lob: did you mean --pool lab?");
    assertFailure(
        run("jobs", "--pool", "production"), "name one of these with --pool: default, ghosts, lab");
    assertFailure(run("cancel", "wyde"), "did you mean wide?");
  }

  private static void assertFailure(CliRun run, String message) {
    assertThat(run.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err().lines().filter(line -> !line.matches("(reading|waiting) .*")))
        .singleElement(InstanceOfAssertFactories.STRING)
        .contains(message);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void shouldShowNodesAndTheirGpus() {
    assertThat(ok("nodes").out())
        .containsPattern("node-a +ok +4 +0 +H200 +node-a.example +big \\(4\\)\n")
        .containsPattern("node-b +ok +2 +1 +H200 +node-b.example +quick \\(1\\)\n")
        .endsWith("pool default: 2 nodes, 6 GPUs, 6 in service, 1 free\n");
    assertThat(ok("nodes", "node-b").out())
        .contains("node node-b in pool default: ok, host node-b.example, 2 of 2 GPUs in service")
        .contains("labels: rack=r1")
        .containsPattern("0 +GPU-node-b-0 +H200 +held +quick +\\d{4}-")
        .containsPattern("1 +GPU-node-b-1 +H200 +free +- +-\n");
    assertThat(json("nodes", "node-a").path("gpuList").findValuesAsText("jobId"))
        .containsOnly("big")
        .hasSize(4);
  }

  @Test
  void shouldShowHowPoolsStand() {
    assertThat(ok("pools").out())
        .contains("pool default\n", "pool lab\n")
        .containsPattern("decides +clock wall, policy aged, discipline easy\n")
        .containsPattern("last decision +\\S+ ago\n")
        .containsPattern("jobs +2 pending, 2 with GPUs, 0 ended\n")
        .containsPattern("oldest wait +NORMAL \\S+.*, LOW \\S+")
        .containsPattern("reservation +job wide, planned to start at ");
    assertThat(json("pools").get(0).path("reservationJobId").asText()).isEqualTo("wide");
  }

  @Test
  void shouldCancelWaitingAndRunningJobsAndTellOfEndedOnes() {
    submit("runs", "--pool", LAB);
    submit("waits", "--pool", LAB);
    await(() -> state(LAB, "runs").equals("STARTING"));

    CliRun both = ok("cancel", "waits", "runs", "--pool", LAB);
    assertThat(both.out())
        .contains("cancelled: job waits in pool lab\n")
        .contains("being stopped: job runs in pool lab; ");
    assertThat(state(LAB, "runs")).isEqualTo("STOPPING");
    assertThat(ok("job", "runs", "--pool", LAB).out())
        .containsPattern("being stopped +on request of " + USER + " +cancelled\n");
    assertThat(ok("job", "waits", "--pool", LAB).out())
        .containsPattern("CANCELLED +on request of " + USER + " +cancelled\n");
    assertThat(ok("cancel", "waits", "--pool", LAB).out()).startsWith("unchanged: job waits");

    long epoch = json("job", "runs", "--pool", LAB).at("/attempt/epoch").asLong();
    nodes.report(LAB, "runs", epoch, "lab-1", ReportedTaskState.STOPPED);
    await(() -> state(LAB, "runs").equals("CANCELLED"));
    assertThat(ids(json("jobs", "--pool", LAB, "--all"))).contains("runs", "waits");

    submit("done", "--pool", LAB);
    await(() -> state(LAB, "done").equals("STARTING"));
    epoch = json("job", "done", "--pool", LAB).at("/attempt/epoch").asLong();
    nodes.report(LAB, "done", epoch, "lab-1", ReportedTaskState.SUCCEEDED);
    await(() -> state(LAB, "done").equals("SUCCEEDED"));
    CliRun late = run("cancel", "done", "--pool", LAB);
    assertThat(late.exitCode()).isEqualTo(ExitCodes.REFUSED);
    assertThat(late.err()).contains("nothing to do: the job is SUCCEEDED (JOB_ENDED)");
    JsonNode answers = json("cancel", "done", "nobody", "--pool", LAB);
    assertThat(answers.findValuesAsText("code")).containsExactly("JOB_ENDED", "UNKNOWN_JOB");
  }

  @Test
  void shouldChangeTheClassOfAJob() {
    submit("climber", "--pool", LAB, "--gpus", "3", "--class", "LOW");

    CliRun changed = ok("reprioritize", "climber", "--class", "urgent", "--pool", LAB);
    assertThat(changed.out())
        .isEqualTo("changed: job climber in pool lab is of class URGENT now\n");
    assertThat(ok("reprioritize", "climber", "--class", "URGENT", "--pool", LAB).out())
        .startsWith("unchanged: job climber");
    assertThat(ok("job", "climber", "--pool", LAB).out())
        .containsPattern("class LOW became URGENT +on request of " + USER + "\n")
        .contains("It needs 3 GPUs at once, but the pool knows only 1 of them so far.");
    CliRun sent = ok("reprioritize", "climber", "--class", "LOW", "--pool", LAB, "--no-wait");
    assertThat(sent.out()).startsWith("sent: the request about job climber");
    assertThat(run("reprioritize", "climber", "--pool", "nope", "--class", "LOW").err())
        .contains("use one of default, lab, ghosts");
  }

  @Test
  void shouldTakeNodesOutOfWorkAndBack() {
    CliRun drained = ok("drain", "lab-1", "--reason", "fans", "--pool", LAB);
    assertThat(drained.out())
        .startsWith("node lab-1 in pool lab is drained: ")
        .endsWith("it is empty: no job holds a GPU of it\n");
    assertThat(ok("nodes", "lab-1", "--pool", LAB).out())
        .contains("node lab-1 in pool lab: drained, host", "0 of 1 GPU in service, 0 free")
        .contains("drained because: fans\n", "empty: no job holds a GPU of it\n")
        .containsPattern("0 +GPU-lab-1-0 +H200 +drained +- +-\n");
    assertThat(ok("nodes", "--pool", LAB).out())
        .containsPattern("lab-1 +drained +0 of 1 +0 ")
        .endsWith("pool lab: 1 node, 1 GPU, 0 in service, 0 free\n");

    assertThat(ok("undrain", "lab-1", "--pool", LAB).out()).contains("may have work again");
    assertThat(json("nodes", "lab-1", "--pool", LAB).path("state").asText()).isEqualTo("ok");
    assertFailure(run("drain", "lob-1", "--pool", LAB), "did you mean lab-1?");
    assertThat(json("undrain", "lab-1", "--pool", LAB).get(0).path("outcome").asText())
        .isEqualTo("UNCHANGED");
  }

  @Test
  void shouldKeepTheReasonOfADrainThatIsAskedForAgain() {
    ok("drain", "lab-1", "--reason", "fans", "--pool", LAB);

    assertThat(ok("drain", "lab-1", "--pool", LAB).out())
        .startsWith("unchanged: node lab-1 in pool lab is drained already, because: fans\n");
    assertThat(ok("drain", "lab-1", "--reason", "rack", "--pool", LAB).out())
        .startsWith(
            "changed: node lab-1 in pool lab was drained already; the reason is now: rack (before:"
                + " fans)\n");
    assertThat(ok("nodes", "lab-1", "--pool", LAB).out()).contains("drained because: rack\n");
    ok("undrain", "lab-1", "--pool", LAB);
  }

  @Test
  void shouldTellWhatStillRunsOnADrainedNodeAndWhenItIsEmpty() {
    submit("last", "--pool", LAB, "--expected", "2h", "--time-limit", "3h");
    await(() -> state(LAB, "last").equals("STARTING"));
    long epoch = json("job", "last", "--pool", LAB).at("/attempt/epoch").asLong();

    assertThat(ok("drain", "lab-1", "--pool", LAB).out())
        .containsPattern("JOB +GPUS +STATE +EXPECTED END +TIME LIMIT\n")
        .containsPattern("last +1 +STARTING +\\S+ \\S+ \\(in 1h 59m\\) +3h 00m from its start\n")
        .endsWith("once they have ended, ./prioritize nodes lab-1 --pool lab says \"empty\"\n");
    nodes.report(LAB, "last", epoch, "lab-1", ReportedTaskState.STARTED);
    await(() -> state(LAB, "last").equals("RUNNING"));
    assertThat(ok("nodes", "lab-1", "--pool", LAB).out())
        .contains("not empty yet:")
        .containsPattern("last +1 +RUNNING +.*\\(in 1h 59m\\) +\\S+ \\S+ \\(in 2h 59m\\)\n");
    assertThat(json("nodes", "lab-1", "--pool", LAB).at("/jobs/0/expectedEndMillis").asLong())
        .isPositive();

    nodes.report(LAB, "last", epoch, "lab-1", ReportedTaskState.SUCCEEDED);
    await(() -> ok("nodes", "lab-1", "--pool", LAB).out().contains("empty: no job holds a GPU"));
    ok("undrain", "lab-1", "--pool", LAB);
  }

  @Test
  void shouldNameTheNodeThatAWaitingJobWouldFitOn() {
    ok("drain", "lab-1", "--pool", LAB);
    submit("stuck", "--pool", LAB);
    await(() -> !json("job", "stuck", "--pool", LAB).at("/waiting/reason").isNull());

    assertThat(ok("job", "stuck", "--pool", LAB).out())
        .contains("Enough would be in service if node lab-1 (drained) were back.");
    assertThat(json("job", "stuck", "--pool", LAB).at("/waiting/wouldFitWithNodeIds/0").asText())
        .isEqualTo("lab-1");
    ok("cancel", "stuck", "--pool", LAB);
    ok("undrain", "lab-1", "--pool", LAB);
  }

  @Test
  void shouldRemoveOnlySilentNodes() {
    CliRun heard = run("remove-node", "lab-1", "--pool", LAB);
    assertThat(heard.exitCode()).isEqualTo(ExitCodes.REFUSED);
    assertThat(heard.err()).contains("NODE_STILL_HEARD", "stop its launcher first");

    await(() -> ok("nodes", "--pool", GHOSTS).out().contains("silent"));
    assertThat(ok("remove-node", "ghost-1", "--pool", GHOSTS).out())
        .startsWith("node ghost-1 in pool ghosts is removed");
    assertThat(ok("nodes", "--pool", GHOSTS).out()).startsWith("pool ghosts: 0 nodes");
  }

  @Test
  void shouldChangeSettingsAndLimitTenants() {
    CliRun changed = ok("configure", "policy=wsaf", "starvation.bound.low=off", "--pool", GHOSTS);
    assertThat(changed.out()).isEqualTo("changed: settings in pool ghosts\n");
    assertThat(ok("configure", "--show", "--pool", GHOSTS).out())
        .containsPattern("policy +wsaf +aged\n")
        .containsPattern("starvation.bound.low +off +7d\n")
        .containsPattern("discipline +easy\n");
    CliRun refused = run("configure", "polcy=fifo", "--pool", GHOSTS);
    assertThat(refused.exitCode()).isEqualTo(ExitCodes.REFUSED);
    assertThat(refused.err()).contains("polcy = fifo: change one of ", "did you mean policy?");
    assertThat(run("configure", "policy=best", "--pool", GHOSTS).err()).contains("allowed is");

    ok("configure", "--tenant", "students", "--largest-class", "normal", "--pool", GHOSTS);
    CliRun tooHigh =
        run("submit", "--pool", GHOSTS, "--tenant", "students", "--class", "HIGH", "--", "x");
    assertThat(tooHigh.err()).contains("CLASS_NOT_ALLOWED");
    JsonNode limits = json("configure", "--show", "--pool", GHOSTS).path("largestClassByTenant");
    assertThat(limits.path("students").asText()).isEqualTo("NORMAL");
    assertThat(
            ok("configure", "--tenant", "students", "--largest-class", "none", "--pool", GHOSTS)
                .out())
        .isEqualTo("changed: the largest class of tenant students in pool ghosts is none now\n");
  }

  @Test
  void shouldShowDeadLettersWithTheirOriginal() {
    nodes.send(Topic.JOB_REPORTS, POOL, "no record\u001b[31m".getBytes(StandardCharsets.UTF_8));
    assertThat(run("submit", "--gpus", "0", "--", "x").exitCode()).isEqualTo(ExitCodes.REFUSED);
    await(() -> run("dead-letters").out().contains("NOT_AVRO"));

    assertThat(ok("dead-letters").out())
        .containsPattern("job-submissions-\\d@\\d+  OUT_OF_RANGE: gpus = 0: use 1 to 8192\n")
        .contains("dead letters in the last 1d; --show POSITION");
    assertThat(json("dead-letters", "--topic", "job-reports").findValuesAsText("reason"))
        .containsExactly("NOT_AVRO");
    JsonNode gpus = json("dead-letters", "--reason", "OUT_OF_RANGE").get(0);
    assertThat(ok("dead-letters", "--show", gpus.path("position").asText()).out())
        .contains("decoded: JobSubmission {", "\"gpus\": 0")
        .containsPattern("000000  c3 01 ");
    String poison = json("dead-letters", "--topic", "job-reports").get(0).path("position").asText();
    assertThat(ok("dead-letters", "--show", poison).out())
        .contains("decoded: not possible", "6e 6f 20 72", "no record.[31m");
    assertFailure(run("dead-letters", "--show", "x-1@1"), "no dead letter is of x-1@1");
  }

  @Test
  void shouldFollowDeadLettersUntilInterrupted() throws InterruptedException {
    StringWriter out = new StringWriter();
    Thread follower =
        new Thread(
            () ->
                new CommandLine(new DeadLettersCommand())
                    .setCaseInsensitiveEnumValuesAllowed(true)
                    .setOut(new PrintWriter(out))
                    .execute(
                        "--follow",
                        "--topic",
                        "admin-requests",
                        "--json",
                        "--bootstrap-servers",
                        scheduler.bootstrapServers()));
    follower.start();
    nodes.send(Topic.ADMIN_REQUESTS, POOL, new byte[] {1, 2, 3});

    await(() -> out.toString().contains("\"reason\":\"NOT_AVRO\""));
    follower.interrupt();
    follower.join(Duration.ofSeconds(10).toMillis());
    assertThat(follower.isAlive()).isFalse();
  }

  @Test
  void shouldTellThatNoSchedulerOfThatNameHasRun() {
    CliRun run = run("jobs", "--config", config("application.id=other\n"));

    assertFailure(run, "no scheduler with application.id other has run");
  }

  private static String config(String text) {
    try {
      return Files.writeString(folder.resolve("other.properties"), text).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
