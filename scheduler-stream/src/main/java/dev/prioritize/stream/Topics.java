package dev.prioritize.stream;

import dev.prioritize.schema.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Makes the topics of the catalogue on a cluster, and checks those that are there. */
public final class Topics {
  /** What became of a topic. */
  public enum Outcome {
    CREATED,
    EXISTED
  }

  /** Brokers learn of a new topic a moment after it was made. */
  private static final Duration VISIBLE_WITHIN = Duration.ofSeconds(10);

  private static final long RETRY_MILLIS = 20;

  private Topics() {}

  /**
   * Creates what is missing, and waits until it is there for everybody.
   *
   * @param partitions of every topic; fixed for the log's life
   * @param replicationFactor 1 on a single broker
   * @return what became of each topic, by name
   * @throws WrongTopicException if one exists with another number of partitions
   * @throws KafkaException if the cluster cannot be reached or refuses
   */
  public static Map<String, Outcome> ensure(Admin admin, int partitions, int replicationFactor) {
    try {
      Set<String> existing = admin.listTopics().names().get();
      Map<String, Outcome> outcomes = new TreeMap<>();
      List<NewTopic> missing = new ArrayList<>();
      for (Topic topic : Topic.values()) {
        boolean exists = existing.contains(topic.topicName());
        outcomes.put(topic.topicName(), exists ? Outcome.EXISTED : Outcome.CREATED);
        if (!exists) {
          missing.add(
              new NewTopic(topic.topicName(), partitions, (short) replicationFactor)
                  .configs(topic.configs()));
        }
      }
      create(admin, missing);
      checkPartitions(admin, partitions);
      return outcomes;
    } catch (ExecutionException e) {
      throw asKafkaException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted while creating topics", e);
    }
  }

  /** Another instance may create the same topics at the same time. */
  private static void create(Admin admin, List<NewTopic> missing)
      throws ExecutionException, InterruptedException {
    try {
      admin.createTopics(missing).all().get();
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw e;
      }
    }
  }

  private static void checkPartitions(Admin admin, int partitions)
      throws ExecutionException, InterruptedException {
    for (TopicDescription found : describe(admin)) {
      if (found.partitions().size() != partitions) {
        throw new WrongTopicException(
            "topic "
                + found.name()
                + " has "
                + found.partitions().size()
                + " partitions, not "
                + partitions
                + ": say what the topics were made with, by topics.partitions or --partitions");
      }
    }
  }

  private static Collection<TopicDescription> describe(Admin admin)
      throws ExecutionException, InterruptedException {
    List<String> names = Stream.of(Topic.values()).map(Topic::topicName).toList();
    long deadlineNanos = System.nanoTime() + VISIBLE_WITHIN.toNanos();
    while (true) {
      try {
        return admin.describeTopics(names).allTopicNames().get().values();
      } catch (ExecutionException e) {
        boolean notYet = e.getCause() instanceof UnknownTopicOrPartitionException;
        if (!notYet || System.nanoTime() - deadlineNanos > 0) {
          throw e;
        }
        Thread.sleep(RETRY_MILLIS);
      }
    }
  }

  private static KafkaException asKafkaException(ExecutionException e) {
    return e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
  }

  /** A topic is there, but not as it must be. */
  public static final class WrongTopicException extends RuntimeException {
    WrongTopicException(String message) {
      super(message);
    }
  }
}
