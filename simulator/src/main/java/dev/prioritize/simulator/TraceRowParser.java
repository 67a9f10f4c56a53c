package dev.prioritize.simulator;

import dev.prioritize.core.model.Ids;
import dev.prioritize.core.model.Limits;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns the lines of one trace into rows. Checks each line by itself, that no job id comes twice,
 * and that the rows are sorted by (submit_s, job_id), on which ties in the schedule rest.
 */
final class TraceRowParser {
  /** So many digits always fit into a long. */
  private static final int MAX_DIGITS = 18;

  private static final long MAX_DURATION_SECONDS = Limits.MAX_DURATION_MILLIS / 1_000;

  /** Every end has to be a time too, even after waits as long as ten of the longest jobs. */
  private static final long MAX_SUBMIT_SECONDS =
      Limits.MAX_TIME_MILLIS / 1_000 - 11 * MAX_DURATION_SECONDS;

  private final Path file;
  private final List<String> columns;
  private final int jobIdColumn;
  private final int submitColumn;
  private final int durationColumn;
  private final int gpusColumn;
  private final int priorityColumn;
  private final int vcColumn;
  private final Map<String, Long> lineOfJobId = new HashMap<>();
  private TraceRow former;
  private long line;
  private List<String> fields = List.of();

  /**
   * Reads the header.
   *
   * @param vcNeeded whether a trace without virtual clusters will not do
   */
  TraceRowParser(Path file, List<String> header, boolean vcNeeded) {
    this.file = file;
    this.columns = List.copyOf(header);
    jobIdColumn = requiredColumn("job_id");
    submitColumn = requiredColumn("submit_s");
    durationColumn = requiredColumn("duration_s");
    gpusColumn = requiredColumn("gpus");
    priorityColumn = requiredColumn("priority");
    vcColumn = vcNeeded ? requiredColumn("vc") : columns.indexOf("vc");
  }

  private int requiredColumn(String name) {
    int index = columns.indexOf(name);
    if (index < 0 || index != columns.lastIndexOf(name)) {
      throw new WorkloadException(
          WorkloadException.Reason.BAD_HEADER,
          file
              + ", line 1: the header "
              + OneLine.quoted(String.join(",", columns))
              + (index < 0 ? " has no column " : " has two columns ")
              + name
              + "; it needs each of job_id, submit_s, duration_s, gpus, priority once, and vc for"
              + " virtual clusters");
    }
    return index;
  }

  /** The row on this line. */
  TraceRow parse(long lineNumber, List<String> lineFields) {
    line = lineNumber;
    fields = lineFields;
    checkFieldCount();
    TraceRow row =
        new TraceRow(
            id(jobIdColumn),
            seconds(submitColumn, 0, MAX_SUBMIT_SECONDS),
            seconds(durationColumn, Long.MIN_VALUE, MAX_DURATION_SECONDS),
            gpus(),
            priority(),
            vcColumn < 0 || fields.get(vcColumn).isEmpty() ? "" : id(vcColumn));
    checkUnique(row);
    checkOrder(row);
    former = row;
    return row;
  }

  private void checkFieldCount() {
    if (fields.size() != columns.size()) {
      String column =
          fields.size() < columns.size()
              ? columns.get(fields.size())
              : Integer.toString(columns.size() + 1);
      throw new TraceFormatException(
          file,
          line,
          column,
          "the line "
              + OneLine.quoted(String.join(",", fields))
              + " has "
              + fields.size()
              + " fields and the header "
              + columns.size(),
          "write one field for each column, with nothing between the commas where there is no value");
    }
  }

  private String id(int column) {
    String value = fields.get(column);
    if (!Ids.isId(value)) {
      throw bad(
          column,
          "is no id",
          "use 1 to " + Limits.MAX_ID_CHARS + " of the characters A-Z a-z 0-9 . _ -");
    }
    return value;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** A number, what stands after its decimal point cut off. */
  private long seconds(int column, long least, long most) {
    String value = fields.get(column);
    int point = value.indexOf('.');
    String whole = point < 0 ? value : value.substring(0, point);
    if (!isWholeNumber(whole) || (point >= 0 && !isDigits(value, point + 1))) {
      throw bad(column, "is not a number", "write whole seconds in digits, such as 3600");
    }
    long truncated = Long.parseLong(whole);
    if (truncated < least || truncated > most) {
      throw bad(
          column,
          "is out of range",
          (least >= 0 ? "write at least " + least + " and at most " : "write at most ") + most);
    }
    return truncated;
  }

  private long gpus() {
    String value = fields.get(gpusColumn);
    if (!isWholeNumber(value)) {
      throw bad(gpusColumn, "is not a whole number", "write the job's number of GPUs, such as 8");
    }
    return Long.parseLong(value);
  }

  private static boolean isWholeNumber(String value) {
    int start = value.startsWith("-") ? 1 : 0;
    return value.length() - start <= MAX_DIGITS && isDigits(value, start);
  }

  private static boolean isDigits(String value, int start) {
    boolean digits = start < value.length();
    for (int i = start; digits && i < value.length(); i++) {
      digits = isDigit(value.charAt(i));
    }
    return digits;
  }

  private int priority() {
    String value = fields.get(priorityColumn);
    if (value.isEmpty()) {
      return 0;
    }
    if (value.length() != 1 || value.charAt(0) < '1' || value.charAt(0) > '4') {
      throw bad(
          priorityColumn,
          "is no priority class",
          "write 1 (LOW), 2 (NORMAL), 3 (HIGH) or 4 (URGENT), or leave it empty");
    }
    return value.charAt(0) - '0';
  }

  private void checkUnique(TraceRow row) {
    Long earlierLine = lineOfJobId.putIfAbsent(row.jobId(), line);
    if (earlierLine != null) {
      throw bad(
          jobIdColumn,
          "is already the job of line " + earlierLine,
          "give each job an id of its own");
    }
  }

  private void checkOrder(TraceRow row) {
    if (former == null || row.submitSeconds() > former.submitSeconds()) {
      return;
    }
    if (row.submitSeconds() < former.submitSeconds()) {
      throw bad(
          submitColumn,
          "comes after " + former.submitSeconds(),
          "sort the lines by submit_s, then job_id");
    }
    if (row.jobId().compareTo(former.jobId()) < 0) {
      throw bad(
          jobIdColumn,
          "comes after " + OneLine.quoted(former.jobId()) + ", submitted at the same second",
          "sort the lines by submit_s, then job_id, byte by byte");
    }
  }

  private TraceFormatException bad(int column, String fault, String fix) {
    return new TraceFormatException(
        file, line, columns.get(column), OneLine.quoted(fields.get(column)) + " " + fault, fix);
  }
}
