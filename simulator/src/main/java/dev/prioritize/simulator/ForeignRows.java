package dev.prioritize.simulator;

import dev.prioritize.core.model.Ids;
import dev.prioritize.core.model.Limits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Collects the rows of a format that is not ours: in any order, with times from any epoch and ids
 * of any characters. Hands them on sorted by (submission, id), counted from the first submission.
 */
final class ForeignRows {
  private static final long MAX_DURATION_SECONDS = Limits.MAX_DURATION_MILLIS / 1_000;

  private final TraceFile file;
  private final List<TraceRow> rows = new ArrayList<>();
  private final Map<String, Long> lineOfJobId = new HashMap<>();

  ForeignRows(TraceFile file) {
    this.file = file;
  }

  /**
   * Adds a job.
   *
   * @param line where it stands in the file
   * @param idField name of the field with its id
   * @param id any text
   * @param durationSeconds cut to what an engine takes; 0 or less for one that never ran
   */
  void add(
      long line,
      String idField,
      String id,
      long submitSeconds,
      long durationSeconds,
      long gpus,
      TraceRow.Told told) {
    String jobId = id(id);
    if (jobId.isEmpty()) {
      throw file.bad(line, idField, OneLine.quoted(id) + " is no id", "give each job an id");
    }
    Long earlierLine = lineOfJobId.putIfAbsent(jobId, line);
    if (earlierLine != null) {
      throw file.bad(
          line,
          idField,
          OneLine.quoted(jobId) + " is already the job of line " + earlierLine,
          "give each job an id of its own");
    }
    rows.add(
        new TraceRow(
            jobId,
            submitSeconds,
            Math.min(durationSeconds, MAX_DURATION_SECONDS),
            gpus,
            0,
            told.tenant(),
            told));
  }

  /** The text as an id: what an id may not have becomes '_', what is too long is cut off. */
  static String id(String text) {
    String shortened =
        text.length() > Limits.MAX_ID_CHARS ? text.substring(0, Limits.MAX_ID_CHARS) : text;
    if (Ids.isId(shortened)) {
      return shortened;
    }
    StringBuilder id = new StringBuilder(shortened.length());
    for (int i = 0; i < shortened.length(); i++) {
      char c = shortened.charAt(i);
      id.append(Ids.isId(String.valueOf(c)) ? c : '_');
    }
    return id.toString();
  }

  /** Hands on all rows. */
  void sendTo(Consumer<TraceRow> sink) {
    if (rows.isEmpty()) {
      return;
    }
    rows.sort(Comparator.comparingLong(TraceRow::submitSeconds).thenComparing(TraceRow::jobId));
    long first = rows.get(0).submitSeconds();
    rows.forEach(row -> sink.accept(row.since(first)));
  }
}
