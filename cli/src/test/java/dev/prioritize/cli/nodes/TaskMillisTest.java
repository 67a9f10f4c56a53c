package dev.prioritize.cli.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.schema.AssignmentAction;
import dev.prioritize.schema.LaunchSpec;
import dev.prioritize.schema.TaskAssignment;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Goal: who practises says how long a job takes. Method: one program of each kind. */
class TaskMillisTest {
  private final TaskMillis taskMillis = new TaskMillis(Duration.ofMinutes(1));

  @ParameterizedTest
  @CsvSource({
    "sleep 90, 90000",
    "sleep 5m, 300000",
    "sleep 250ms, 250",
    "sleep 0, 1",
    "sleep infinity, 60000",
    "sleep 99999999999999999999, 60000",
    "sleep 1m 30s, 60000",
    "sleep, 60000",
    "python train.py, 60000"
  })
  void shouldTakeAsLongAsTheProgramSays(String program, long millis) {
    assertThat(taskMillis.applyAsLong(start(List.of(program.split(" "))))).isEqualTo(millis);
  }

  private static TaskAssignment start(List<String> argv) {
    return TaskAssignment.newBuilder()
        .setAction(AssignmentAction.START)
        .setPool("pool")
        .setNodeId("node-0000")
        .setJobId("job")
        .setAttempt(1)
        .setEpoch(1)
        .setGpuUuids(List.of("GPU-1"))
        .setNodeRank(0)
        .setNodeCount(1)
        .setRendezvousHost("")
        .setRendezvousPort(0)
        .setLaunchSpec(new LaunchSpec(argv, List.of(), null, null))
        .setAssignedAtMillis(0)
        .setEventSeq(1)
        .build();
  }
}
