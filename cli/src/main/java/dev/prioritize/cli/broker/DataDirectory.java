package dev.prioritize.cli.broker;

import dev.prioritize.cli.broker.DataDirectoryException.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder a broker's data lies in, held open by one process at a time.
 *
 * <pre>
 *   folder                        demo                 scheduler
 *   missing or empty              made, kept           made, kept
 *   made by scheduler             refused              reopened, same cluster id
 *   made by demo                  refused              refused
 *   anything else                 refused              refused
 * </pre>
 *
 * <p>A refused folder is left as it was found: nothing is created, changed or deleted in it. The
 * folder stays locked until {@link #close()} or the end of the process, however it ends.
 *
 * <p>Thread-safe once opened.
 */
public final class DataDirectory implements AutoCloseable {
  /** Which command a folder was made for. */
  public enum Purpose {
    /** One run, never continued. */
    DEMO,
    /** A cluster's durable log, continued at each start. */
    SCHEDULER
  }

  private static final int DELETE_TRIES = 20;
  private static final Logger log = LoggerFactory.getLogger(DataDirectory.class);
  private static final String LOCK_FILE_NAME = "prioritize-data.lock";
  private static final Set<String> FILES_OF_AN_UNFINISHED_START =
      Set.of(LOCK_FILE_NAME, DataDirectoryMarker.TEMPORARY_FILE_NAME);
  private static final int NODE_ID = 1;

  private final Path path;
  private final boolean temporary;
  private final FileChannel lock;
  private final DataDirectoryMarker marker;

  private DataDirectory(
      Path path, boolean temporary, FileChannel lock, DataDirectoryMarker marker) {
    this.path = path;
    this.temporary = temporary;
    this.lock = lock;
    this.marker = marker;
  }

  /**
   * A new folder under the system's temporary folder, deleted by {@link #close()}.
   *
   * @throws DataDirectoryException if it cannot be made
   */
  public static DataDirectory temporary() {
    Path path;
    try {
      path = Files.createTempDirectory("prioritize-");
    } catch (IOException e) {
      throw notWritable(Path.of(System.getProperty("java.io.tmpdir")), e);
    }
    DataDirectory data = open(path, Purpose.DEMO, true);
    Runtime.getRuntime().addShutdownHook(new Thread(data::deleteAtExit, "delete-data-directory"));
    return data;
  }

  /** A process that is told to stop leaves nothing behind; its broker may still be writing. */
  private void deleteAtExit() {
    for (int tries = 0; tries < DELETE_TRIES && Files.exists(path); tries++) {
      try {
        deleteRecursively(path);
      } catch (IOException e) {
        log.debug("{} changed while it was deleted", path, e);
      }
    }
  }

  /**
   * A folder for one run of the demo, kept when the run is over.
   *
   * @param path missing or empty
   * @throws DataDirectoryException if the folder is refused
   */
  public static DataDirectory forDemo(Path path) {
    return open(path.toAbsolutePath().normalize(), Purpose.DEMO, false);
  }

  /**
   * The folder of a scheduler's durable log: made at the first start, reopened at later ones.
   *
   * @param path missing, empty, or made by this method before
   * @throws DataDirectoryException if the folder is refused
   */
  public static DataDirectory forScheduler(Path path) {
    return open(path.toAbsolutePath().normalize(), Purpose.SCHEDULER, false);
  }

  private static DataDirectory open(Path path, Purpose purpose, boolean temporary) {
    try {
      // Looked at twice: before the lock, so that a refused folder stays untouched; and under the
      // lock, because another process may have made it its own in between.
      findMarker(path, purpose);
      Files.createDirectories(path);
      FileChannel lock = lock(path);
      try {
        DataDirectoryMarker marker = findMarker(path, purpose).orElse(null);
        if (marker == null) {
          marker =
              new DataDirectoryMarker(
                  purpose, Uuid.randomUuid().toString(), NODE_ID, Instant.now());
          marker.write(path);
        }
        return new DataDirectory(path, temporary, lock, marker);
      } catch (IOException | RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (IOException | UncheckedIOException e) {
      throw notWritable(path, e);
    }
  }

  /** The marker of a folder that this purpose may continue, empty where it may be made anew. */
  private static Optional<DataDirectoryMarker> findMarker(Path path, Purpose purpose)
      throws IOException {
    if (!Files.exists(path)) {
      return Optional.empty();
    }
    if (!Files.isDirectory(path)) {
      throw new DataDirectoryException(
          Reason.NOT_A_DIRECTORY, "data folder " + path + " is not a folder: name another");
    }
    Optional<DataDirectoryMarker> marker = DataDirectoryMarker.read(path);
    if (marker.isEmpty()) {
      refuseForeignFiles(path);
    } else if (purpose == Purpose.DEMO || marker.get().purpose() != purpose) {
      throw new DataDirectoryException(
          Reason.ANOTHER_RUN,
          "data folder "
              + path
              + " holds the data of an earlier "
              + (marker.get().purpose() == Purpose.DEMO ? "demo" : "scheduler")
              + ": name a missing or empty folder");
    }
    return marker;
  }

  private static void refuseForeignFiles(Path path) throws IOException {
    try (Stream<Path> entries = Files.list(path)) {
      Optional<String> foreign =
          entries
              .map(entry -> entry.getFileName().toString())
              .filter(name -> !FILES_OF_AN_UNFINISHED_START.contains(name))
              .sorted()
              .findFirst();
      if (foreign.isPresent()) {
        throw new DataDirectoryException(
            Reason.FOREIGN_FILES,
            "data folder "
                + path
                + " holds other files ("
                + foreign.get()
                + "): name a missing or empty folder");
      }
    }
  }

  private static FileChannel lock(Path path) throws IOException {
    FileChannel channel =
        FileChannel.open(
            path.resolve(LOCK_FILE_NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock held = null;
    try {
      held = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      log.debug("{} is locked by this process", path, e);
    } finally {
      if (held == null) {
        channel.close();
      }
    }
    if (held == null) {
      throw new DataDirectoryException(
          Reason.IN_USE,
          "data folder "
              + path
              + " is in use by another process: stop that one, or name another folder");
    }
    return channel;
  }

  private static DataDirectoryException notWritable(Path path, Exception cause) {
    return new DataDirectoryException(
        Reason.NOT_WRITABLE,
        "data folder "
            + path
            + " cannot be made, read or written ("
            + cause.getClass().getSimpleName()
            + "): change its permissions, or name another folder",
        cause);
  }

  /** The folder, absolute; never null. */
  public Path path() {
    return path;
  }

  /** Which command made the folder; a temporary one is a demo's. */
  public Purpose purpose() {
    return marker.purpose();
  }

  /** Kafka's cluster id, the same for the life of the folder; never null. */
  public String clusterId() {
    return marker.clusterId();
  }

  /** Kafka's node id of the one broker. */
  int nodeId() {
    return marker.nodeId();
  }

  /** Where Kafka's own files go; may not exist yet. */
  Path kafkaLogs() {
    return path.resolve("kafka");
  }

  /**
   * Unlocks the folder, and deletes it if it is temporary. Does nothing the second time. What
   * cannot be deleted is left behind with a warning.
   */
  @Override
  public synchronized void close() {
    if (!lock.isOpen()) {
      return;
    }
    try {
      lock.close();
      if (temporary) {
        deleteRecursively(path);
      }
    } catch (IOException e) {
      log.warn("data folder {} was left behind: {}", path, e.toString());
    }
  }

  private static void deleteRecursively(Path root) throws IOException {
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, IOException failure)
              throws IOException {
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
