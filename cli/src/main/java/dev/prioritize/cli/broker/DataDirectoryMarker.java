package dev.prioritize.cli.broker;

import dev.prioritize.cli.broker.DataDirectory.Purpose;
import dev.prioritize.cli.broker.DataDirectoryException.Reason;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.Properties;

/**
 * The file that says a data directory is ours and what it was made for.
 *
 * @param purpose which command made the folder
 * @param clusterId Kafka's cluster id, the same for the life of the folder
 * @param nodeId Kafka's node id of the one broker
 * @param created when the folder was made
 */
record DataDirectoryMarker(Purpose purpose, String clusterId, int nodeId, Instant created) {
  static final String FILE_NAME = "prioritize-data.properties";
  static final String TEMPORARY_FILE_NAME = FILE_NAME + ".tmp";

  /** Raised when a broker of this version could not read the folder of the version before. */
  static final int FORMAT_VERSION = 1;

  /**
   * The marker in the folder, or empty where there is none.
   *
   * @throws DataDirectoryException with {@code OTHER_FORMAT} or {@code DAMAGED_MARKER}
   * @throws IOException if the file cannot be read
   */
  static Optional<DataDirectoryMarker> read(Path folder) throws IOException {
    Path file = folder.resolve(FILE_NAME);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
      int version = Integer.parseInt(value(properties, "format.version"));
      if (version != FORMAT_VERSION) {
        throw new DataDirectoryException(
            Reason.OTHER_FORMAT,
            "data folder "
                + folder
                + " has format "
                + version
                + ", this version reads format "
                + FORMAT_VERSION
                + ": use the version that wrote it, or name another folder");
      }
      return Optional.of(
          new DataDirectoryMarker(
              Purpose.valueOf(value(properties, "purpose")),
              value(properties, "cluster.id"),
              Integer.parseInt(value(properties, "node.id")),
              Instant.parse(value(properties, "created"))));
    } catch (IllegalArgumentException | DateTimeException e) {
      throw new DataDirectoryException(
          Reason.DAMAGED_MARKER,
          "data folder "
              + folder
              + ": "
              + FILE_NAME
              + " is damaged ("
              + e.getMessage()
              + "): restore it from a copy, or name another folder",
          e);
    }
  }

  private static String value(Properties properties, String key) {
    String value = properties.getProperty(key);
    if (value == null || value.isBlank()) {
      throw new IllegalArgumentException(key + " is missing");
    }
    return value;
  }

  /** Writes the marker; after a crash it is there whole or not at all. */
  void write(Path folder) throws IOException {
    Properties properties = new Properties();
    properties.setProperty("format.version", Integer.toString(FORMAT_VERSION));
    properties.setProperty("purpose", purpose.name());
    properties.setProperty("cluster.id", clusterId);
    properties.setProperty("node.id", Integer.toString(nodeId));
    properties.setProperty("created", created.toString());
    Path temporary = folder.resolve(TEMPORARY_FILE_NAME);
    try (Writer writer = Files.newBufferedWriter(temporary)) {
      properties.store(writer, "Marks a data folder of prioritize. Do not edit.");
    }
    Files.move(temporary, folder.resolve(FILE_NAME), StandardCopyOption.ATOMIC_MOVE);
  }
}
