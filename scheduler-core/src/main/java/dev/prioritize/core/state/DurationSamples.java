package dev.prioritize.core.state;

import java.util.List;

/**
 * The last finished durations of one key, in order of completion.
 *
 * @param key which jobs
 * @param lastEventSeq the event that added the last one: the order in which keys are dropped
 * @param durationsMillis at most {@code Limits.DURATION_SAMPLES}
 */
public record DurationSamples(DurationKey key, long lastEventSeq, List<Long> durationsMillis) {
  public DurationSamples {
    durationsMillis = List.copyOf(durationsMillis);
  }
}
