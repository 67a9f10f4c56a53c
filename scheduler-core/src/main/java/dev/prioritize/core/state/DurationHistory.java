package dev.prioritize.core.state;

import dev.prioritize.core.model.Estimate;
import dev.prioritize.core.model.Estimate.Source;
import dev.prioritize.core.model.JobSpec;
import dev.prioritize.core.model.Limits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Consumer;

/**
 * How long finished jobs ran, and what that says of new ones: the lower median of the last samples
 * of the most specific key that has enough.
 */
public final class DurationHistory {
  private static final class Samples {
    private long lastEventSeq;
    private final ArrayDeque<Long> durations = new ArrayDeque<>(Limits.DURATION_SAMPLES);
  }

  private static final DurationKey OF_POOL = new DurationKey("", "", 0);

  /** Least recently updated first. */
  private final LinkedHashMap<DurationKey, Samples> byKey = new LinkedHashMap<>();

  DurationHistory() {}

  /**
   * The estimate for a new job: its own, or the history's; never above its time limit.
   *
   * @param believed whether the submission's own counts
   */
  public Estimate estimate(JobSpec spec, boolean believed) {
    Estimate estimate =
        believed && spec.expectedDurationMillis() != null
            ? Estimate.single(spec.expectedDurationMillis(), Source.SUBMITTER)
            : fromHistory(spec);
    Long limit = spec.timeLimitMillis();
    return limit == null ? estimate : estimate.atMost(limit);
  }

  private Estimate fromHistory(JobSpec spec) {
    int gpus = spec.shape().gpus();
    Estimate found = null;
    if (!spec.name().isEmpty()) {
      found = median(new DurationKey(spec.tenant(), spec.name(), gpus), Source.TENANT_NAME_GPUS);
    }
    if (found == null) {
      found = median(new DurationKey(spec.tenant(), "", gpus), Source.TENANT_GPUS);
    }
    if (found == null) {
      found = median(new DurationKey("", "", gpus), Source.GPUS);
    }
    if (found == null) {
      found = median(OF_POOL, Source.POOL);
    }
    return found != null ? found : Estimate.single(Estimate.UNKNOWN_MILLIS, Source.NOTHING_KNOWN);
  }

  private Estimate median(DurationKey key, Source source) {
    Samples samples = byKey.get(key);
    if (samples == null || samples.durations.size() < Limits.MIN_DURATION_SAMPLES) {
      return null;
    }
    long[] sorted = samples.durations.stream().mapToLong(Long::longValue).toArray();
    Arrays.sort(sorted);
    return new Estimate(
        sorted[(sorted.length - 1) / 2],
        source,
        percentile(sorted, 25),
        Arrays.stream(sorted).sum() / sorted.length,
        percentile(sorted, 90));
  }

  /** Nearest rank. */
  private static long percentile(long[] sorted, int percent) {
    return sorted[(sorted.length * percent + 99) / 100 - 1];
  }

  /** The last durations of the pool's finished jobs in milliseconds, the shortest first. */
  public long[] sortedOfPool() {
    Samples samples = byKey.get(OF_POOL);
    long[] sorted =
        samples == null
            ? new long[0]
            : samples.durations.stream().mapToLong(Long::longValue).toArray();
    Arrays.sort(sorted);
    return sorted;
  }

  /** The samples of a key as a value, or null if it has none. */
  public DurationSamples samples(DurationKey key) {
    Samples samples = byKey.get(key);
    return samples == null
        ? null
        : new DurationSamples(key, samples.lastEventSeq, List.copyOf(samples.durations));
  }

  /** All samples, least recently updated first. */
  public List<DurationSamples> all() {
    List<DurationSamples> all = new ArrayList<>(byKey.size());
    for (DurationKey key : byKey.keySet()) {
      all.add(samples(key));
    }
    return all;
  }

  /** Adds a finished run to each key that it stands for. */
  void add(JobSpec spec, long durationMillis, long eventSeq, Consumer<DurationKey> changed) {
    int gpus = spec.shape().gpus();
    if (!spec.name().isEmpty()) {
      add(new DurationKey(spec.tenant(), spec.name(), gpus), durationMillis, eventSeq, changed);
    }
    add(new DurationKey(spec.tenant(), "", gpus), durationMillis, eventSeq, changed);
    add(new DurationKey("", "", gpus), durationMillis, eventSeq, changed);
    add(OF_POOL, durationMillis, eventSeq, changed);
  }

  private void add(
      DurationKey key, long durationMillis, long eventSeq, Consumer<DurationKey> changed) {
    Samples samples = byKey.remove(key);
    if (samples == null) {
      samples = new Samples();
      dropOldestIfFull(changed);
    }
    if (samples.durations.size() == Limits.DURATION_SAMPLES) {
      samples.durations.removeFirst();
    }
    samples.durations.addLast(durationMillis);
    samples.lastEventSeq = eventSeq;
    byKey.put(key, samples);
    changed.accept(key);
  }

  private void dropOldestIfFull(Consumer<DurationKey> changed) {
    if (byKey.size() == Limits.MAX_DURATION_KEYS) {
      Iterator<DurationKey> oldest = byKey.keySet().iterator();
      changed.accept(oldest.next());
      oldest.remove();
    }
  }

  /** Several keys share an event; within it the order is that of {@link #add}. */
  void restore(List<DurationSamples> all) {
    List<DurationSamples> sorted = new ArrayList<>(all);
    sorted.sort(
        Comparator.comparingLong(DurationSamples::lastEventSeq)
            .thenComparing(
                DurationSamples::key, Comparator.comparing(DurationHistory::generality)));
    for (DurationSamples stored : sorted) {
      Samples samples = new Samples();
      samples.lastEventSeq = stored.lastEventSeq();
      samples.durations.addAll(stored.durationsMillis());
      byKey.put(stored.key(), samples);
    }
  }

  private static int generality(DurationKey key) {
    return (key.name().isEmpty() ? 1 : 0)
        + (key.tenant().isEmpty() ? 1 : 0)
        + (key.gpus() == 0 ? 1 : 0);
  }
}
