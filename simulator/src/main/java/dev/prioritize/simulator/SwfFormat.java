package dev.prioritize.simulator;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.StringTokenizer;
import java.util.function.Consumer;

/**
 * The Standard Workload Format of the Parallel Workloads Archive: 18 numbers a line, -1 for
 * unknown, comments after ';' (S. J. Chapin et al., "Benchmarks and Standards for the Evaluation of
 * Parallel Job Schedulers", 1999).
 */
final class SwfFormat {
  private static final int FIELDS = 18;
  private static final int NONE = -1;

  private static final String[] NAMES = {
    "job number",
    "submit time",
    "wait time",
    "run time",
    "allocated processors",
    "cpu time",
    "used memory",
    "requested processors",
    "requested time",
    "requested memory",
    "status",
    "user",
    "group",
    "executable",
    "queue",
    "partition",
    "preceding job",
    "think time"
  };

  private final TraceFile file;
  private final ForeignRows rows;
  private final long[] values = new long[FIELDS];
  private long line;

  private SwfFormat(TraceFile file) {
    this.file = file;
    this.rows = new ForeignRows(file);
  }

  static void read(TraceFile file, Consumer<TraceRow> sink) {
    SwfFormat format = new SwfFormat(file);
    file.read(format::readLines);
    if (format.line == 0) {
      throw file.empty();
    }
    format.rows.sendTo(sink);
  }

  private Void readLines(InputStream in) throws IOException {
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.ISO_8859_1));
    for (String text = reader.readLine(); text != null; text = reader.readLine()) {
      line++;
      int comment = text.indexOf(';');
      String data = comment < 0 ? text : text.substring(0, comment);
      if (!data.isBlank()) {
        readJob(data);
      }
    }
    return null;
  }

  private void readJob(String data) {
    StringTokenizer tokens = new StringTokenizer(data);
    if (tokens.countTokens() != FIELDS) {
      throw file.bad(
          line,
          "1",
          "the line has " + tokens.countTokens() + " fields and the format " + FIELDS,
          "write -1 for what is not known");
    }
    for (int field = 0; field < FIELDS; field++) {
      values[field] = number(field, tokens.nextToken());
    }
    long requestedProcessors = values[7];
    rows.add(
        line,
        NAMES[0],
        Long.toString(values[0]),
        values[1],
        values[3],
        requestedProcessors > 0 ? requestedProcessors : values[4],
        new TraceRow.Told(
            values[11] < 0 ? "" : "user" + values[11],
            values[13] < 0 ? "" : "executable" + values[13],
            values[8] > 0 ? values[8] : TraceRow.UNKNOWN,
            TraceRow.UNKNOWN,
            false));
  }

  /**
   * Whole numbers, but for the average CPU time and memory, which some logs have with fractions.
   */
  private long number(int field, String token) {
    int point = token.indexOf('.');
    String whole = point < 0 ? token : token.substring(0, point);
    try {
      return whole.isEmpty() ? 0 : Math.max(NONE, Long.parseLong(whole));
    } catch (NumberFormatException e) {
      throw file.bad(
          line, NAMES[field], OneLine.quoted(token) + " is not a number", "write digits, or -1");
    }
  }
}
