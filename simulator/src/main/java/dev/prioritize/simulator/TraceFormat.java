package dev.prioritize.simulator;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** The formats of traces that can be read; docs/traces.md tells what of each is used. */
public enum TraceFormat {
  /** This project's own CSV file. */
  CSV {
    @Override
    void read(TraceFile file, boolean vcNeeded, Consumer<TraceRow> rows) {
      TraceRowParser[] parser = new TraceRowParser[1];
      CsvLines.read(
          file,
          (line, fields) -> {
            if (parser[0] == null) {
              parser[0] = new TraceRowParser(file, fields, vcNeeded);
            } else {
              rows.accept(parser[0].parse(line, fields));
            }
          });
    }
  },
  /** Standard Workload Format of the Parallel Workloads Archive. */
  SWF {
    @Override
    void read(TraceFile file, boolean vcNeeded, Consumer<TraceRow> rows) {
      SwfFormat.read(file, rows);
    }
  },
  /** The job log of Microsoft's Philly traces. */
  PHILLY {
    @Override
    void read(TraceFile file, boolean vcNeeded, Consumer<TraceRow> rows) {
      PhillyFormat.read(file, rows);
    }
  },
  /** The cluster log of the Helios traces. */
  HELIOS {
    @Override
    void read(TraceFile file, boolean vcNeeded, Consumer<TraceRow> rows) {
      HeliosFormat.read(file, rows);
    }
  },
  /** The job table of Alibaba PAI's trace of 2020, with the task table beside it. */
  PAI {
    @Override
    void read(TraceFile file, boolean vcNeeded, Consumer<TraceRow> rows) {
      PaiFormat.read(file, rows);
    }
  };

  private static final int FIRST_BYTES = 4_096;

  /**
   * Reads the whole file and hands on its rows, sorted by (submitSeconds, jobId).
   *
   * @param vcNeeded whether a trace without virtual clusters will not do
   * @throws WorkloadException if it cannot be read, or a line is bad
   */
  abstract void read(TraceFile file, boolean vcNeeded, Consumer<TraceRow> rows);

  /** What the file looks like, by its name, else by its first bytes. */
  static TraceFormat guess(TraceFile file) {
    if (PaiFormat.isName(file.path())) {
      return PAI;
    }
    String name = String.valueOf(file.path().getFileName());
    if (name.endsWith(".swf") || name.endsWith(".swf.gz")) {
      return SWF;
    }
    String start = file.read(TraceFormat::start);
    if (start.startsWith("[")) {
      return PHILLY;
    }
    if (start.startsWith(";")) {
      return SWF;
    }
    String firstLine = start.lines().findFirst().orElse("");
    return firstLine.contains("gpu_num") && firstLine.contains("submit_time") ? HELIOS : CSV;
  }

  private static String start(InputStream in) throws IOException {
    return new String(in.readNBytes(FIRST_BYTES), StandardCharsets.UTF_8).stripLeading();
  }

  /** All names, in lower case. */
  public static List<String> names() {
    return Arrays.stream(values()).map(format -> format.name().toLowerCase(Locale.ROOT)).toList();
  }
}
