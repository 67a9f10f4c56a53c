package dev.prioritize.simulator;

import dev.prioritize.core.model.Ids;
import dev.prioritize.core.model.Limits;
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

  private final TraceFile file;
  private final List<String> columns;
  private final int jobIdColumn;
  private final int submitColumn;
  private final int durationColumn;
  private final int gpusColumn;
  private final int priorityColumn;
  private final int vcColumn;
  private final int tenantColumn;
  private final int nameColumn;
  private final int estimateColumn;
  private final int cancelColumn;
  private final int outcomeColumn;
  private final Map<String, Long> lineOfJobId = new HashMap<>();
  private TraceRow former;
  private long line;
  private List<String> fields = List.of();

  /**
   * Reads the header.
   *
   * @param vcNeeded whether a trace without virtual clusters will not do
   */
  TraceRowParser(TraceFile file, List<String> header, boolean vcNeeded) {
    this.file = file;
    this.columns = List.copyOf(header);
    jobIdColumn = requiredColumn("job_id");
    submitColumn = requiredColumn("submit_s");
    durationColumn = requiredColumn("duration_s");
    gpusColumn = requiredColumn("gpus");
    priorityColumn = requiredColumn("priority");
    vcColumn = vcNeeded ? requiredColumn("vc") : columns.indexOf("vc");
    tenantColumn = columns.indexOf("tenant");
    nameColumn = columns.indexOf("name");
    estimateColumn = columns.indexOf("estimate_s");
    cancelColumn = columns.indexOf("cancel_s");
    outcomeColumn = columns.indexOf("outcome");
  }

  private int requiredColumn(String name) {
    int index = columns.indexOf(name);
    if (index < 0 || index != columns.lastIndexOf(name)) {
      throw new WorkloadException(
          WorkloadException.Reason.BAD_HEADER,
          file.path()
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
            idOrNothing(vcColumn),
            told());
    checkCancel(row);
    checkUnique(row);
    checkOrder(row);
    former = row;
    return row;
  }

  private TraceRow.Told told() {
    if (tenantColumn < 0
        && nameColumn < 0
        && estimateColumn < 0
        && cancelColumn < 0
        && outcomeColumn < 0) {
      return TraceRow.Told.NOTHING;
    }
    return new TraceRow.Told(
        idOrNothing(tenantColumn),
        name(),
        isGiven(estimateColumn)
            ? seconds(estimateColumn, 1, MAX_DURATION_SECONDS)
            : TraceRow.UNKNOWN,
        isGiven(cancelColumn) ? seconds(cancelColumn, 0, MAX_SUBMIT_SECONDS) : TraceRow.UNKNOWN,
        fails());
  }

  private boolean isGiven(int column) {
    return column >= 0 && !fields.get(column).isEmpty();
  }

  private String idOrNothing(int column) {
    return isGiven(column) ? id(column) : "";
  }

  private String name() {
    String name = nameColumn < 0 ? "" : fields.get(nameColumn);
    if (name.length() > Limits.MAX_TEXT_CHARS) {
      throw bad(
          nameColumn, "is too long a name", "use at most " + Limits.MAX_TEXT_CHARS + " characters");
    }
    return name;
  }

  private boolean fails() {
    String outcome = outcomeColumn < 0 ? "" : fields.get(outcomeColumn);
    return switch (outcome) {
      case "", "completed" -> false;
      case "failed" -> true;
      default -> throw bad(outcomeColumn, "is no outcome", "write completed or failed, or nothing");
    };
  }

  private void checkCancel(TraceRow row) {
    long cancel = row.told().cancelSeconds();
    if (cancel != TraceRow.UNKNOWN
        && (cancel < row.submitSeconds() || cancel > row.submitSeconds() + MAX_DURATION_SECONDS)) {
      throw bad(
          cancelColumn,
          "is not within ten years of submit_s " + row.submitSeconds(),
          "write the second at which its owner cancels it, or nothing");
    }
  }

  private void checkFieldCount() {
    if (fields.size() != columns.size()) {
      String column =
          fields.size() < columns.size()
              ? columns.get(fields.size())
              : Integer.toString(columns.size() + 1);
      throw file.bad(
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
    return file.bad(
        line, columns.get(column), OneLine.quoted(fields.get(column)) + " " + fault, fix);
  }
}
