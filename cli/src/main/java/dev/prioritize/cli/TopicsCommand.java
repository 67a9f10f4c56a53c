package dev.prioritize.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.prioritize.schema.Topic;
import dev.prioritize.stream.Topics;
import dev.prioritize.stream.Topics.Outcome;
import dev.prioritize.stream.config.Durations;
import dev.prioritize.stream.config.SchedulerConfig;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./prioritize topics}. */
@Command(
    name = "topics",
    mixinStandardHelpOptions = true,
    header = "Creates the topics on a Kafka cluster, or lists them.",
    description = {
      "Creates what is missing and changes nothing that is there. Running it again is harmless.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./prioritize topics --list",
      "  ./prioritize topics --bootstrap-servers kafka-1:9092 --replication-factor 3"
    })
final class TopicsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions cluster;

  @Option(names = "--list", description = "Print the catalogue; no Kafka is asked.")
  private boolean list;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description = {
        "Partitions of each topic: the most schedulers that can share the pools. Cannot be changed"
            + " later. Default: 8."
      })
  private Integer partitions;

  @Option(
      names = "--replication-factor",
      paramLabel = "N",
      description = "Copies of each topic; use 3 where a broker may fail. Default: 1.")
  private Integer replicationFactor;

  @Option(names = "--json", description = "Print one line of JSON.")
  private boolean json;

  @Override
  public Integer call() {
    SchedulerConfig config = cluster.load(options());
    if (list) {
      print(config.topicsPartitions(), Map.of());
      return ExitCodes.OK;
    }
    try (Admin admin = KafkaConnection.open(config)) {
      Map<String, Outcome> outcomes =
          Topics.ensure(admin, config.topicsPartitions(), config.topicsReplicationFactor());
      print(config.topicsPartitions(), outcomes);
    }
    return ExitCodes.OK;
  }

  private Map<String, String> options() {
    Map<String, String> options = new HashMap<>();
    if (partitions != null) {
      options.put("topics.partitions", partitions.toString());
    }
    if (replicationFactor != null) {
      options.put("topics.replication.factor", replicationFactor.toString());
    }
    return options;
  }

  /** No outcomes: the column is left out. */
  private void print(int partitionCount, Map<String, Outcome> outcomes) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(asJson(partitionCount, outcomes));
    } else {
      asTable(partitionCount, outcomes).lines().forEach(out::println);
    }
    out.flush();
  }

  private static TextTable asTable(int partitionCount, Map<String, Outcome> outcomes) {
    TextTable table = new TextTable();
    table.add(
        "TOPIC", "KEY", "PARTITIONS", "CLEANUP", "RETENTION", outcomes.isEmpty() ? "" : "OUTCOME");
    for (Topic topic : Topic.values()) {
      table.add(
          topic.topicName(),
          keyOf(topic),
          Integer.toString(partitionCount),
          lowerCase(topic.cleanup()),
          retentionOf(topic),
          outcomes.isEmpty() ? "" : lowerCase(outcomes.get(topic.topicName())));
    }
    return table;
  }

  private static ArrayNode asJson(int partitionCount, Map<String, Outcome> outcomes) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (Topic topic : Topic.values()) {
      var entry =
          array
              .addObject()
              .put("topic", topic.topicName())
              .put("key", keyOf(topic))
              .put("partitions", partitionCount)
              .put("cleanup", lowerCase(topic.cleanup()))
              .put("retentionMillis", topic.retention().isZero() ? null : retentionMillis(topic));
      if (!outcomes.isEmpty()) {
        entry.put("outcome", lowerCase(outcomes.get(topic.topicName())));
      }
    }
    return array;
  }

  private static Long retentionMillis(Topic topic) {
    return topic.retention().toMillis();
  }

  private static String keyOf(Topic topic) {
    return switch (topic.key()) {
      case POOL -> "pool";
      case NODE -> "node";
      case POOL_AND_JOB -> "pool/job";
      case POOL_AND_NODE -> "pool/node";
      case SOURCE -> "source's key";
    };
  }

  private static String retentionOf(Topic topic) {
    return topic.retention().isZero() ? "-" : Durations.format(topic.retention());
  }

  private static String lowerCase(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
