package dev.prioritize.crashtest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process to be killed; ends with this one at the latest. Its output is added to a file. */
final class ChildProcess {
  private static final Duration STOP_TIMEOUT = Duration.ofMinutes(1);

  private final Path output;
  private final long outputStart;
  private final Process process;

  private ChildProcess(Path output, long outputStart, Process process) {
    this.output = output;
    this.outputStart = outputStart;
    this.process = process;
  }

  static ChildProcess start(Path output, List<String> command, List<String> javaOptions) {
    try {
      long length = Files.exists(output) ? Files.size(output) : 0;
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(Redirect.appendTo(output.toFile()));
      builder.environment().put("PRIORITIZE_JAVA_OPTS", String.join(" ", javaOptions));
      Process process = builder.start();
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
      return new ChildProcess(output, length, process);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + command.get(0), e);
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** True once it has written a line that begins so. */
  boolean hasSaid(String prefix) {
    return lineAfter(prefix) != null;
  }

  /** The rest of the first line that begins so, or null. */
  String lineAfter(String prefix) {
    try {
      byte[] all = Files.readAllBytes(output);
      String own =
          new String(
              all, (int) outputStart, all.length - (int) outputStart, StandardCharsets.UTF_8);
      return own.lines()
          .filter(line -> line.startsWith(prefix))
          .map(line -> line.substring(prefix.length()).strip())
          .findFirst()
          .orElse(null);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + output, e);
    }
  }

  /** SIGKILL; returns when it is gone. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** SIGSTOP or SIGCONT. */
  void signal(String name) throws InterruptedException {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot send SIG" + name, e);
    }
  }

  /** SIGTERM; true if it then ended with exit code 0. */
  boolean stop() throws InterruptedException {
    process.destroy();
    return awaitSuccess(STOP_TIMEOUT);
  }

  /** Waits for its end, and makes one if the time is up; true if it ended with exit code 0. */
  boolean awaitSuccess(Duration timeout) throws InterruptedException {
    if (!process.waitFor(timeout.toSeconds(), TimeUnit.SECONDS)) {
      kill();
      return false;
    }
    return process.exitValue() == 0;
  }
}
