package dev.prioritize.simulator;

import dev.prioritize.simulator.WorkloadException.Reason;
import java.util.List;

/** The fields of one line of a CSV file with named columns. */
final class ForeignCsv {
  private final TraceFile file;
  private final List<String> columns;
  private long line;
  private List<String> fields = List.of();

  /** Checks that the needed columns are there. */
  ForeignCsv(TraceFile file, List<String> columns, List<String> needed) {
    this.file = file;
    this.columns = List.copyOf(columns);
    for (String name : needed) {
      if (!columns.contains(name)) {
        throw new WorkloadException(
            Reason.BAD_HEADER,
            file.path()
                + ", line 1: the header "
                + OneLine.quoted(String.join(",", columns))
                + " has no column "
                + name
                + "; it needs "
                + String.join(", ", needed));
      }
    }
  }

  /** Goes to a line. */
  void at(long number, List<String> itsFields) {
    line = number;
    fields = itsFields;
    if (fields.size() != columns.size()) {
      throw file.bad(
          line,
          columns.get(Math.min(fields.size(), columns.size() - 1)),
          "the line has " + fields.size() + " fields and the header " + columns.size(),
          "write one field for each column");
    }
  }

  boolean has(String column) {
    return columns.contains(column);
  }

  String text(String column) {
    return fields.get(columns.indexOf(column));
  }

  /** A number, its fraction cut off; nothing counts as 0. */
  long number(String column) {
    double value = decimal(column);
    return (long) value;
  }

  /** A number; nothing counts as 0. */
  double decimal(String column) {
    String text = text(column);
    try {
      double value = text.isEmpty() ? 0 : Double.parseDouble(text);
      if (Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw file.bad(
        line, column, OneLine.quoted(text) + " is not a number", "write digits, or nothing");
  }

  /** A time of day. */
  long time(String column) {
    Long seconds = ForeignTimes.seconds(text(column));
    if (seconds == null) {
      throw file.bad(
          line,
          column,
          OneLine.quoted(text(column)) + " is no time",
          "write it as 2020-04-01 09:30:00");
    }
    return seconds;
  }
}
