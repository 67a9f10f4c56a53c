package dev.prioritize.benchmarks.e2e;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process of the benchmark's own, its output in a file; ends with the benchmark at the latest.
 */
final class ChildProcess implements AutoCloseable {
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(40);
  private static final long POLL_MILLIS = 50;

  private final String name;
  private final Path output;
  private final Process process;

  private ChildProcess(String name, Path output, Process process) {
    this.name = name;
    this.output = output;
    this.process = process;
  }

  /** Starts it; its standard input stays open as long as this process lives. */
  static ChildProcess start(String name, Path output, List<String> command) {
    try {
      File file = output.toFile();
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(file))
              .start();
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroy, "stop-" + name));
      return new ChildProcess(name, output, process);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start the " + name, e);
    }
  }

  /** Starts a main class of this program in a JVM like the one that {@code ./prioritize} takes. */
  static ChildProcess startJava(String name, Path output, Class<?> main, List<String> arguments) {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    List<String> command = new ArrayList<>();
    command.add(java.toString());
    command.add("-XX:+UseSerialGC");
    if (Runtime.version().feature() >= 24) {
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    return start(name, output, command);
  }

  /**
   * Waits for a line of its output.
   *
   * @return what follows the prefix on that line
   * @throws IllegalStateException if the process ends first or the time is up
   */
  String awaitLine(String prefix, Duration timeout) throws InterruptedException {
    long deadlineNanos = System.nanoTime() + timeout.toNanos();
    while (true) {
      boolean ended = !process.isAlive();
      for (String line : lines()) {
        if (line.startsWith(prefix)) {
          return line.substring(prefix.length()).strip();
        }
      }
      if (ended || System.nanoTime() - deadlineNanos > 0) {
        throw new IllegalStateException(
            "the " + name + " " + (ended ? "has ended" : "is not ready") + ": see " + output);
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private List<String> lines() {
    try {
      return Files.readAllLines(output);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + output, e);
    }
  }

  /** Processor time used so far, user and system. */
  Duration cpu() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** Kill -9, and waits until it is gone. */
  void kill() {
    try {
      process.destroyForcibly().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Asks it to stop, and ends it if it does not. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
