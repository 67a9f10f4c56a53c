package dev.prioritize.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.cli.KafkaClients;
import dev.prioritize.cli.broker.DataDirectory;
import dev.prioritize.core.engine.Engine;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.core.state.Pool;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.Topic;
import dev.prioritize.simulator.JobRun;
import dev.prioritize.simulator.ScheduleReport;
import dev.prioritize.simulator.Simulation;
import dev.prioritize.simulator.Workload;
import dev.prioritize.simulator.WorkloadGenerator;
import dev.prioritize.stream.mapping.CommandMapper;
import dev.prioritize.stream.mapping.EventMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/**
 * Goal: the whole of it, on a real broker, decides what the engine alone decides, and its log
 * proves it. Method: generated workloads under two policies.
 */
class DemoClusterTest {
  private static final int JOBS = 40;

  private final Progress progress = new Progress(new PrintWriter(new StringWriter()), false, JOBS);

  @Test
  void shouldGiveTheScheduleOfTheEngineAloneAndALogThatReplaysByteForByte()
      throws InterruptedException {
    Workload workload = WorkloadGenerator.generate(3, 4, JOBS, 7);

    try (DemoCluster cluster =
        DemoCluster.start(
            DataDirectory.temporary(), Map.of("policy", "wsaf", "discipline", "easy"), progress)) {
      Map<String, JobRun> runs = cluster.play(workload, progress);

      PoolConfig config = cluster.config().pools().get(DemoCluster.POOL);
      ScheduleReport throughKafka = ScheduleReport.of(workload, config, runs);
      ScheduleReport inProcess =
          ScheduleReport.of(workload, config, Simulation.run(workload, config));
      assertThat(throughKafka).isEqualTo(inProcess);
      assertThat(throughKafka.unfinished()).isZero();
      assertReplays(cluster);
    }
  }

  @Test
  void shouldGiveTheSameScheduleEachTime() throws InterruptedException {
    Workload workload = WorkloadGenerator.generate(2, 4, JOBS, 3);
    List<String> digests = new ArrayList<>();

    for (int run = 0; run < 2; run++) {
      try (DemoCluster cluster =
          DemoCluster.start(
              DataDirectory.temporary(),
              Map.of("policy", "aged", "discipline", "easy"),
              progress)) {
        PoolConfig config = cluster.config().pools().get(DemoCluster.POOL);
        digests.add(ScheduleReport.of(workload, config, cluster.play(workload, progress)).digest());
      }
    }

    assertThat(digests.get(0)).isEqualTo(digests.get(1));
  }

  private static void assertReplays(DemoCluster cluster) {
    AvroCodec codec = new AvroCodec();
    Engine engine = new Engine(new Pool(), Heuristic::find);
    List<byte[]> replayed = new ArrayList<>();
    for (byte[] command : all(cluster, Topic.SCHEDULER_COMMANDS)) {
      engine
          .process(CommandMapper.toCore(codec.decode(command)))
          .forEach(
              event -> replayed.add(codec.encode(EventMapper.toAvro(DemoCluster.POOL, event))));
    }

    assertThat(replayed).hasSizeGreaterThan(5 * JOBS);
    assertThat(replayed)
        .usingElementComparator(Arrays::compare)
        .isEqualTo(all(cluster, Topic.SCHEDULER_EVENTS));
  }

  private static List<byte[]> all(DemoCluster cluster, Topic topic) {
    TopicPartition partition = new TopicPartition(topic.topicName(), cluster.poolPartition());
    List<byte[]> values = new ArrayList<>();
    try (Consumer<byte[], byte[]> consumer =
        KafkaClients.readCommittedConsumer(cluster.bootstrapServers())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      while (consumer.position(partition) < end) {
        consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
      }
    }
    return values;
  }
}
