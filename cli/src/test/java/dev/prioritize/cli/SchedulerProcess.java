package dev.prioritize.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** {@code ./prioritize scheduler} in a JVM of its own, as a user runs it. */
public final class SchedulerProcess implements AutoCloseable {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(90);
  private static final Pattern READY = Pattern.compile("(?m)^ready: pools .* on (\\S+);");

  private final Process process;
  private final Path out;
  private final Path err;
  private String bootstrapServers;

  private SchedulerProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Starts it with a Kafka of its own on a free port, and waits until it is ready. */
  public static SchedulerProcess start(Path dataDir, Path outputs, String... options)
      throws IOException {
    List<String> arguments =
        new ArrayList<>(List.of("--embedded", "--data-dir", dataDir.toString(), "--port", "0"));
    arguments.addAll(List.of(options));
    return start(outputs, arguments);
  }

  /** Starts it on a cluster that has the topics, and waits until it is ready. */
  public static SchedulerProcess startOn(
      String bootstrapServers, Path stateDir, Path outputs, String... options) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of("--bootstrap-servers", bootstrapServers, "--set", "state.dir=" + stateDir));
    arguments.addAll(List.of(options));
    return start(outputs, arguments);
  }

  private static SchedulerProcess start(Path outputs, List<String> arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "scheduler"));
    command.addAll(arguments);
    Path out = Files.createTempFile(outputs, "scheduler-", ".out");
    Path err = Files.createTempFile(outputs, "scheduler-", ".err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    SchedulerProcess scheduler = new SchedulerProcess(process, out, err);
    try {
      Awaitility.await()
          .atMost(START_TIMEOUT)
          .until(() -> scheduler.isReady() || !process.isAlive());
      if (!process.isAlive()) {
        throw new IllegalStateException(
            "exit code " + process.exitValue() + "\n" + scheduler.out() + scheduler.err());
      }
    } catch (RuntimeException e) {
      scheduler.close();
      throw e;
    }
    return scheduler;
  }

  private boolean isReady() {
    Matcher ready = READY.matcher(out());
    boolean found = ready.find();
    if (found) {
      bootstrapServers = ready.group(1);
    }
    return found;
  }

  public String bootstrapServers() {
    return bootstrapServers;
  }

  int port() {
    return Integer.parseInt(bootstrapServers.substring(bootstrapServers.lastIndexOf(':') + 1));
  }

  String out() {
    return read(out);
  }

  String err() {
    return read(err);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** SIGTERM; the exit code, or -1 if it did not end in time. */
  int terminate(Duration timeout) throws InterruptedException {
    process.destroy();
    return awaitExit(timeout);
  }

  /** The exit code, or -1 if it did not end in time. */
  int awaitExit(Duration timeout) throws InterruptedException {
    return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS) ? process.exitValue() : -1;
  }

  /** SIGKILL, and waits for the end. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** SIGSTOP: it stands still, as in a virtual machine that is moved. */
  void pause() throws IOException, InterruptedException {
    signal("STOP");
  }

  /** SIGCONT. */
  void resume() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
