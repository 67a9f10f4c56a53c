package dev.prioritize.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Goal: docs/faults.md names tests that there are. Method: each name is looked up in the sources of
 * all modules.
 */
class FaultTableTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Pattern TEST = Pattern.compile("`([A-Z]\\w+Test)(?:\\.(\\w+))?`");

  @Test
  void shouldNameOnlyTestsThatExist() throws IOException {
    Map<String, String> sources = testSources();
    List<String> missing = new ArrayList<>();
    int named = 0;
    Matcher test = TEST.matcher(Files.readString(ROOT.resolve("docs/faults.md")));
    while (test.find()) {
      named++;
      String source = sources.get(test.group(1) + ".java");
      if (source == null
          || (test.group(2) != null && !source.contains(" " + test.group(2) + "("))) {
        missing.add(test.group());
      }
    }
    assertThat(missing).isEmpty();
    assertThat(named).isGreaterThan(40);
  }

  private static Map<String, String> testSources() throws IOException {
    Map<String, String> sources = new TreeMap<>();
    for (String module : List.of("schemas", "scheduler-core", "scheduler-stream", "cli")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
        files
            .filter(file -> file.toString().endsWith("Test.java"))
            .forEach(file -> sources.put(file.getFileName().toString(), read(file)));
      }
    }
    return sources;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
