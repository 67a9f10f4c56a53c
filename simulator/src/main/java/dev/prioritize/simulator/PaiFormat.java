package dev.prioritize.simulator;

import dev.prioritize.simulator.WorkloadException.Reason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Two tables of Alibaba PAI's trace of 2020 (Q. Weng et al., "MLaaS in the Wild", NSDI'22): {@code
 * pai_job_table.csv}, and beside it {@code pai_task_table.csv}. As published they have no header; a
 * line that names the columns is passed over.
 */
final class PaiFormat {
  private static final String JOB_TABLE = "pai_job_table";
  private static final String TASK_TABLE = "pai_task_table";
  private static final List<String> JOB_COLUMNS =
      List.of("job_name", "inst_id", "user", "status", "start_time", "end_time");
  private static final List<String> TASK_COLUMNS =
      List.of(
          "job_name",
          "task_name",
          "inst_num",
          "status",
          "start_time",
          "end_time",
          "plan_cpu",
          "plan_mem",
          "plan_gpu",
          "gpu_type");
  private static final double PERCENT = 100;

  /** All tasks of one job. */
  private static final class Tasks {
    private final List<String> names = new ArrayList<>();
    private long gpus;
    private double firstStart = Double.POSITIVE_INFINITY;
    private double lastEnd = Double.NEGATIVE_INFINITY;
  }

  private PaiFormat() {}

  static boolean isName(Path file) {
    return String.valueOf(file.getFileName()).contains(JOB_TABLE);
  }

  static void read(TraceFile jobTable, Consumer<TraceRow> sink) {
    Map<String, Tasks> tasksByJob = readTasks(taskTable(jobTable));
    ForeignRows rows = new ForeignRows(jobTable);
    ForeignCsv columns = new ForeignCsv(jobTable, JOB_COLUMNS, List.of());
    CsvLines.read(
        jobTable,
        (line, fields) -> {
          columns.at(line, fields);
          if (columns.text("job_name").equals("job_name")) {
            return;
          }
          Tasks tasks = tasksByJob.getOrDefault(columns.text("job_name"), new Tasks());
          boolean ran = tasks.lastEnd > tasks.firstStart;
          rows.add(
              line,
              "job_name",
              columns.text("job_name"),
              columns.number("start_time"),
              ran ? (long) (tasks.lastEnd - tasks.firstStart) : 0,
              tasks.gpus,
              new TraceRow.Told(
                  ForeignRows.id(columns.text("user")),
                  String.join("+", tasks.names),
                  TraceRow.UNKNOWN,
                  TraceRow.UNKNOWN,
                  false));
        });
    rows.sendTo(sink);
  }

  private static TraceFile taskTable(TraceFile jobTable) {
    String name = String.valueOf(jobTable.path().getFileName());
    Path path = jobTable.path().resolveSibling(name.replace(JOB_TABLE, TASK_TABLE));
    if (!name.contains(JOB_TABLE) || !Files.exists(path)) {
      throw new WorkloadException(
          Reason.FILE_MISSING,
          jobTable.path()
              + ": the job table alone does not tell the GPUs; name it "
              + JOB_TABLE
              + ".csv and put "
              + TASK_TABLE
              + ".csv beside it");
    }
    return new TraceFile(path);
  }

  private static Map<String, Tasks> readTasks(TraceFile taskTable) {
    Map<String, Tasks> tasksByJob = new HashMap<>();
    ForeignCsv columns = new ForeignCsv(taskTable, TASK_COLUMNS, List.of());
    CsvLines.read(
        taskTable,
        (line, fields) -> {
          columns.at(line, fields);
          if (!columns.text("job_name").equals("job_name")) {
            add(tasksByJob.computeIfAbsent(columns.text("job_name"), job -> new Tasks()), columns);
          }
        });
    return tasksByJob;
  }

  /** Each instance gets whole GPUs, for there are no shares of one here. */
  private static void add(Tasks tasks, ForeignCsv columns) {
    tasks.names.add(columns.text("task_name"));
    long gpusOfInstance = (long) Math.ceil(columns.decimal("plan_gpu") / PERCENT);
    tasks.gpus += columns.number("inst_num") * gpusOfInstance;
    boolean known = !columns.text("start_time").isEmpty() && !columns.text("end_time").isEmpty();
    if (known) {
      tasks.firstStart = Math.min(tasks.firstStart, columns.decimal("start_time"));
      tasks.lastEnd = Math.max(tasks.lastEnd, columns.decimal("end_time"));
    }
  }
}
