package dev.prioritize.stream;

import dev.prioritize.core.model.Ids;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import org.apache.kafka.streams.errors.StreamsException;

/**
 * The name under which an instance comes back to its pools: kept beside the state that it belongs
 * to, so that it lives and moves with that. Host name and a random part, because the host name
 * alone is not unique, and for people to recognise.
 */
final class InstanceId {
  static final String FILE = "instance-id";

  /** Leaves room for the random part in an id of at most 128 characters. */
  private static final int MAX_HOST_CHARS = 64;

  private static final int RANDOM_CHARS = 8;

  private InstanceId() {}

  /**
   * Reads the name kept in a state folder, or draws one and keeps it there.
   *
   * @param stateDir made if it is missing
   * @throws StreamsException if the folder cannot be written, or the file holds no name
   */
  static String keptIn(Path stateDir) {
    Path file = stateDir.resolve(FILE);
    try {
      return read(file);
    } catch (NoSuchFileException e) {
      return draw(stateDir, file);
    } catch (IOException e) {
      throw unusable(stateDir, e);
    }
  }

  private static String read(Path file) throws IOException {
    String name = Files.readString(file).strip();
    if (!Ids.isId(name)) {
      throw new IOException(file + " holds no instance id: delete it, or set instance.id");
    }
    return name;
  }

  /** Written aside and moved, so that a crash leaves no half of it. */
  private static String draw(Path stateDir, Path file) {
    String name = hostName() + "-" + UUID.randomUUID().toString().substring(0, RANDOM_CHARS);
    try {
      Files.createDirectories(stateDir);
      Path aside = Files.createTempFile(stateDir, FILE, ".new");
      Files.writeString(aside, name + System.lineSeparator());
      Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
      return name;
    } catch (IOException e) {
      throw unusable(stateDir, e);
    }
  }

  private static String hostName() {
    try {
      String host = InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9._-]", "-");
      return host.substring(0, Math.min(host.length(), MAX_HOST_CHARS));
    } catch (UnknownHostException e) {
      return "host"; // the random part tells instances apart
    }
  }

  private static StreamsException unusable(Path stateDir, IOException e) {
    return new StreamsException("state directory " + stateDir + ": " + e.getMessage(), e);
  }
}
