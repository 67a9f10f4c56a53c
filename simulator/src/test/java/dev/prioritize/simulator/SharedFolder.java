package dev.prioritize.simulator;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The folder with traces and reference results, which does not belong to the repository. It is
 * {@code -Dprioritize.shared}, or {@code shared} beside a folder that the tests run in.
 */
final class SharedFolder {
  private SharedFolder() {}

  /** The folder; skips the test where there is none. */
  static Path find() {
    String given = System.getProperty("prioritize.shared");
    Path folder = given != null ? Path.of(given) : above(Path.of("").toAbsolutePath());
    assumeTrue(
        folder != null && Files.isRegularFile(folder.resolve("traces/slices.json")),
        "skipped: no folder shared/ with traces/slices.json above here; -Dprioritize.shared=PATH"
            + " names one");
    return folder;
  }

  private static Path above(Path start) {
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      if (Files.isRegularFile(folder.resolve("shared/traces/slices.json"))) {
        return folder.resolve("shared");
      }
    }
    return null;
  }
}
