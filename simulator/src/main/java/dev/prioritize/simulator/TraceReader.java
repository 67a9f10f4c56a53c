package dev.prioritize.simulator;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.prioritize.core.model.Limits;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.simulator.WorkloadException.Reason;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Reads a job trace: a CSV file with the columns job_id, submit_s, duration_s, gpus, priority and,
 * where there is one, vc, the tenant. Every line of the file is checked, the ones outside of the
 * slice too, before anything is made of it.
 */
public final class TraceReader {
  /** The tenant of rows that name no virtual cluster. */
  public static final String TENANT_WITHOUT_VC = "default";

  private static final int DECOMPRESSION_BUFFER_BYTES = 64 * 1024;

  private final DurationKnowledge known;
  private final int classDraw;

  /**
   * A reader.
   *
   * @param known whether the jobs tell their true duration
   * @param classDraw which assignment of classes a trace without priorities gets, at least 0
   */
  public TraceReader(DurationKnowledge known, int classDraw) {
    if (classDraw < 0) {
      throw new IllegalArgumentException("classDraw must be at least 0, was " + classDraw);
    }
    this.known = known;
    this.classDraw = classDraw;
  }

  /**
   * The jobs of a slice.
   *
   * @throws TraceFormatException if a line of the file is bad
   * @throws WorkloadException if there is no readable trace, or nothing of it can run
   */
  public Workload read(Slice slice) {
    List<TraceRow> rows = readRows(slice);
    List<TraceJob> jobs = new ArrayList<>();
    int selected = 0;
    for (TraceRow row : rows) {
      if (slice.selection().includes(row)) {
        selected++;
        if (canRun(row, slice)) {
          jobs.add(job(row, slice.selection().fromSeconds()));
        }
      }
    }
    if (jobs.isEmpty()) {
      throw new WorkloadException(
          Reason.NOTHING_SELECTED,
          slice.file()
              + ": no job to run: "
              + rows.size()
              + " rows, "
              + selected
              + " of them in "
              + slice.name()
              + ", none of those with GPUs and a duration above 0 that fits on "
              + slice.nodes()
              + " nodes of "
              + slice.gpusPerNode()
              + " GPUs; choose another slice or a larger cluster");
    }
    return new Workload(
        slice.name(), slice.nodes(), slice.gpusPerNode(), jobs, selected - jobs.size());
  }

  private static boolean canRun(TraceRow row, Slice slice) {
    return row.gpus() > 0
        && row.durationSeconds() > 0
        && row.gpus() <= (long) slice.nodes() * slice.gpusPerNode()
        && row.gpus() <= Limits.MAX_GPUS_PER_JOB;
  }

  private TraceJob job(TraceRow row, long fromSeconds) {
    return new TraceJob(
        row.jobId(),
        row.vc().isEmpty() ? TENANT_WITHOUT_VC : row.vc(),
        "",
        row.priority() == 0
            ? drawClass(row.jobId(), classDraw)
            : PriorityClass.ofBase(row.priority()),
        (int) row.gpus(),
        row.submitSeconds() - fromSeconds,
        row.durationSeconds(),
        known == DurationKnowledge.EXACT ? row.durationSeconds() : null);
  }

  /**
   * The class of a job whose trace gives none: 10 % URGENT, 20 % HIGH, 40 % NORMAL, 30 % LOW.
   *
   * @param draw one of many assignments; 0 is the plain id's
   */
  static PriorityClass drawClass(String jobId, int draw) {
    CRC32 crc = new CRC32();
    crc.update((draw == 0 ? jobId : jobId + "#" + draw).getBytes(StandardCharsets.UTF_8));
    int tenth = (int) (crc.getValue() % 10);
    if (tenth == 0) {
      return PriorityClass.URGENT;
    } else if (tenth <= 2) {
      return PriorityClass.HIGH;
    } else {
      return tenth <= 6 ? PriorityClass.NORMAL : PriorityClass.LOW;
    }
  }

  private static List<TraceRow> readRows(Slice slice) {
    Path file = slice.file();
    try (InputStream in = open(file);
        CsvReader<CsvRecord> csv = csvReader(in)) {
      Iterator<CsvRecord> records = csv.iterator();
      if (!records.hasNext()) {
        throw empty(file);
      }
      boolean vcNeeded = !slice.selection().vcs().isEmpty();
      TraceRowParser parser = new TraceRowParser(file, records.next().getFields(), vcNeeded);
      List<TraceRow> rows = new ArrayList<>();
      long line = 1;
      try {
        while (records.hasNext()) {
          CsvRecord fields = records.next();
          line = fields.getStartingLineNumber();
          rows.add(parser.parse(line, fields.getFields()));
        }
      } catch (CsvParseException e) {
        throw notCsv(file, line + 1, e);
      }
      return rows;
    } catch (CsvParseException e) {
      throw notCsv(file, 1, e);
    } catch (UncheckedIOException e) {
      throw unreadable(file, e.getCause());
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static InputStream open(Path file) throws IOException {
    InputStream in = Files.newInputStream(file);
    if (!file.toString().endsWith(".gz")) {
      return in;
    }
    try {
      return new GZIPInputStream(in, DECOMPRESSION_BUFFER_BYTES);
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  private static CsvReader<CsvRecord> csvReader(InputStream in) {
    return CsvReader.builder()
        .detectBomHeader(true)
        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
        .allowUnclosedQuote(false)
        .ofCsvRecord(in, StandardCharsets.UTF_8);
  }

  private static TraceFormatException notCsv(Path file, long line, CsvParseException e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return new TraceFormatException(
        file,
        line,
        "1",
        "no CSV from here on (" + cause.getMessage() + ")",
        "write plain fields without quotes");
  }

  private static WorkloadException empty(Path file) {
    return new WorkloadException(
        Reason.FILE_EMPTY, file + ": the file is empty; it needs a header line and a line per job");
  }

  private static WorkloadException unreadable(Path file, IOException e) {
    if (e instanceof NoSuchFileException) {
      return new WorkloadException(
          Reason.FILE_MISSING, file + ": there is no such file; check the path", e);
    }
    if (e instanceof ZipException || e instanceof EOFException) {
      return new WorkloadException(
          Reason.NOT_GZIP,
          file
              + ": not gzip, or cut short ("
              + e.getMessage()
              + "); fetch the file again, or drop .gz from the name of a plain one",
          e);
    }
    return new WorkloadException(
        Reason.FILE_UNREADABLE, file + ": cannot be read (" + e + "); name a readable file", e);
  }
}
