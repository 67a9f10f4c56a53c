package dev.prioritize.benchmarks.e2e;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;

/** Measures {@link PassThroughMain}, a process of its own, as the scheduler is measured. */
final class PassThrough implements AutoCloseable {
  private static final Duration START_TIMEOUT = Duration.ofMinutes(1);
  private static final Duration POLL = Duration.ofMillis(10);

  /** As long as a submission of the benchmark. */
  private static final int RECORD_BYTES = 200;

  private final ChildProcess process;
  private final Outbox outbox;
  private final TopicReader reader;

  private PassThrough(ChildProcess process, Outbox outbox, TopicReader reader) {
    this.process = process;
    this.outbox = outbox;
    this.reader = reader;
  }

  static PassThrough start(BenchCluster cluster, Admin admin) throws InterruptedException {
    try {
      admin
          .createTopics(
              List.of(
                  new NewTopic(PassThroughMain.INPUT, BenchCluster.PARTITIONS, (short) 1),
                  new NewTopic(PassThroughMain.OUTPUT, BenchCluster.PARTITIONS, (short) 1)))
          .all()
          .get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("cannot make the topics of the pass-through", e);
    }
    ChildProcess process =
        ChildProcess.startJava(
            "pass-through",
            cluster.folder().resolve("pass-through.log"),
            PassThroughMain.class,
            List.of(
                cluster.bootstrapServers(), cluster.folder().resolve("pass-through").toString()));
    process.awaitLine(PassThroughMain.READY, START_TIMEOUT);
    return new PassThrough(
        process,
        new Outbox(cluster.bootstrapServers()),
        new TopicReader(
            cluster.bootstrapServers(), PassThroughMain.OUTPUT, BenchCluster.PARTITIONS));
  }

  /** Sends a series and waits until all of it came through. */
  void measure(Latencies series) throws InterruptedException {
    Thread sender =
        new Thread(
            () ->
                series.send(
                    index ->
                        outbox.send(
                            PassThroughMain.INPUT,
                            BenchCluster.POOL,
                            ByteBuffer.allocate(RECORD_BYTES).putInt(index).array())),
            "pass-through-sender");
    sender.start();
    while (sender.isAlive() || series.seenCount() < series.count()) {
      ConsumerRecords<byte[], byte[]> records = reader.poll(POLL);
      long now = System.nanoTime();
      for (ConsumerRecord<byte[], byte[]> record : records) {
        series.seen(ByteBuffer.wrap(record.value()).getInt(), now);
      }
    }
    sender.join();
  }

  @Override
  public void close() {
    outbox.close();
    reader.close();
    process.close();
  }
}
