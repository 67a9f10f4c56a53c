package dev.prioritize.cli.nodes;

import dev.prioritize.schema.TaskAssignment;
import dev.prioritize.stream.config.Durations;
import java.time.Duration;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * How long a simulated task takes: {@code sleep 90} and {@code sleep 5m} as long as they say, any
 * other program as long as any other.
 */
public final class TaskMillis implements ToLongFunction<TaskAssignment> {
  private static final String SLEEP = "sleep";
  private static final String WHOLE_SECONDS = "[0-9]+";

  private final long otherMillis;

  /** {@code other}: how long a program takes that is no sleep. */
  public TaskMillis(Duration other) {
    this.otherMillis = atLeastOne(other);
  }

  @Override
  public long applyAsLong(TaskAssignment start) {
    List<String> argv = start.getLaunchSpec().getArgv();
    return argv.size() == 2 && argv.get(0).equals(SLEEP) ? ofSleep(argv.get(1)) : otherMillis;
  }

  private long ofSleep(String time) {
    try {
      return atLeastOne(Durations.parse(time.matches(WHOLE_SECONDS) ? time + "s" : time));
    } catch (IllegalArgumentException e) {
      return otherMillis; // such as sleep infinity
    }
  }

  private static long atLeastOne(Duration duration) {
    return Math.max(1, duration.toMillis());
  }
}
