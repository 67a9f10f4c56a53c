package dev.prioritize.simulator;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;

/** The lines of a CSV file in UTF-8, one after the other. */
final class CsvLines {
  /** Takes a line. */
  @FunctionalInterface
  interface Sink {
    /** Called with the line's number, from 1, and its fields. */
    void line(long number, List<String> fields);
  }

  private CsvLines() {}

  /**
   * Reads all lines but empty ones, the header as any.
   *
   * @throws TraceFormatException if it is no CSV
   * @throws WorkloadException if it is empty or unreadable
   */
  static void read(TraceFile file, Sink sink) {
    boolean any = file.read(in -> read(file, in, sink));
    if (!any) {
      throw file.empty();
    }
  }

  private static boolean read(TraceFile file, InputStream in, Sink sink) throws IOException {
    long line = 0;
    try (CsvReader<CsvRecord> csv = csvReader(in)) {
      Iterator<CsvRecord> records = csv.iterator();
      while (records.hasNext()) {
        CsvRecord record = records.next();
        line = record.getStartingLineNumber();
        sink.line(line, record.getFields());
      }
    } catch (CsvParseException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw file.bad(
          line + 1,
          "1",
          "no CSV from here on (" + cause.getMessage() + ")",
          "write plain fields without quotes");
    }
    return line > 0;
  }

  private static CsvReader<CsvRecord> csvReader(InputStream in) {
    return CsvReader.builder()
        .detectBomHeader(true)
        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
        .allowUnclosedQuote(false)
        .ofCsvRecord(in, StandardCharsets.UTF_8);
  }
}
