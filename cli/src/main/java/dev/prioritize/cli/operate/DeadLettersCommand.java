package dev.prioritize.cli.operate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.prioritize.cli.ClusterOptions;
import dev.prioritize.cli.CommandFailure;
import dev.prioritize.cli.DurationConverter;
import dev.prioritize.cli.ExitCodes;
import dev.prioritize.cli.KafkaClients;
import dev.prioritize.cli.KafkaConnection;
import dev.prioritize.cli.Patience;
import dev.prioritize.cli.RequiredTopics;
import dev.prioritize.schema.DeadLetterReason;
import dev.prioritize.schema.Topic;
import dev.prioritize.stream.config.Durations;
import dev.prioritize.stream.config.SchedulerConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./prioritize dead-letters}. */
@Command(
    name = "dead-letters",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Lists inputs that the scheduler could not take, and how to put them right.",
    description = {
      "Each is named by where it came from: job-submissions-3@17 is offset 17 of partition 3 of"
          + " topic job-submissions. Exit codes: 0 done, 1 failed or none of that name, 2 wrong"
          + " command line.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./prioritize dead-letters --since 1h",
      "  ./prioritize dead-letters --reason UNKNOWN_POOL --follow",
      "  ./prioritize dead-letters --show job-submissions-3@17"
    })
public final class DeadLettersCommand implements Callable<Integer> {
  private static final Duration LONGEST_SINCE = Duration.ofDays(36_500);

  @Spec private CommandSpec spec;

  @Option(
      names = "--since",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      defaultValue = "24h",
      description = "How far to look back. Default: 24h.")
  private Duration since;

  @Option(
      names = "--reason",
      paramLabel = "REASON",
      description = "Only those of this kind: ${COMPLETION-CANDIDATES}.")
  private DeadLetterReason reason;

  @Option(
      names = "--topic",
      paramLabel = "TOPIC",
      description = "Only those that came from this topic, such as job-submissions.")
  private String topic;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "Most to list, the latest; 0 for all. Default: 50.")
  private int limit;

  @Option(names = "--follow", description = "Then go on with what comes, until Ctrl-C.")
  private boolean follow;

  @Option(
      names = "--show",
      paramLabel = "POSITION",
      description = "All about one, with the original's bytes; --since and filters do not count.")
  private String show;

  @Mixin private ClusterOptions cluster;

  @Option(
      names = "--json",
      description =
          "Print one line of JSON: an array, an object with --show; a line each with"
              + " --follow.")
  private boolean json;

  @Override
  public Integer call() {
    checkOptions();
    SchedulerConfig config = cluster.load(Map.of());
    try (Admin admin = KafkaConnection.open(config)) {
      RequiredTopics.check(admin, config.bootstrapServers(), List.of(Topic.DEAD_LETTERS));
    }
    Patience patience = new Patience(spec.commandLine().getErr());
    try (Consumer<byte[], byte[]> consumer =
        KafkaClients.readCommittedConsumer(config.bootstrapServers(), config.kafka())) {
      DeadLetterReader reader = new DeadLetterReader(consumer, patience);
      if (show != null) {
        showOne(reader);
      } else {
        list(reader);
      }
    }
    return ExitCodes.OK;
  }

  private void checkOptions() {
    if (limit < 0) {
      throw usage("--limit " + limit + ": use 0 or more");
    }
    if (show != null && follow) {
      throw usage("--follow has no meaning with --show: leave it out");
    }
    if (topic != null) {
      try {
        Topic.named(topic);
      } catch (IllegalArgumentException e) {
        throw usage(e.getMessage() + ": ./prioritize topics --list names all");
      }
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private void showOne(DeadLetterReader reader) {
    List<Letter> found = reader.since(0, letter -> letter.position().equals(show));
    if (found.isEmpty()) {
      throw new CommandFailure(
          "no dead letter is of "
              + show
              + ": ./prioritize dead-letters lists their positions; what was taken and refused later"
              + " is none, ./prioritize job ID tells of a job");
    }
    if (json) {
      Output.print(spec, found.get(0).json());
    } else {
      Output.print(spec, found.get(0).full());
    }
  }

  private void list(DeadLetterReader reader) {
    Duration back = since.compareTo(LONGEST_SINCE) < 0 ? since : LONGEST_SINCE;
    long sinceMillis = Math.max(0, System.currentTimeMillis() - back.toMillis());
    List<Letter> found = reader.since(sinceMillis, this::isWanted);
    int from = limit == 0 ? 0 : Math.max(0, found.size() - limit);
    List<Letter> shown = found.subList(from, found.size());
    if (follow) {
      shown.forEach(this::printOne);
      reader.follow(this::isWanted, this::printOne);
    } else {
      printAll(shown, from);
    }
  }

  private boolean isWanted(Letter letter) {
    return (reason == null || letter.record().getReason() == reason)
        && (topic == null || letter.record().getSourceTopic().equals(topic));
  }

  private void printAll(List<Letter> shown, int leftOut) {
    if (json) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      shown.forEach(letter -> array.add(letter.json()));
      Output.print(spec, array);
      return;
    }
    List<String> lines = new ArrayList<>();
    shown.forEach(letter -> lines.add(letter.line()));
    String within = " in the last " + Durations.format(since);
    lines.add(
        shown.isEmpty()
            ? "no dead letters" + within
            : Output.count(shown.size() + leftOut, "dead letter")
                + within
                + (leftOut == 0 ? "" : ", the latest " + shown.size() + " listed")
                + "; --show POSITION tells all about one");
    Output.print(spec, lines);
  }

  private void printOne(Letter letter) {
    if (json) {
      Output.print(spec, letter.json());
    } else {
      Output.print(spec, List.of(letter.line()));
    }
  }
}
