package dev.prioritize.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Goal: whatever is typed, a person learns what to do. Method: type it; no broker is needed. */
@Timeout(60)
final class UsageTest {
  private static final Duration UNREACHABLE_TOLD_WITHIN = Duration.ofSeconds(10);

  @TempDir private Path folder;

  @Test
  void shouldShowCommandsAndWhatToTryFirst() {
    CliRun run = CliRun.of();

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("  demo ", "  scheduler ", "  topics ", "  submit ")
        .contains("./prioritize demo", "./prioritize scheduler --embedded", "./prioritize submit");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void shouldTellItsVersion() {
    assertThat(CliRun.of("--version").out()).startsWith("prioritize ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo",
        "simulate",
        "workload",
        "evaluate",
        "whatif",
        "scheduler",
        "topics",
        "submit",
        "jobs",
        "job",
        "cancel",
        "reprioritize",
        "nodes",
        "drain",
        "undrain",
        "remove-node",
        "simulate-nodes",
        "pools",
        "configure",
        "dead-letters",
        "export",
        "replay"
      })
  void shouldGiveAnExampleInTheHelpOfEachCommand(String command) {
    CliRun run = CliRun.of(command, "--help");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("Examples:", "  ./prioritize " + command);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh"})
  void shouldCompleteCommandsAndValuesInTheShell(String shell) throws Exception {
    Path script = folder.resolve("completion");
    Files.writeString(script, CliRun.of("completion", shell).out());
    String typed =
        "source %s; COMP_WORDS=(prioritize reprioritize j --class U); COMP_CWORD=4;"
                .formatted(script)
            + " _complete_prioritize; echo \"${COMPREPLY[@]}\"";

    Process bash = new ProcessBuilder("bash", "-c", typed).redirectError(Redirect.DISCARD).start();

    assertThat(new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("URGENT\n");
  }

  @Test
  void shouldSuggestTheCommandThatWasMeant() {
    assertUsageError(CliRun.of("sumbit"), "'sumbit'", "Did you mean: prioritize submit");
  }

  @Test
  void shouldSuggestTheOptionThatWasMeant() {
    assertUsageError(CliRun.of("submit", "--gpu", "2", "--", "x"), "'--gpu'", "--gpus");
  }

  @Test
  void shouldRefuseValuesOfTheWrongType() {
    assertUsageError(CliRun.of("submit", "--gpus", "two", "--", "x"), "'--gpus'", "'two'");
    assertUsageError(CliRun.of("submit", "--class", "high!", "--", "x"), "--class", "URGENT");
    assertUsageError(
        CliRun.of("submit", "--expected", "2 hours", "--", "x"), "--expected", "such as 30s");
    assertUsageError(CliRun.of("submit", "--env", "A", "--", "x"), "--env", "KEY=VALUE");
    assertUsageError(CliRun.of("submit"), "PROGRAM", "submit --help");
    assertUsageError(CliRun.of("jobs", "--state", "WAITING"), "--state", "PENDING");
    assertUsageError(CliRun.of("jobs", "--limit", "-1"), "--limit -1", "use 0 or more");
    assertUsageError(CliRun.of("job", "j", "--history", "few"), "--history few", "all");
    assertUsageError(CliRun.of("cancel"), "JOB", "cancel --help");
    assertUsageError(CliRun.of("reprioritize", "j"), "--class", "reprioritize --help");
    assertUsageError(CliRun.of("drain"), "NODE", "drain --help");
    assertUsageError(CliRun.of("configure"), "KEY=VALUE", "--show", "configure --help");
    assertUsageError(CliRun.of("configure", "--tenant", "t"), "--largest-class", "give both");
    assertUsageError(
        CliRun.of("configure", "--tenant", "t", "--largest-class", "TOP"), "TOP", "or none");
    assertUsageError(CliRun.of("dead-letters", "--topic", "job"), "no topic", "topics --list");
    assertUsageError(
        CliRun.of("dead-letters", "--show", "x-0@1", "--follow"), "--follow", "leave it out");
    assertUsageError(CliRun.of("simulate-nodes", "--nodes", "0"), "--nodes 0", "use 1 to 1000");
    assertUsageError(CliRun.of("simulate-nodes", "--gpus-per-node", "129"), "use 1 to 128");
    assertUsageError(CliRun.of("simulate-nodes", "--name", "a b"), "--name a b", "letters");
    assertUsageError(CliRun.of("completion", "fish"), "SHELL", "zsh");
  }

  @Test
  void shouldRefuseOptionsThatDoNotGoTogether() {
    assertUsageError(CliRun.of("scheduler", "--embedded"), "--data-dir", "scheduler --help");
    assertUsageError(CliRun.of("scheduler", "--port", "1"), "--embedded", "scheduler --help");
    String dir = folder.resolve("data").toString();
    assertUsageError(
        CliRun.of(
            "scheduler", "--embedded", "--data-dir", dir, "--bootstrap-servers", "localhost:1"),
        "brings its own Kafka",
        "scheduler --help");
    assertUsageError(
        CliRun.of("scheduler", "--embedded", "--data-dir", dir, "--bind", "0.0.0.0"),
        "advertise",
        "scheduler --help");
    assertUsageError(
        CliRun.of("scheduler", "--embedded", "--data-dir", dir, "--port", "70000"),
        "70000",
        "scheduler --help");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void shouldRefuseConfigurationFromOptionsAsUsageAndFromFilesAsFailure() throws IOException {
    assertThat(CliRun.of("scheduler", "--set", "polls=a"))
        .returns(ExitCodes.USAGE, CliRun::exitCode)
        .satisfies(run -> assertThat(run.err()).contains("polls", "did you mean pools?"));
    assertThat(CliRun.of("topics", "--list", "--partitions", "0"))
        .returns(ExitCodes.USAGE, CliRun::exitCode)
        .satisfies(run -> assertThat(run.err()).contains("from 1 to 1000").hasLineCount(1));

    Path file = folder.resolve("scheduler.properties");
    Files.writeString(file, "stream.threads=many\n");
    assertThat(CliRun.of("scheduler", "--config", file.toString()))
        .returns(ExitCodes.FAILED, CliRun::exitCode)
        .satisfies(run -> assertThat(run.err()).contains("many", file + ":1").hasLineCount(1));
  }

  @Test
  void shouldRefuseFolderWithOtherFiles() throws IOException {
    Files.writeString(folder.resolve("thesis.tex"), "");

    CliRun run = CliRun.of("scheduler", "--embedded", "--data-dir", folder.toString());

    assertThat(run.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err()).contains("thesis.tex", "name a missing or empty folder").hasLineCount(1);
  }

  @Test
  void shouldListTheCatalogueWithoutKafka() {
    CliRun run = CliRun.of("topics", "--list", "--partitions", "3", "--bootstrap-servers", "no:1");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .containsPattern("job-submissions +pool +3 +delete +7d\n")
        .containsPattern("job-states +pool/job +3 +compact +-\n")
        .hasLineCount(13);
    assertThat(CliRun.of("topics", "--list", "--json").out())
        .startsWith("[{\"topic\":\"job-submissions\",")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"topics", "submit", "scheduler", "jobs", "dead-letters", "export"})
  void shouldTellSoonThatNothingListens(String command) throws IOException {
    String address;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      address = "127.0.0.1:" + free.getLocalPort();
    }
    assertUnreachable(command, address, "is it running?");
  }

  @Test
  void shouldTellSoonThatNameIsUnknown() {
    assertUnreachable("topics", "kafka.invalid:9092", "the name kafka.invalid is not known");
  }

  @Test
  void shouldTellSoonThatListenerIsNoKafka() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      assertUnreachable("submit", "127.0.0.1:" + silent.getLocalPort(), "does not answer as Kafka");
    }
  }

  private static void assertUnreachable(String command, String address, String why) {
    long startNanos = System.nanoTime();
    CliRun run =
        command.equals("submit")
            ? CliRun.of(command, "--bootstrap-servers", address, "--", "x")
            : CliRun.of(command, "--bootstrap-servers", address);
    Duration took = Duration.ofNanos(System.nanoTime() - startNanos);

    assertThat(run.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err())
        .startsWith("cannot reach Kafka at " + address)
        .contains(why)
        .hasLineCount(1);
    assertThat(run.log()).as("no warnings of Kafka's").isEmpty();
    assertThat(took).isLessThan(UNREACHABLE_TOLD_WITHIN);
  }

  @Test
  void shouldTellUnexpectedErrorInOneLine() {
    StringWriter err = new StringWriter();

    int exitCode =
        new CommandLine(new Broken())
            .setErr(new PrintWriter(err))
            .setExecutionExceptionHandler(new FailureReport())
            .execute();

    assertThat(exitCode).isEqualTo(ExitCodes.UNEXPECTED);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "unexpected error: IllegalStateException: 3 nodes held 4;"
                + " set PRIORITIZE_LOG_LEVEL=debug to see more");
  }

  @Command(name = "broken")
  private static final class Broken implements Callable<Integer> {
    @Override
    public Integer call() {
      throw new IllegalStateException("3 nodes held 4\nand so on");
    }
  }

  private static void assertUsageError(CliRun run, String... told) {
    assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(run.err()).contains(told);
    assertThat(run.err().lines()).hasSizeBetween(1, 2);
    assertThat(run.out()).isEmpty();
  }
}
