package dev.prioritize.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.simulator.WorkloadException.Reason;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceReaderTest {
  private static final String HEADER = "job_id,submit_s,duration_s,gpus,priority,vc\n";
  private static final TraceReader EXACT = new TraceReader(DurationKnowledge.EXACT, 0);

  @TempDir private Path folder;

  private Path file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private Path gzip(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(content.getBytes(StandardCharsets.UTF_8));
    }
    return file;
  }

  private static Workload readWhole(Path file) {
    return EXACT.read(Slice.wholeFile(file, 2, 4));
  }

  @Test
  void shouldReadJobsInFileOrder() throws IOException {
    Path file = file("t.csv", HEADER + "j1,0,60,1,4,blue\nj2,5,120,8,,\n");

    assertThat(readWhole(file))
        .isEqualTo(
            new Workload(
                "t.csv",
                2,
                4,
                List.of(
                    new TraceJob("j1", "blue", "", PriorityClass.URGENT, 1, 0, 60, 60L),
                    new TraceJob("j2", "default", "", PriorityClass.NORMAL, 8, 5, 120, 120L)),
                0));
  }

  @Test
  void shouldTellNoDurationWhenEstimated() throws IOException {
    Path file = file("t.csv", HEADER + "j1,0,60,1,4,blue\n");

    Workload workload =
        new TraceReader(DurationKnowledge.ESTIMATED, 0).read(Slice.wholeFile(file, 1, 1));

    assertThat(workload.jobs().get(0).expectedDurationSeconds()).isNull();
  }

  @Test
  void shouldReadGzipByName() throws IOException {
    String content = HEADER + "j1,0,60,1,4,blue\n";

    assertThat(readWhole(gzip("t.csv.gz", content)).jobs())
        .isEqualTo(readWhole(file("t.csv", content)).jobs());
  }

  @Test
  void shouldFindColumnsByNameAndIgnoreOthers() throws IOException {
    Path file =
        file("t.csv", "\uFEFFgpus,user,priority,duration_s,submit_s,job_id\r\n2,ann,1,9,7,x\r\n");

    assertThat(readWhole(file).jobs())
        .containsExactly(new TraceJob("x", "default", "", PriorityClass.LOW, 2, 7, 9, 9L));
  }

  @Test
  void shouldDropWhatCanNeverRun() throws IOException {
    Path file =
        file(
            "t.csv",
            HEADER
                + "a,0,60,0,1,\nb,0,60,-1,1,\nc,0,0,1,1,\nd,0,0.9,1,1,\ne,0,60,9,1,\nf,0,1.9,8,1,\n");

    Workload workload = readWhole(file);

    assertThat(workload.dropped()).isEqualTo(5);
    assertThat(workload.jobs())
        .containsExactly(new TraceJob("f", "default", "", PriorityClass.LOW, 8, 0, 1, 1L));
  }

  @Test
  void shouldSelectRowsOfTheSliceOnly() throws IOException {
    Path file =
        file(
            "t.csv",
            HEADER
                + "early,99,60,1,1,blue\nfirst,100,60,1,1,blue\nother,150,60,1,1,red\n"
                + "zero,160,0,1,1,blue\nbig,170,60,3,1,blue\nlast,199,60,2,1,green\nlate,200,60,1,1,blue\n");
    Slice slice =
        new Slice("s", file, new TraceSelection(100, 200, List.of("blue", "green"), 2), 2, 4);

    Workload workload = EXACT.read(slice);

    assertThat(workload.name()).isEqualTo("s");
    assertThat(workload.dropped()).as("zero only").isEqualTo(1);
    assertThat(workload.jobs()).extracting(TraceJob::jobId).containsExactly("first", "last");
    assertThat(workload.jobs()).extracting(TraceJob::submitSeconds).containsExactly(0L, 99L);
  }

  @Test
  void shouldDrawClassesFromJobIds() {
    // crc32("a") mod 10 and so on, as another implementation of CRC-32 gives them
    List<String> ids = List.of("a", "b", "c", "d", "o", "s", "w", "y");

    assertThat(ids)
        .extracting(id -> TraceReader.drawClass(id, 0).name().charAt(0))
        .isEqualTo(chars("LHNNULNL"));
    assertThat(ids)
        .extracting(id -> TraceReader.drawClass(id, 1).name().charAt(0))
        .isEqualTo(chars("LHNNULUU"));
  }

  private static List<Character> chars(String text) {
    return text.chars().mapToObj(c -> (char) c).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "ok,0,1,1,1,\\n j,0,1,1,1,     | 3 | job_id     | is no id",
        "ok,0,1,1,1,\\n,0,1,1,1,       | 3 | job_id     | is no id",
        "ok,0,1,1,1,\\nö,0,1,1,1,      | 3 | job_id     | is no id",
        "j,0,1,1,1,\\nj,1,1,1,1,       | 3 | job_id     | \"j\" is already the job of line 2",
        "b,5,1,1,1,\\na,5,1,1,1,       | 3 | job_id     | \"a\" comes after \"b\"",
        "b,5,1,1,1,\\nc,4,1,1,1,       | 3 | submit_s   | \"4\" comes after 5",
        "j,x,1,1,1,                    | 2 | submit_s   | \"x\" is not a number",
        "j,,1,1,1,                     | 2 | submit_s   | \"\" is not a number",
        "j,-1,1,1,1,                   | 2 | submit_s   | \"-1\" is out of range",
        "j,99999999999,1,1,1,          | 2 | submit_s   | \"99999999999\" is out of range",
        "j,0,1e3,1,1,                  | 2 | duration_s | \"1e3\" is not a number",
        "j,0,NaN,1,1,                  | 2 | duration_s | \"NaN\" is not a number",
        "j,0,315360001,1,1,            | 2 | duration_s | \"315360001\" is out of range",
        "j,0,1,1.5,1,                  | 2 | gpus       | \"1.5\" is not a whole number",
        "j,0,1,one,1,                  | 2 | gpus       | \"one\" is not a whole number",
        "j,0,1,1,0,                    | 2 | priority   | \"0\" is no priority class",
        "j,0,1,1,5,                    | 2 | priority   | \"5\" is no priority class",
        "j,0,1,1,HIGH,                 | 2 | priority   | \"HIGH\" is no priority class",
        "j,0,1,1,1,a b                 | 2 | vc         | \"a b\" is no id",
        "j,0,1,1,1                     | 2 | vc         | \"j,0,1,1,1\" has 5 fields and the header 6",
        "j,0,1,1,1,,                   | 2 | 7          | \"j,0,1,1,1,,\" has 7 fields and the header 6",
        "ok,0,1,1,1,\\n\\nj,0,1,1,x,   | 4 | priority   | \"x\" is no priority class",
        "\"j,0,1,1,1,                  | 2 | 1          | no CSV from here on",
      })
  void shouldNameTheBadLine(String lines, long line, String column, String fault)
      throws IOException {
    Path file = file("t.csv", HEADER + lines.replace("\\n", "\n") + "\n");

    TraceFormatException e =
        catchThrowableOfType(TraceFormatException.class, () -> readWhole(file));

    assertThat(e.line()).isEqualTo(line);
    assertThat(e.column()).isEqualTo(column);
    assertThat(e.reason()).isEqualTo(Reason.BAD_LINE);
    assertThat(e)
        .hasMessageStartingWith(file + ", line " + line + ", column " + column + ": ")
        .hasMessageContaining(fault)
        .hasMessageMatching(".*; \\S.*");
  }

  @Test
  void shouldCheckLinesOutsideOfTheSliceToo() throws IOException {
    Path file = file("t.csv", HEADER + "a,0,1,1,1,\nb,500,?,1,1,\n");

    assertThatThrownBy(
            () -> EXACT.read(new Slice("s", file, new TraceSelection(0, 10, List.of(), 8), 1, 1)))
        .isInstanceOf(TraceFormatException.class);
  }

  @Test
  void shouldShowForeignTextOnOneShortLine() throws IOException {
    Path file = file("t.csv", HEADER + "\"a\nb" + "x".repeat(500) + "\",0,1,1,1,\n");

    TraceFormatException e =
        catchThrowableOfType(TraceFormatException.class, () -> readWhole(file));

    assertThat(e.getMessage()).hasLineCount(1).hasSizeLessThan(file.toString().length() + 250);
  }

  @Test
  void shouldTellWhyThereIsNoTrace() throws IOException {
    Path missing = folder.resolve("missing.csv");
    assertReason(missing, Reason.FILE_MISSING, "there is no such file");
    assertReason(folder, Reason.FILE_UNREADABLE, "cannot be read");
    assertReason(file("plain.csv.gz", HEADER), Reason.NOT_GZIP, "not gzip, or cut short");
    assertReason(file("empty.csv", ""), Reason.FILE_EMPTY, "the file is empty");
    assertReason(gzip("empty.csv.gz", ""), Reason.FILE_EMPTY, "the file is empty");
    assertReason(file("header.csv", HEADER), Reason.NOTHING_SELECTED, "0 rows");
    assertReason(
        file("columns.csv", "job_id,submit_s,gpus,priority\n"),
        Reason.BAD_HEADER,
        "has no column duration_s");
    assertReason(
        file("twice.csv", "job_id,submit_s,duration_s,gpus,gpus,priority\n"),
        Reason.BAD_HEADER,
        "has two columns gpus");
    assertReason(
        file("large.csv", HEADER + "a,0,1,9,1,\n"),
        Reason.NOTHING_SELECTED,
        "fits on 2 nodes of 4 GPUs");
  }

  @Test
  void shouldTellThatGzipIsCutShort() throws IOException {
    byte[] whole = Files.readAllBytes(gzip("whole.csv.gz", HEADER + "a,0,1,1,1,\n"));
    Path cut = Files.write(folder.resolve("cut.csv.gz"), Arrays.copyOf(whole, whole.length - 12));

    assertReason(cut, Reason.NOT_GZIP, "cut short");
  }

  @Test
  void shouldNeedVirtualClustersOnlyToSelectThem() throws IOException {
    Path file = file("t.csv", "job_id,submit_s,duration_s,gpus,priority\na,0,1,1,1\n");

    assertThat(readWhole(file).jobs()).hasSize(1);
    assertThatThrownBy(
            () -> EXACT.read(new Slice("s", file, new TraceSelection(0, 9, List.of("v"), 8), 1, 1)))
        .isInstanceOf(WorkloadException.class)
        .hasMessageContaining("has no column vc");
  }

  private static void assertReason(Path file, Reason reason, String text) {
    WorkloadException e = catchThrowableOfType(WorkloadException.class, () -> readWhole(file));
    assertThat(e).as("%s", file).isNotNull();
    assertThat(e.reason()).isEqualTo(reason);
    assertThat(e.getMessage()).hasLineCount(1).startsWith(file.toString()).contains(text);
  }
}
