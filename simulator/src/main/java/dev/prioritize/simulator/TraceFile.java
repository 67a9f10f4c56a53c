package dev.prioritize.simulator;

import dev.prioritize.simulator.WorkloadException.Reason;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** A file with a trace, gzip if its name ends in .gz; whatever ails it is told in one line. */
record TraceFile(Path path) {
  private static final int BUFFER_BYTES = 64 * 1024;

  /** Reads the file's bytes, decompressed. */
  @FunctionalInterface
  interface Reading<T> {
    T read(InputStream in) throws IOException;
  }

  /**
   * Opens the file, reads and closes it.
   *
   * @throws WorkloadException if there is none, or it cannot be read
   */
  <T> T read(Reading<T> reading) {
    try (InputStream in = open()) {
      return reading.read(in);
    } catch (UncheckedIOException e) {
      throw unreadable(e.getCause());
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private InputStream open() throws IOException {
    InputStream in = Files.newInputStream(path);
    if (!path.toString().endsWith(".gz")) {
      return new BufferedInputStream(in, BUFFER_BYTES);
    }
    try {
      return new GZIPInputStream(in, BUFFER_BYTES);
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  /** There is nothing in it. */
  WorkloadException empty() {
    return new WorkloadException(
        Reason.FILE_EMPTY, path + ": the file is empty; it needs a header line and a line per job");
  }

  /** One place of it is not as the format says. */
  TraceFormatException bad(long line, String field, String fault, String fix) {
    return new TraceFormatException(path, line, field, fault, fix);
  }

  private WorkloadException unreadable(IOException e) {
    if (e instanceof NoSuchFileException) {
      return new WorkloadException(
          Reason.FILE_MISSING, path + ": there is no such file; check the path", e);
    }
    if (e instanceof ZipException || e instanceof EOFException) {
      return new WorkloadException(
          Reason.NOT_GZIP,
          path
              + ": not gzip, or cut short ("
              + e.getMessage()
              + "); fetch the file again, or drop .gz from the name of a plain one",
          e);
    }
    return new WorkloadException(
        Reason.FILE_UNREADABLE, path + ": cannot be read (" + e + "); name a readable file", e);
  }
}
