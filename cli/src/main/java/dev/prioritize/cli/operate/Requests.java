package dev.prioritize.cli.operate;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prioritize.cli.ClusterOptions;
import dev.prioritize.cli.DurationConverter;
import dev.prioritize.cli.Exchange;
import dev.prioritize.cli.ExitCodes;
import dev.prioritize.cli.KafkaClients;
import dev.prioritize.cli.KafkaConnection;
import dev.prioritize.cli.Patience;
import dev.prioritize.cli.RequiredTopics;
import dev.prioritize.cli.operate.Answer.Outcome;
import dev.prioritize.core.model.Limits;
import dev.prioritize.schema.Topic;
import dev.prioritize.stream.config.Durations;
import dev.prioritize.stream.config.SchedulerConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a command that asks the scheduler for something, and how it asks. */
final class Requests {
  /**
   * One request.
   *
   * @param target the job or node that it is about
   */
  record Request(String target, SpecificRecord record, Exchange.Answers<Answer> answers) {}

  /**
   * A request with its answer.
   *
   * @param position where the request stands, {@code topic-partition@offset}
   */
  record Answered(Request request, Answer answer, String position) {}

  /** Nobody waits longer, and it can be counted in nanoseconds. */
  private static final Duration LONGEST_WAIT = Duration.ofDays(365);

  @Mixin private PoolOption pool;

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      defaultValue = "10s",
      description = "How long to wait for the scheduler's answer. Default: 10s.")
  private Duration wait;

  @Option(names = "--no-wait", description = "Send it and do not wait for the answer.")
  private boolean noWait;

  @Mixin private ClusterOptions cluster;

  String pool() {
    return pool.pool();
  }

  SchedulerConfig config() {
    return cluster.load(Map.of());
  }

  /** Who asks, for the record. */
  static String requestedBy() {
    String user = System.getProperty("user.name", "").replaceAll("\\p{Cntrl}", "?");
    return user.substring(0, Math.min(user.length(), Limits.MAX_TEXT_CHARS));
  }

  /** Sends one after the other and hears the answers. */
  List<Answered> ask(Topic topic, List<Request> requests, Patience patience) {
    SchedulerConfig config = config();
    try (Admin admin = KafkaConnection.open(config)) {
      List<Topic> needed = List.of(topic, Topic.SCHEDULER_EVENTS, Topic.DEAD_LETTERS);
      RequiredTopics.check(admin, config.bootstrapServers(), needed);
    }
    try (Producer<byte[], byte[]> producer =
            KafkaClients.producer(config.bootstrapServers(), config.kafka());
        Consumer<byte[], byte[]> consumer =
            KafkaClients.readCommittedConsumer(config.bootstrapServers(), config.kafka())) {
      Exchange<Answer> exchange = new Exchange<>(producer, consumer, patience, topic, pool());
      List<Answered> answered = new ArrayList<>();
      for (Request request : requests) {
        Answer answer = exchange.ask(request.record(), request.answers(), answerTimeout());
        if (answer == null) {
          answer = Answer.of(noWait ? Outcome.SENT : Outcome.NO_ANSWER);
        }
        answered.add(new Answered(request, answer, exchange.position()));
      }
      return answered;
    }
  }

  private Duration answerTimeout() {
    if (noWait) {
      return Duration.ZERO;
    }
    return wait.compareTo(LONGEST_WAIT) < 0 ? wait : LONGEST_WAIT;
  }

  /** An answer that means the same whatever was asked; {@code what}: such as {@code job j1}. */
  String line(String what, Answered answered) {
    Answer answer = answered.answer();
    String subject = what + " in pool " + pool();
    return switch (answer.outcome()) {
      case REFUSED ->
          "refused: "
              + subject
              + ": "
              + answer.field()
              + " = "
              + answer.value()
              + ": "
              + answer.fix()
              + " ("
              + answer.code()
              + ")";
      case NO_ANSWER ->
          "no answer within "
              + Durations.format(wait)
              + ": the request about "
              + subject
              + " waits in "
              + answered.position()
              + ". Is the scheduler running?";
      case SENT -> "sent: the request about " + subject + " stands in " + answered.position();
      case CANCELLED, STOPPING, CHANGED, UNCHANGED ->
          throw new IllegalArgumentException("the command itself words " + answer.outcome());
    };
  }

  /** An answer for programs; {@code targetField}: such as {@code jobId}. */
  ObjectNode json(String targetField, Answered answered) {
    Answer answer = answered.answer();
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("pool", pool())
            .put(targetField, answered.request().target())
            .put("outcome", answer.outcome().name())
            .put("position", answered.position());
    if (answer.outcome() == Outcome.REFUSED) {
      json.put("code", answer.code())
          .put("field", answer.field())
          .put("value", answer.value())
          .put("fix", answer.fix());
    }
    return json;
  }

  /** That of the answer which is worst. */
  static int exitCode(List<Answered> answered) {
    return answered.stream().mapToInt(a -> a.answer().exitCode()).max().orElse(ExitCodes.OK);
  }
}
