package dev.prioritize.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** A command run in this JVM: what it printed, what it logged, and how it ended. */
public record CliRun(int exitCode, String out, String err, String log) {
  /** Runs it; a stack trace anywhere fails the test. */
  public static CliRun of(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    PrintStream stderr = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    // Before the command line is made: picocli goes back to a System.err that it finds exchanged.
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    int exitCode;
    try {
      CommandLine commandLine =
          Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
      exitCode = commandLine.execute(args);
    } finally {
      System.setErr(stderr);
    }
    CliRun run =
        new CliRun(exitCode, out.toString(), err.toString(), log.toString(StandardCharsets.UTF_8));
    assertThat(run.out() + run.err() + run.log())
        .doesNotContain("at dev.prioritize", "Exception in", "\tat ");
    return run;
  }
}
