package dev.prioritize.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prioritize.simulator.WorkloadException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlicesTest {
  private static final String ONE =
      """
      {"about": "x", "slices": {"s": {"file": "t.csv", "from_s": 5, "to_s": 9,
        "cluster": {"nodes": 3, "gpus_per_node": 4}, "note": "y", "jobs": 7}}}
      """;

  @TempDir private Path folder;

  private Path file(String content) throws IOException {
    return Files.writeString(folder.resolve("slices.json"), content);
  }

  @Test
  void shouldFindTheTraceBesideTheFile() throws IOException {
    assertThat(Slices.read(file(ONE)).get("s"))
        .isEqualTo(
            new Slice(
                "s",
                folder.resolve("t.csv"),
                new TraceSelection(5, 9, List.of(), Long.MAX_VALUE),
                3,
                4));
  }

  @Test
  void shouldReadOptionalFilters() throws IOException {
    Path file = file(ONE.replace("\"jobs\"", "\"vcs\": [\"a\", \"b\"], \"max_gpus\": 8, \"jobs\""));

    assertThat(Slices.read(file).get("s").selection())
        .isEqualTo(new TraceSelection(5, 9, List.of("a", "b"), 8));
  }

  @Test
  void shouldSuggestTheNearestNames() {
    Slices slices = Slices.read(SharedFolder.find().resolve("traces/slices.json"));

    WorkloadException e =
        catchThrowableOfType(WorkloadException.class, () -> slices.get("philly-al-w10"));

    assertThat(slices.names()).hasSize(16);
    assertThat(e.reason()).isEqualTo(Reason.SLICE_UNKNOWN);
    assertThat(e)
        .hasMessageContaining("no slice \"philly-al-w10\"; the nearest names are philly-all-w10, ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"slices\"            | \"slides\"         | slices is missing; it must be an object",
        "\"from_s\": 5         | \"from\": 5        | s.from_s is missing; it must be a whole number",
        "\"from_s\": 5         | \"from_s\": 5.5    | s.from_s is \"5.5\"; it must be a whole number",
        "\"to_s\": 9           | \"to_s\": 4        | s.to_s is \"4\"; it must be a whole number from 5",
        "\"t.csv\"             | 7                  | s.file is \"7\"; it must be a text",
        "\"nodes\": 3          | \"nodes\": 0       | s.cluster.nodes is \"0\"; it must be a whole number",
        "\"nodes\": 3          | \"nodes\": \"3\"   | s.cluster.nodes is \"?3?\"",
        "\"gpus_per_node\": 4  | \"gpus\": 4        | s.cluster.gpus_per_node is missing",
        "\"jobs\": 7           | \"vcs\": [1]       | s.vcs is \"[1]\"; it must be a list of texts",
        "\"jobs\": 7           | \"max_gpus\": 1e9  | s.max_gpus is \"1.0E9\"; it must be a whole number",
        "\"jobs\": 7           | \"jobs\": 7,       | , line 2: no JSON (",
        "\"jobs\": 7           | \"file\": \"u\"    | , line 2: no JSON (Duplicate field 'file')",
      })
  void shouldNameTheFieldAtFault(String good, String bad, String fault) throws IOException {
    Path file = file(ONE.replace(good, bad));

    WorkloadException e =
        catchThrowableOfType(WorkloadException.class, () -> Slices.read(file).get("s"));

    assertThat(e.reason()).isEqualTo(Reason.JSON_MALFORMED);
    assertThat(e.getMessage())
        .hasLineCount(1)
        .startsWith(file.toString())
        .containsPattern(java.util.regex.Pattern.quote(fault).replace("?", "\\E.{1,2}\\Q"));
  }

  @Test
  void shouldTellThatThereIsNoFile() {
    WorkloadException e =
        catchThrowableOfType(
            WorkloadException.class, () -> Slices.read(folder.resolve("missing.json")));

    assertThat(e.reason()).isEqualTo(Reason.FILE_MISSING);
  }
}
