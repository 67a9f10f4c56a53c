package dev.prioritize.simulator;

import java.util.List;
import java.util.function.Consumer;

/**
 * The {@code cluster_log.csv} of Helios (Q. Hu et al., "Characterization and Prediction of Deep
 * Learning Workloads in Large-Scale GPU Datacenters", SC'21). Columns are found by name.
 */
final class HeliosFormat {
  private final TraceFile file;
  private final ForeignRows rows;
  private ForeignCsv columns;

  private HeliosFormat(TraceFile file) {
    this.file = file;
    this.rows = new ForeignRows(file);
  }

  static void read(TraceFile file, Consumer<TraceRow> sink) {
    HeliosFormat format = new HeliosFormat(file);
    CsvLines.read(file, format::readLine);
    format.rows.sendTo(sink);
  }

  private void readLine(long line, List<String> fields) {
    if (columns == null) {
      columns =
          new ForeignCsv(
              file, fields, List.of("job_id", "vc", "gpu_num", "submit_time", "duration"));
      return;
    }
    columns.at(line, fields);
    rows.add(
        line,
        "job_id",
        columns.text("job_id"),
        columns.time("submit_time"),
        columns.number("duration"),
        columns.number("gpu_num"),
        new TraceRow.Told(
            ForeignRows.id(columns.text("vc")),
            columns.has("jobname") ? columns.text("jobname") : "",
            TraceRow.UNKNOWN,
            TraceRow.UNKNOWN,
            false));
  }
}
