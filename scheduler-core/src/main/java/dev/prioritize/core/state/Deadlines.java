package dev.prioritize.core.state;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** When the engine has to look after which job, the soonest first. */
public final class Deadlines {
  private record Entry(long atMillis, String jobId) {}

  private final TreeSet<Entry> entries =
      new TreeSet<>(Comparator.comparingLong(Entry::atMillis).thenComparing(Entry::jobId));
  private final Map<String, Entry> entriesByJob = new HashMap<>();

  Deadlines() {}

  /** The jobs to look after by now, the longest due first. */
  public List<String> dueBy(long nowMillis) {
    List<String> due = new ArrayList<>();
    for (Entry entry : entries) {
      if (entry.atMillis() > nowMillis) {
        break;
      }
      due.add(entry.jobId());
    }
    return due;
  }

  void set(Job job) {
    Entry former = entriesByJob.remove(job.id());
    if (former != null) {
      entries.remove(former);
    }
    long atMillis = job.nextDeadlineMillis();
    if (atMillis != Long.MAX_VALUE) {
      Entry entry = new Entry(atMillis, job.id());
      entries.add(entry);
      entriesByJob.put(job.id(), entry);
    }
  }
}
