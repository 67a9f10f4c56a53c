package dev.prioritize.cli;

import dev.prioritize.schema.Topic;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/** Topics that a command cannot do without. */
public final class RequiredTopics {
  private RequiredTopics() {}

  /**
   * Checks that they are there.
   *
   * @throws CommandFailure at the first that is not, with how to make it
   */
  public static void check(Admin admin, String bootstrapServers, Collection<Topic> topics) {
    Set<String> names;
    try {
      names = admin.listTopics().names().get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("interrupted while looking for topics", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
    }
    for (Topic topic : topics) {
      if (!names.contains(topic.topicName())) {
        throw new CommandFailure(
            "topic "
                + topic.topicName()
                + " is missing on "
                + bootstrapServers
                + ": run ./prioritize topics --bootstrap-servers "
                + bootstrapServers
                + " first");
      }
    }
  }
}
