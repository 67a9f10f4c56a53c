package dev.prioritize.trainer;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A network as a file.
 *
 * @param first units of the first hidden layer
 * @param second units of the second
 * @param parameters in the network's own order
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Checkpoint(int first, int second, float[] parameters) {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  static Checkpoint of(ScorerNetwork network) {
    return new Checkpoint(network.first(), network.second(), network.parameters().clone());
  }

  ScorerNetwork network() {
    return new ScorerNetwork(first, second, 0).with(parameters);
  }

  /** Written whole or not at all. */
  void write(Path file) {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      MAPPER.writeValue(part.toFile(), this);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  static Checkpoint read(Path file) {
    try {
      return MAPPER.readValue(file.toFile(), Checkpoint.class);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
