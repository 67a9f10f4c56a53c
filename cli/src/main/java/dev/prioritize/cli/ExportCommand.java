package dev.prioritize.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prioritize.schema.LogFileEnd;
import dev.prioritize.stream.config.SchedulerConfig;
import dev.prioritize.stream.replay.LogFileWriter;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./prioritize export}. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    header = "Writes a pool's log, every command and event, to a file.",
    description = {
      "Takes what is committed when it begins; the scheduler may go on. The file is in its place"
          + " only when it is whole, and then replaces an earlier one. It is an Avro object"
          + " container file that holds all schemas to read it; ./prioritize replay verifies it.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./prioritize export --pool default",
      "  ./prioritize export --pool default --out default-2027-01.avro --json"
    })
final class ExportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions cluster;

  @Option(
      names = "--pool",
      paramLabel = "POOL",
      defaultValue = SubmitCommand.DEFAULT_POOL,
      description = "The pool. Default: default.")
  private String pool;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where to write it. Default: prioritize-POOL.avro, here.")
  private Path out;

  @Option(
      names = "--uncompressed",
      description = "Keep every record's bytes as they are, for other tools; four times as large.")
  private boolean uncompressed;

  @Option(names = "--json", description = "Print one line of JSON.")
  private boolean json;

  @Override
  public Integer call() {
    SchedulerConfig config = cluster.load(Map.of());
    Path file = out == null ? Path.of("prioritize-" + pool + ".avro") : out;
    LogFileEnd end;
    try (ProgressLine progress = ProgressLine.on(spec.commandLine().getErr());
        LogFileWriter writer = new LogFileWriter(file, pool, !uncompressed, Version.number())) {
      PoolLogSource.copy(config, pool, writer, progress);
      end = writer.finish();
    }
    PrintWriter output = spec.commandLine().getOut();
    if (json) {
      output.println(asJson(file, end));
    } else {
      print(output, file, end);
    }
    output.flush();
    return ExitCodes.OK;
  }

  private static void print(PrintWriter output, Path file, LogFileEnd end) {
    output.printf(
        "exported: pool %s, commands %d to %d, %d events, to %s (%d KiB)%n",
        end.getPool(),
        end.getFirstCommandSeq(),
        end.getLastCommandSeq(),
        end.getEvents(),
        file,
        file.toFile().length() / 1024 + 1);
    if (end.getFirstCommandSeq() > 1) {
      output.printf(
          "note: commands 1 to %d are no longer in Kafka, so that no decision can be verified%n",
          end.getFirstCommandSeq() - 1);
    }
    output.println("next: ./prioritize replay " + file);
  }

  private static ObjectNode asJson(Path file, LogFileEnd end) {
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("pool", end.getPool())
            .put("file", file.toString())
            .put("bytes", file.toFile().length())
            .put("firstCommandSeq", end.getFirstCommandSeq())
            .put("lastCommandSeq", end.getLastCommandSeq())
            .put("commands", end.getCommands())
            .put("events", end.getEvents())
            .put("sha256", end.getSha256());
    end.getRulesVersions().forEach(node.putArray("rulesVersions")::add);
    return node;
  }
}
