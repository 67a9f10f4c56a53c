package dev.prioritize.simulator;

import dev.prioritize.core.model.PriorityClass;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;

/**
 * The jobs of a workload in columns, some fifty bytes each instead of two hundred; a {@link
 * TraceJob} is made each time one is asked for. Ids are ASCII, as {@code Ids} has them.
 */
final class JobTable extends AbstractList<TraceJob> implements RandomAccess {
  private static final int NONE = -1;
  private static final int FIRST_CAPACITY = 1_024;

  private byte[] ids = new byte[16 * FIRST_CAPACITY];
  private int[] idEnds = new int[FIRST_CAPACITY];
  private int[] tenants = new int[FIRST_CAPACITY];
  private int[] names = new int[FIRST_CAPACITY];
  private byte[] classes = new byte[FIRST_CAPACITY];
  private boolean[] fails = new boolean[FIRST_CAPACITY];
  private int[] gpus = new int[FIRST_CAPACITY];
  private long[] submits = new long[FIRST_CAPACITY];
  private int[] durations = new int[FIRST_CAPACITY];
  private int[] expected = new int[FIRST_CAPACITY];
  private int[] cancelDelays = new int[FIRST_CAPACITY];
  private final List<String> words = new ArrayList<>();
  private final Map<String, Integer> wordIndexes = new HashMap<>();
  private int size;

  /** The same jobs in a table. */
  static JobTable of(List<TraceJob> jobs) {
    if (jobs instanceof JobTable table) {
      return table;
    }
    JobTable table = new JobTable();
    jobs.forEach(table::append);
    return table;
  }

  /** Only for whoever makes the table: a workload never changes. */
  void append(TraceJob job) {
    grow();
    byte[] id = job.jobId().getBytes(StandardCharsets.US_ASCII);
    int idStart = size == 0 ? 0 : idEnds[size - 1];
    int idEnd = Math.addExact(idStart, id.length);
    if (idEnd > ids.length) {
      ids = Arrays.copyOf(ids, (int) Math.min(Integer.MAX_VALUE - 8, 3L * idEnd / 2));
    }
    System.arraycopy(id, 0, ids, idStart, id.length);
    idEnds[size] = idEnd;
    tenants[size] = word(job.tenant());
    names[size] = word(job.name());
    classes[size] = (byte) job.priorityClass().base();
    fails[size] = job.fails();
    gpus[size] = job.gpus();
    submits[size] = job.submitSeconds();
    durations[size] = Math.toIntExact(job.durationSeconds());
    expected[size] =
        job.expectedDurationSeconds() == null
            ? NONE
            : Math.toIntExact(job.expectedDurationSeconds());
    cancelDelays[size] =
        job.cancelSeconds() == null
            ? NONE
            : Math.toIntExact(job.cancelSeconds() - job.submitSeconds());
    size++;
  }

  private int word(String word) {
    Integer known = wordIndexes.get(word);
    if (known != null) {
      return known;
    }
    wordIndexes.put(word, words.size());
    words.add(word);
    return words.size() - 1;
  }

  private void grow() {
    if (size < idEnds.length) {
      return;
    }
    int capacity = Math.addExact(size, size / 2);
    idEnds = Arrays.copyOf(idEnds, capacity);
    tenants = Arrays.copyOf(tenants, capacity);
    names = Arrays.copyOf(names, capacity);
    classes = Arrays.copyOf(classes, capacity);
    fails = Arrays.copyOf(fails, capacity);
    gpus = Arrays.copyOf(gpus, capacity);
    submits = Arrays.copyOf(submits, capacity);
    durations = Arrays.copyOf(durations, capacity);
    expected = Arrays.copyOf(expected, capacity);
    cancelDelays = Arrays.copyOf(cancelDelays, capacity);
  }

  @Override
  public TraceJob get(int seq) {
    if (seq < 0 || seq >= size) {
      throw new IndexOutOfBoundsException(seq + " of " + size + " jobs");
    }
    int idStart = seq == 0 ? 0 : idEnds[seq - 1];
    return new TraceJob(
        new String(ids, idStart, idEnds[seq] - idStart, StandardCharsets.US_ASCII),
        words.get(tenants[seq]),
        words.get(names[seq]),
        PriorityClass.ofBase(classes[seq]),
        gpus[seq],
        submits[seq],
        durations[seq],
        expected[seq] == NONE ? null : (long) expected[seq],
        cancelDelays[seq] == NONE ? null : submits[seq] + cancelDelays[seq],
        fails[seq]);
  }

  /** When the job is submitted, without making it. */
  long submitSeconds(int seq) {
    return submits[seq];
  }

  @Override
  public int size() {
    return size;
  }
}
