package dev.prioritize.cli.demo;

import dev.prioritize.cli.FaultyRun;
import dev.prioritize.cli.nodes.AvroNodes;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.ClockAdvance;
import dev.prioritize.schema.TaskAssignment;
import dev.prioritize.schema.Topic;
import dev.prioritize.simulator.FaultPlan;
import dev.prioritize.simulator.FaultTimes;
import dev.prioritize.simulator.TraceJob;
import dev.prioritize.simulator.Workload;
import dev.prioritize.simulator.WorkloadPlayer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Moves a pool of virtual time through a workload on nodes that misbehave. The next instant is that
 * of the next submission, of the next thing that a node does, or of the engine's next deadline.
 */
final class FaultyDriver {
  private static final long MILLIS_PER_SECOND = 1_000;
  private static final long MINUTE_MILLIS = 60_000;
  private static final String NAME = "demo-driver";
  private static final Duration POLL = Duration.ofMillis(20);
  private static final int MAX_RETRIES = 2;

  /** Without a job that ends; a few deadlines each would be many. */
  private static final int MOST_INSTANTS_IN_VAIN = 20_000;

  private final String pool;
  private final Workload workload;
  private final WorkloadPlayer player;
  private final Publisher publisher;
  private final PoolLog log;
  private final FoldedPool folded;
  private final Consumer<byte[], byte[]> assignments;
  private final ClusterWait wait;
  private final VirtualDriver.Observer observer;
  private final StagedOutput output;
  private final AvroNodes nodes;
  private final AvroCodec codec = new AvroCodec();
  private long factsSent;
  private long passesAsked;
  private long assignmentsReceived;

  /**
   * A driver that has done nothing yet.
   *
   * @param folded is told of every event that {@code log} reads
   * @param assignments of committed records
   */
  FaultyDriver(
      String pool,
      Workload workload,
      FaultPlan plan,
      long nodeTimeoutMillis,
      Publisher publisher,
      PoolLog log,
      FoldedPool folded,
      Consumer<byte[], byte[]> assignments,
      int partitions,
      ClusterWait wait,
      VirtualDriver.Observer observer) {
    this.pool = pool;
    this.workload = workload;
    this.player = new WorkloadPlayer(workload);
    this.publisher = publisher;
    this.log = log;
    this.folded = folded;
    this.assignments = assignments;
    this.wait = wait;
    this.observer = observer;
    this.output = new StagedOutput(pool, publisher);
    Map<String, Long> millisByJob = new HashMap<>();
    for (TraceJob job : workload.jobs()) {
      millisByJob.put(job.jobId(), job.durationSeconds() * MILLIS_PER_SECOND);
    }
    this.nodes =
        new AvroNodes(
            pool,
            AvroNodes.PREFIX,
            workload.nodes(),
            workload.gpusPerNode(),
            plan,
            times(nodeTimeoutMillis),
            start -> millisByJob.get(start.getJobId()),
            output);
    List<TopicPartition> all =
        IntStream.range(0, partitions)
            .mapToObj(p -> new TopicPartition(Topic.ASSIGNMENTS.topicName(), p))
            .toList();
    assignments.assign(all);
    assignments.seekToBeginning(all);
  }

  /** Some within the pool's deadlines, some beyond. */
  private static FaultTimes times(long nodeTimeoutMillis) {
    return new FaultTimes(
        nodeTimeoutMillis,
        10 * MINUTE_MILLIS,
        10 * MINUTE_MILLIS,
        10 * MINUTE_MILLIS,
        30 * MINUTE_MILLIS,
        MILLIS_PER_SECOND);
  }

  /**
   * Runs until all jobs have ended, or nothing more can happen.
   *
   * @throws DemoException if time goes on and no job ends
   */
  FaultyRun run() {
    register();
    int jobs = workload.jobs().size();
    int inVain = 0;
    long now = 0;
    long next = nextInstantMillis(now);
    while (folded.endedJobs() < jobs && next != Long.MAX_VALUE) {
      now = next;
      int endedBefore = folded.endedJobs();
      playInstant(now);
      observer.at(now / MILLIS_PER_SECOND, log, folded.endedJobs());
      inVain = folded.endedJobs() > endedBefore ? 0 : inVain + 1;
      if (inVain > MOST_INSTANTS_IN_VAIN) {
        throw new DemoException(
            "no job has ended for " + inVain + " instants; " + folded.endedJobs() + " have before");
      }
      next = nextInstantMillis(now);
    }
    return new FaultyRun(log.runs(), nodes.injected(), folded.requeues(), folded.ends());
  }

  /** A heartbeat alone, or telemetry alone, is no fact yet. */
  private void register() {
    nodes.sendTelemetry(false);
    output.send(sent -> {});
    nodes.sendHeartbeats(false);
    output.send(this::awaitLogged);
    wait.until("all nodes to register", () -> log.registeredNodes() == workload.nodes());
  }

  private long nextInstantMillis(long nowMillis) {
    OptionalLong submission = player.nextInstantSeconds();
    long next =
        submission.isPresent() ? submission.getAsLong() * MILLIS_PER_SECOND : Long.MAX_VALUE;
    next = Math.min(next, nodes.nextActionMillis());
    long deadline = folded.nextDeadlineMillis();
    // What is due by now was seen to by the pass of now; its time is yet to be moved.
    return Math.min(
        next,
        deadline == Long.MAX_VALUE ? deadline : Math.max(deadline, nowMillis + MILLIS_PER_SECOND));
  }

  private void playInstant(long millis) {
    nodes.advanceTo(millis);
    sendWhatNodesTell();
    submit(millis);
    boolean answered = true;
    while (answered) {
      pass(millis);
      receiveAssignments();
      answered = sendWhatNodesTell();
    }
  }

  private boolean sendWhatNodesTell() {
    nodes.sendTelemetry(true);
    nodes.sendHeartbeats(true);
    return output.send(this::awaitLogged);
  }

  private void submit(long millis) {
    if (player.nextInstantSeconds().isEmpty()
        || player.nextInstantSeconds().getAsLong() * MILLIS_PER_SECOND != millis) {
      return;
    }
    List<TraceJob> submitted = player.submissionsAt(millis / MILLIS_PER_SECOND);
    for (TraceJob job : submitted) {
      publisher.send(Topic.JOB_SUBMISSIONS, pool, Submissions.of(pool, job, MAX_RETRIES, millis));
    }
    publisher.flush();
    awaitLogged(submitted.size());
  }

  private void awaitLogged(long facts) {
    factsSent += facts;
    wait.until("the instant's facts to be logged", () -> log.facts() >= factsSent);
  }

  /** Once the pass is in the log, so are all events before it. */
  private void pass(long millis) {
    publisher.send(Topic.ADMIN_REQUESTS, pool, new ClockAdvance(pool, millis, NAME));
    publisher.flush();
    passesAsked++;
    wait.until("the pass to finish", () -> log.finishedPasses() >= passesAsked);
  }

  private void receiveAssignments() {
    List<TaskAssignment> received = new ArrayList<>();
    wait.until(
        "the assignments to reach their nodes",
        () -> {
          if (assignmentsReceived + received.size() < folded.assignments()) {
            for (ConsumerRecord<byte[], byte[]> record : assignments.poll(POLL)) {
              received.add(codec.decode(record.value(), TaskAssignment.class));
            }
          }
          return assignmentsReceived + received.size() >= folded.assignments();
        });
    assignmentsReceived += received.size();
    received.forEach(nodes::take);
  }
}
