package dev.prioritize.cli.demo;

import dev.prioritize.cli.Progress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.utils.internals.AppInfoParser;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.containers.ContainerFetchException;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * Goal: what holds on the embedded broker holds on a Kafka as others run it, with its own defaults
 * and in a process of its own. Method: the end-to-end run, on a container. Needs Docker, and the
 * image or a registry to pull it from; is skipped otherwise.
 */
@Testcontainers(disabledWithoutDocker = true)
@Timeout(600)
final class KafkaContainerTest {
  private static final DockerImageName IMAGE =
      DockerImageName.parse("apache/kafka").withTag(AppInfoParser.getVersion());

  private final Progress progress =
      new Progress(new PrintWriter(new StringWriter()), false, DemoClusterTest.JOBS);

  @TempDir private Path stateFolder;

  @Test
  void shouldDecideOnKafkaInAContainerWhatTheEngineDecidesAlone() throws InterruptedException {
    try (KafkaContainer kafka = new KafkaContainer(IMAGE)) {
      assumeImage(kafka);
      kafka.start();
      try (DemoCluster cluster =
          DemoCluster.startOn(
              kafka.getBootstrapServers(),
              stateFolder,
              Map.of("policy", "wsaf", "discipline", "easy"),
              progress)) {
        DemoClusterTest.assertDecidesLikeTheEngineAlone(cluster, progress);
      }
    }
  }

  /** Pulls the image unless it is there already. */
  private static void assumeImage(KafkaContainer kafka) {
    try {
      kafka.getDockerImageName();
    } catch (ContainerFetchException e) {
      Assumptions.abort(IMAGE + " is not among Docker's images and cannot be pulled");
    }
  }
}
