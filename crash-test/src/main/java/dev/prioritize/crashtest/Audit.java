package dev.prioritize.crashtest;

import dev.prioritize.core.state.Pool;
import dev.prioritize.core.state.PoolInvariants;
import dev.prioritize.core.state.PoolSnapshot;
import dev.prioritize.schema.AssignmentAction;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.DeadLetter;
import dev.prioritize.schema.JobStatus;
import dev.prioritize.schema.TaskAssignment;
import dev.prioritize.schema.Topic;
import dev.prioritize.stream.mapping.EventMapper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What must hold of the topics once all jobs have ended and the scheduler has stopped. */
final class Audit {
  private static final String CHANGELOG = TestCluster.APPLICATION_ID + "-pool-state-changelog";
  private static final int MOST_FAULTS_TOLD = 5;

  private final TestCluster cluster;
  private final String bootstrapServers;
  private final AvroCodec codec = new AvroCodec();
  private final EventAudit events = new EventAudit();

  /** What was found, by the name of the check; empty if all is well. */
  private final Map<String, List<String>> faultsByCheck = new LinkedHashMap<>();

  Audit(TestCluster cluster) {
    this.cluster = cluster;
    this.bootstrapServers = cluster.bootstrapServers();
  }

  EventAudit events() {
    return events;
  }

  /** Looks at everything; the faults by check. */
  Map<String, List<String>> run(List<String> submittedJobIds) throws InterruptedException {
    List<ConsumerRecord<byte[], byte[]>> commandLog = all(Topic.SCHEDULER_COMMANDS);
    List<ConsumerRecord<byte[], byte[]>> eventLog = all(Topic.SCHEDULER_EVENTS);
    eventLog.forEach(record -> events.read(codec.decode(record.value())));
    List<String> inEvents = events.finish(submittedJobIds);
    if (events.commands() != commandLog.size()) {
      inEvents.add(
          "events tell of " + events.commands() + " commands, the log has " + commandLog.size());
    }
    note("each event once, no GPU twice, one end of each job", inEvents);
    note("each start is assigned once", assignments());
    note("job-states tells the same ends", jobStates());
    note("ten poison records, ten dead letters", deadLetters());
    note("state equals the fold of the events", state(eventLog));
    String difference = cluster.replayDifference();
    note("replay is identical", difference == null ? List.of() : List.of(difference));
    return faultsByCheck;
  }

  private List<ConsumerRecord<byte[], byte[]>> all(Topic topic) {
    return CommittedTopic.all(bootstrapServers, topic.topicName());
  }

  private void note(String check, List<String> faults) {
    faultsByCheck.put(check, faults.subList(0, Math.min(faults.size(), MOST_FAULTS_TOLD)));
  }

  private List<String> assignments() {
    List<String> faults = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (ConsumerRecord<byte[], byte[]> record : all(Topic.ASSIGNMENTS)) {
      TaskAssignment assignment = codec.decode(record.value(), TaskAssignment.class);
      boolean start = assignment.getAction() == AssignmentAction.START;
      if (start && !seen.add(assignment.getEpoch() + " on " + assignment.getNodeId())) {
        faults.add("epoch " + assignment.getEpoch() + " starts twice on one node");
      }
    }
    if (seen.size() != events.starts()) {
      faults.add(seen.size() + " tasks are assigned, " + events.starts() + " were placed");
    }
    return faults;
  }

  private List<String> jobStates() {
    Map<String, String> told = new TreeMap<>();
    for (ConsumerRecord<byte[], byte[]> record : all(Topic.JOB_STATES)) {
      JobStatus status = codec.decode(record.value(), JobStatus.class);
      told.put(status.getJobId(), status.getState().name());
    }
    return told.equals(events.ends()) ? List.of() : List.of("they differ: " + told);
  }

  private List<String> deadLetters() {
    List<String> found = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : all(Topic.DEAD_LETTERS)) {
      found.add(codec.decode(record.value(), DeadLetter.class).getReason().name());
    }
    List<String> expected =
        Arrays.stream(Poison.values()).map(poison -> poison.reason().name()).sorted().toList();
    List<String> sorted = found.stream().sorted().toList();
    return sorted.equals(expected) ? List.of() : List.of("there are: " + sorted);
  }

  private List<String> state(List<ConsumerRecord<byte[], byte[]>> eventLog) {
    Pool pool = new Pool();
    for (ConsumerRecord<byte[], byte[]> record : eventLog) {
      pool.apply(EventMapper.toCore(codec.decode(record.value())));
    }
    List<String> faults = new ArrayList<>(PoolInvariants.violations(pool));
    PoolSnapshot folded = pool.snapshot();
    PoolSnapshot stored = new StateRows(CommittedTopic.all(bootstrapServers, CHANGELOG)).restored();
    if (!stored.equals(folded)) {
      faults.add("stored: " + stored + "; folded: " + folded);
    }
    return faults;
  }
}
